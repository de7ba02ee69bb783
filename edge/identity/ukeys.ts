import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { bindUkey as bindCall, listMyUkeys as listCall } from '#core/identity/ukey-calls.ts';
import { certificate, session, userUkey } from '#db/schema/index.ts';
import { type Context, personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { certifyKey, personSubject } from '#edge/pki/authority.ts';
import { judgeAttestation } from '#edge/pki/judge-attestation.ts';
import { readKeyRequest } from '#edge/pki/read-key-request.ts';
import { forgetSession } from './authenticate.ts';
import { judgeSecondProof } from './judge-second-proof.ts';
import { recordAccount } from './record-account.ts';
import { requireVerifiedName } from './require-verified-name.ts';
import { tellOfKey } from './tell-of-key.ts';

const MOST = 5;

export async function listMyUkeys(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const rows = await context.db
    .select({ row: userUkey, certificate })
    .from(userUkey)
    .innerJoin(certificate, eq(certificate.id, userUkey.certificateId))
    .where(mine(context))
    .orderBy(desc(userUkey.boundAt));
  return rows.map(({ row, certificate: certificateRow }) => ({
    id: row.id,
    serial: row.serial,
    label: row.label,
    bindTime: row.boundAt,
    certificateSerial: certificateRow.serial,
    certificateNotAfter: certificateRow.notAfter,
  }));
}

const mine = ({ actor }: SignedInContext) => boundTo(actor.accountId);

/**
 * Binds a UKey to the account and issues the person's certificate for its key ([7.8g]). A device that is the account's
 * already gets a new certificate, and the old one is revoked. The owner is told. Throws REAL_NAME_NEEDED, UKEY_TAKEN
 * ([8.7h]), SEAL_UKEY_TOO_MANY, and what the request or the second proof is refused for.
 */
export async function bindUkey(
  input: ParsedInputOf<typeof bindCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof bindCall>> {
  const { actor, db, now } = context;
  const verifiedName = requireVerifiedName(context);
  const { spki, family } = await readKeyRequest(input.request);
  const own = await db.select().from(userUkey).where(mine(context));
  const before = own.find((row) => row.serial === input.serial);
  if (!before && own.length >= MOST) throw new AppError('SEAL_UKEY_TOO_MANY', { max: MOST });
  const attestedBy = await judgeAttestation(context, spki, input.attestation);
  const proofs = await judgeSecondProof(context, input.proof);
  const issued = await certifyKey(context, personSubject(actor.accountId, verifiedName), spki, family);
  const id = context.newId();
  const asMany = sql`select 1 where (select count(*) from ${userUkey} where ${mine(context)}) = ${own.length}`;
  const label = input.label || input.serial;
  const messages = await tellOfKey(context, {
    noticed: [actor.accountId],
    phoned: [actor.accountId],
    ownerKey: personKey(actor.accountId),
    template: 'KEY_BOUND',
    params: { label, serial: input.serial },
  });
  const answer = { id, certificate: issued.der, certificateNotAfter: issued.notAfter };
  try {
    await commitSpending(
      context,
      proofs,
      [asMany],
      [
        ...(before ? removingKeys(context, actor.accountId, eq(userUkey.id, before.id), id) : []),
        db.insert(certificate).values({ ...issued, attestedBy }),
        db.insert(userUkey).values({
          id,
          accountId: actor.accountId,
          serial: input.serial,
          label,
          certificateId: issued.id,
          boundAt: now,
        }),
        recordAccount(context, actor.accountId, 'KEY_BOUND', actor.sessionId),
        ...messages,
        ...context.remember(answer),
      ],
    );
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('UKEY_TAKEN');
    if (error instanceof GuardFailed) throw new AppError('CONFLICT');
    throw error;
  }
  return answer;
}

/** [7.8h] Sessions that were begun with it end. Throws NOT_FOUND for one that is not the account's. */
export async function unbindUkey({ id }: { id: string }, context: SignedInContext): Promise<null> {
  const { actor, db } = context;
  const its = eq(userUkey.id, id);
  const [row] = await db
    .select({ id: userUkey.id })
    .from(userUkey)
    .where(and(its, mine(context)));
  if (!row) throw new AppError('NOT_FOUND');
  const record = recordAccount(context, actor.accountId, 'KEY_REMOVED', actor.sessionId);
  const login = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.accountId, actor.accountId), eq(session.keyId, id), isNull(session.endedAt)));
  await commit(context, [], [...removingKeys(context, actor.accountId, its), record]);
  for (const one of login) forgetSession(one.id);
  return null;
}

/** How many UKeys log in to an account. */
export async function countKeys({ db }: Context, accountId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(userUkey).where(boundTo(accountId));
  return row?.n ?? 0;
}

const boundTo = (accountId: string) => and(eq(userUkey.accountId, accountId), isNull(userUkey.unboundAt));

/**
 * Unbinds an account's UKeys, or those of them that fit `which`: nobody may go on signing as this person with their keys,
 * nor in a session that was begun with one. `heir` takes over the sessions of a key that is bound anew.
 */
export function removingKeys({ db, now }: Context, accountId: string, which?: SQL, heir = ''): Statement[] {
  const removed = and(boundTo(accountId), which);
  const certificates = db.select({ id: userUkey.certificateId }).from(userUkey).where(removed);
  const keys = db.select({ id: userUkey.id }).from(userUkey).where(removed);
  return [
    db
      .update(session)
      .set(heir === '' ? { endedAt: now } : { keyId: heir })
      .where(and(eq(session.accountId, accountId), isNull(session.endedAt), inArray(session.keyId, keys))),
    db
      .update(certificate)
      .set({ revokedAt: now, revocationReason: 'cessationOfOperation' })
      .where(and(inArray(certificate.id, certificates), isNull(certificate.revokedAt))),
    db.update(userUkey).set({ unboundAt: now }).where(removed),
  ];
}
