import { eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { openEmbedLink as openCall, sendEmbedCode as sendCall } from '#core/embed/calls.ts';
import { AppError } from '#core/errors.ts';
import { maskContact } from '#core/identity/mask.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import { sameSecret } from '#core/same-secret.ts';
import { account, apiKey, embedLink, enterprise, session } from '#db/schema/index.ts';
import { contactOf } from '#edge/identity/address-of.ts';
import { isKeyGood } from '#edge/identity/authenticate.ts';
import { networkOf } from '#edge/identity/devices.ts';
import { judgeAuthCode } from '#edge/identity/judge-auth-code.ts';
import { openLoginName, openOwnName } from '#edge/identity/names.ts';
import { sendAuthCode } from '#edge/identity/send-auth-code.ts';
import { hashToken, makeAccessToken, makeRefreshToken } from '#edge/identity/tokens.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress } from '#edge/kernel/count-from-address.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';

/** Lifetime of an embedded session: it is never renewed. */
const SESSION_MS = 60 * 60_000;
const MINUTE = 60_000;
const PER_MINUTE = 120;

type LinkRow = typeof embedLink.$inferSelect;
type AccountRow = typeof account.$inferSelect;

/**
 * Begins the session of a link. Where the signer is not of the key’s enterprise, whoever made the link cannot vouch for
 * them, and neither for the member who sends or edits a template, in whose name that stands: without a code the answer has no session, and the link stays unused. Throws the errors of `readGoodLink`,
 * CODE_WRONG.
 */
export async function openEmbedLink(
  { linkId, secret, code }: ParsedInputOf<typeof openCall>,
  context: Context,
): Promise<OutputOf<typeof openCall>> {
  const { link, person, entName } = await readGoodLink(context, linkId, secret);
  const mobile = await contactOf(context, person.id);
  const answer = {
    kind: link.kind,
    subjectId: link.subjectId,
    templateId: link.templateId,
    entName,
    origin: link.origin,
    theme: link.theme,
    person: { id: person.id, mobile: maskContact(mobile), hasSignPassword: person.signPasswordHash !== '' },
  };
  if (!link.asksCode) return { ...answer, session: await begin(context, link, person, []) };
  if (code === undefined) return { ...answer, session: null };
  const proof = await judgeAuthCode(context, 'EMBED', mobile, code, { field: 'code', by: linkId });
  return { ...answer, session: await begin(context, link, person, [proof]) };
}

/** Throws the errors of `readGoodLink`, TOO_OFTEN, CODE_NOT_SENT. */
export async function sendEmbedCode(
  { linkId, secret }: ParsedInputOf<typeof sendCall>,
  context: Context,
): Promise<null> {
  const { link, person } = await readGoodLink(context, linkId, secret);
  const mobile = await contactOf(context, person.id);
  if (link.asksCode) await sendAuthCode(context, 'EMBED', mobile, { kind: 'stranger', id: linkId });
  return null;
}

/**
 * The link and its person, if it may be opened now. Throws EMBED_LINK_INVALID for an unknown link or a wrong secret,
 * EMBED_LINK_USED, EMBED_LINK_ENDED where the link, its key, or the key’s permission for the origin has ended, TOO_OFTEN.
 */
async function readGoodLink(
  context: Context,
  linkId: string,
  secret: string,
): Promise<{ link: LinkRow; person: AccountRow; entName: string }> {
  const { db, now } = context;
  if ((await countFromAddress(context, 'embed', MINUTE)) > PER_MINUTE) throw new AppError('TOO_OFTEN');
  const [row] = await db
    .select({ link: embedLink, key: apiKey, person: account, entName: enterprise.name })
    .from(embedLink)
    .innerJoin(account, eq(account.id, embedLink.accountId))
    .leftJoin(apiKey, eq(apiKey.id, embedLink.keyId))
    .leftJoin(enterprise, eq(enterprise.id, embedLink.entId))
    .where(eq(embedLink.id, linkId));
  if (!row || !(await sameSecret(await hashToken(secret), row.link.secretHash)))
    throw new AppError('EMBED_LINK_INVALID');
  const { link, key, person } = row;
  if (link.usedAt !== null) throw new AppError('EMBED_LINK_USED');
  if (link.expiresAt <= now || person.status !== 'ENABLE' || !isKeyGood(key, link, now))
    throw new AppError('EMBED_LINK_ENDED');
  return { link, person, entName: row.entName ?? '' };
}

/** Marks the link as used and begins its session, in one transaction: of two uses at once only one succeeds. */
async function begin(
  context: Context,
  link: LinkRow,
  person: AccountRow,
  proofs: readonly OneTimeProof[],
): Promise<SessionUser> {
  const { db, now } = context;
  const id = context.newId();
  const expiresAt = now + SESSION_MS;
  await commitSpending(
    context,
    proofs,
    [sql`select 1 from ${embedLink} where ${embedLink.id} = ${link.id} and ${embedLink.usedAt} is null`],
    [
      db.update(embedLink).set({ usedAt: now, sessionId: id }).where(eq(embedLink.id, link.id)),
      db.insert(session).values({
        id,
        accountId: person.id,
        entId: link.entId,
        // Nobody is given this token: the session cannot be renewed or switched to another identity.
        refreshHash: await hashToken(await makeRefreshToken(context.env, id)),
        rotatedAt: now,
        expiresAt,
        device: context.userAgent.slice(0, 200),
        network: networkOf(context.address),
        createdAt: now,
      }),
    ],
  ).catch((error: unknown) => {
    throw error instanceof GuardFailed ? new AppError('EMBED_LINK_USED') : error;
  });
  return {
    accessToken: await makeAccessToken(
      context.env,
      { accountId: person.id, sessionId: id, entId: link.entId },
      now,
      SESSION_MS,
    ),
    refreshToken: '',
    // Never due for renewal.
    refreshTime: expiresAt,
    expiresAtTime: expiresAt,
    expiresAt: Math.floor(SESSION_MS / 1000),
    entId: link.entId,
    userId: person.id,
    username: await openLoginName(context, person),
    name: await openOwnName(context, person),
  };
}
