import { eq } from 'drizzle-orm';
import { toBase64Url } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { apiKey, embedLink } from '#db/schema/index.ts';
import { hashToken } from '#edge/identity/tokens.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** How long a link may be opened. */
const LINK_MS = 10 * 60_000;

type Row = typeof embedLink.$inferInsert;
type LinkFields = Pick<
  Row,
  'kind' | 'subjectId' | 'templateId' | 'accountId' | 'entId' | 'asksCode' | 'origin' | 'language' | 'theme'
>;

const PATHS = { SIGN: 'sign', SEND: 'send', TEMPLATE: 'template' } as const;

/** Throws NO_PERMISSION without an API key, EMBED_ORIGIN for an origin that it does not allow. */
export async function needOrigin({ actor, db }: SignedInContext, origin: string): Promise<void> {
  if (!actor.key) throw new AppError('NO_PERMISSION');
  const [key] = await db.select({ origins: apiKey.origins }).from(apiKey).where(eq(apiKey.id, actor.key.id));
  if (!key?.origins.includes(origin)) throw new AppError('EMBED_ORIGIN');
}

/** Stores a link of the actor's key; `more` stands behind the secret in the fragment, and is not stored. */
export async function storeLink(
  { actor, db, now, newId, env }: SignedInContext,
  request: Request,
  fields: LinkFields,
  more = '',
): Promise<{ linkId: string; url: string; expiresAt: number }> {
  if (!actor.key) throw new AppError('NO_PERMISSION');
  const secret = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const linkId = newId();
  const expiresAt = now + LINK_MS;
  await db.insert(embedLink).values({
    ...fields,
    id: linkId,
    secretHash: await hashToken(secret),
    keyId: actor.key.id,
    enterpriseId: actor.entId,
    expiresAt,
    createdAt: now,
  });
  const url = new URL(`/embed/${PATHS[fields.kind]}/${linkId}`, env.PUBLIC_URL || request.url);
  url.hash = more === '' ? secret : `${secret}.${more}`;
  return { linkId, url: url.href, expiresAt };
}
