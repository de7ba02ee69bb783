import { and, count, desc, eq } from 'drizzle-orm';
import { utf8 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  getFirmLogin as getCall,
  listFirmLinks as listCall,
  removeFirmLink as removeCall,
  saveFirmLogin as saveCall,
} from '#core/sso/firm-calls.ts';
import { account, firmLink, firmProvider, ssoCustomer } from '#db/schema/index.ts';
import { recordCompany } from '#edge/company/records.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import { openDisplayName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { endSessionsFrom } from './end-sessions.ts';
import { redirectUri } from './firm-login.ts';
import { discover, type ProviderRow } from './provider-client.ts';

const readOwn = async ({ db, actor }: SignedInContext): Promise<ProviderRow | undefined> =>
  (await db.select().from(firmProvider).where(eq(firmProvider.enterpriseId, actor.entId)))[0];

export async function getFirmLogin(
  _input: unknown,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof getCall>> {
  const row = await readOwn(context);
  return {
    redirectUri: redirectUri(context, request),
    provider: row
      ? {
          path: row.path,
          issuer: row.issuer,
          clientId: row.clientId,
          domains: row.domains,
          enabled: row.enabled,
        }
      : null,
  };
}

/**
 * Sets the provider up. Switching it off, or another issuer or client, ends the sessions that it began. The secret is
 * stored wrapped. Whoever controls an enabled provider signs in as any member, so enabling takes a second proof: a stolen
 * session must not leave a way in. Throws OIDC_ISSUER, SSO_PATH_TAKEN, INPUT_INVALID (clientSecret) where a new client has
 * none, and what `judgeSecondProof` throws.
 */
export async function saveFirmLogin(
  { clientSecret, proof, ...input }: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor, keys, now } = context;
  const before = await readOwn(context);
  const isOther = before?.issuer !== input.issuer || before.clientId !== input.clientId;
  // A secret is for its client: it is never sent to another provider.
  if (clientSecret === '' && isOther) throw new AppError('INPUT_INVALID', {}, 'clientSecret');
  if (input.enabled) await discover(context, input.issuer, 'issuer');
  const [customer] = await db
    .select({ id: ssoCustomer.id })
    .from(ssoCustomer)
    .where(eq(ssoCustomer.path, input.path));
  if (customer) throw new AppError('SSO_PATH_TAKEN', {}, 'path');
  const proofs = proof ? await judgeSecondProof(context, proof, 'FIRM_LOGIN') : [];
  const id = before?.id ?? context.newId();
  const secret = clientSecret === '' ? {} : { wrapped: await keys.wrap(utf8(clientSecret), `firm:${id}`) };
  const values = { ...input, ...secret, changedAt: now };
  try {
    await commitSpending(
      context,
      proofs,
      [],
      [
        before
          ? db.update(firmProvider).set(values).where(eq(firmProvider.id, id))
          : db.insert(firmProvider).values({ id, enterpriseId: actor.entId, wrapped: '', ...values }),
        recordCompany(context, actor.entId, 'FIRM_LOGIN_CHANGED', {
          operatorId: actor.accountId,
          remark: `${input.path} ${input.issuer}`,
        }),
      ],
    );
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('SSO_PATH_TAKEN', {}, 'path');
    throw error;
  }
  if (before && (isOther || !input.enabled)) await endSessionsFrom(context, { from: id, entId: actor.entId });
  return null;
}

export async function listFirmLinks(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { db, actor } = context;
  const own = eq(firmLink.enterpriseId, actor.entId);
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ link: firmLink, account })
      .from(firmLink)
      .leftJoin(account, eq(account.id, firmLink.accountId))
      .where(own)
      .orderBy(desc(firmLink.linkedAt), desc(firmLink.id)),
    db.select({ n: count() }).from(firmLink).where(own),
  );
  const records = await Promise.all(
    rows.map(async ({ link, account: person }) => ({
      linkId: link.id,
      name: await openDisplayName(context, person),
      subject: link.subject,
      linkedAt: link.linkedAt,
      usedAt: link.usedAt,
    })),
  );
  return { records, ...page };
}

/** Removes a link: the next login by a verified address makes another. Throws NOT_FOUND. */
export async function removeFirmLink(
  { linkId }: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor } = context;
  const its = and(eq(firmLink.id, linkId), eq(firmLink.enterpriseId, actor.entId));
  const [row] = await db.select().from(firmLink).where(its);
  if (!row) throw new AppError('NOT_FOUND');
  await commit(
    context,
    [],
    [
      db.delete(firmLink).where(its),
      recordCompany(context, actor.entId, 'FIRM_LINK_REMOVED', {
        operatorId: actor.accountId,
        subjectId: row.accountId,
      }),
    ],
  );
  await endSessionsFrom(context, { from: row.providerId, entId: actor.entId, accountId: row.accountId });
  return null;
}
