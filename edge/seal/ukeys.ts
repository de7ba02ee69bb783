import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { allowUkey as allowCall, forbidUkey as forbidCall } from '#core/seal/certificate-calls.ts';
import { UKEYS_PER_ENTERPRISE } from '#core/seal/states.ts';
import { certificate, guard, seal, sealUkey } from '#db/schema/index.ts';
import { settingInForce } from '#edge/config/settings.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { readSealToManage, type SealTableRow } from './access.ts';
import { changeSeal, operatorOf, recordOf } from './change-seal.ts';
import { tellKeepers } from './tell-keepers.ts';

/**
 * Lets a UKey use a seal ([6.3b]); an enterprise has at most five for its seals ([5.14a], [9.11]). A device that holds
 * the certificate of another seal can then sign for this one too, so it is bound under the same rules: with a
 * second proof, and the seal managers are notified.
 */
export async function allowUkey(
  input: ParsedInputOf<typeof allowCall>,
  context: SignedInContext,
): Promise<null> {
  const proofs = await judgeSecondProof(context, input.proof);
  return withRetry(async () => {
    const { db, actor, now } = context;
    const { row } = await readSealToManage(context, input.stampId);
    await checkAttested(context, row, input.serial);
    if (await isAllowed(context, row, input.serial)) return null;
    const allowed = [
      db
        .insert(sealUkey)
        .values({ sealId: row.id, serial: input.serial, createdBy: actor.accountId, createdAt: now }),
      recordOf(context, row.id, 'UKEY_ALLOWED', operatorOf(context), { remark: input.serial }),
      ...notTooMany(context, row),
      ...(await tellKeepers(context, row, input.serial)),
    ];
    await changeSeal(context, row, {}, allowed, proofs);
    return null;
  });
}

/**
 * If the platform requires attested keys, a device may use one more seal if it signs for another seal of the owner
 * with a key that was attested. Throws KEY_NOT_ATTESTED.
 */
async function checkAttested(context: SignedInContext, row: SealTableRow, serial: string): Promise<void> {
  if (!(await settingInForce(context, 'key-policy')).attestedOnly) return;
  const bindings = await context.db
    .select({ id: certificate.id })
    .from(sealUkey)
    .innerJoin(seal, eq(seal.id, sealUkey.sealId))
    .innerJoin(certificate, eq(certificate.id, sealUkey.certificateId))
    .where(
      and(
        eq(seal.ownerKey, row.ownerKey),
        eq(sealUkey.serial, serial),
        isNull(certificate.revokedAt),
        ne(certificate.attestedBy, ''),
      ),
    )
    .limit(1);
  if (bindings.length === 0) throw new AppError('KEY_NOT_ATTESTED', {}, 'serial');
}

/** Statements that run after a UKey was added and roll it back if a concurrent one, for another seal, took the last place. */
export function notTooMany({ db, newId }: Context, row: SealTableRow): Statement[] {
  const id = newId();
  const count = sql`select count(distinct ${sealUkey.serial}) from ${sealUkey} inner join ${seal} on ${seal.id} = ${sealUkey.sealId} where ${seal.ownerKey} = ${row.ownerKey} and ${seal.deletedAt} is null`;
  return [
    db.insert(guard).values({ id, held: sql`(select 1 where (${count}) <= ${UKEYS_PER_ENTERPRISE})` }),
    db.delete(guard).where(eq(guard.id, id)),
  ];
}

/**
 * Whether the UKey may use the seal already. Throws SEAL_UKEY_TOO_MANY if not, and five others use seals of the
 * enterprise, of whichever type: five in total, so no type has more.
 */
export async function isAllowed({ db }: Context, row: SealTableRow, serial: string): Promise<boolean> {
  const bindings = await db
    .select({ sealId: sealUkey.sealId, serial: sealUkey.serial })
    .from(sealUkey)
    .innerJoin(seal, eq(seal.id, sealUkey.sealId))
    .where(and(eq(seal.ownerKey, row.ownerKey), isNull(seal.deletedAt)));
  if (bindings.some((key) => key.sealId === row.id && key.serial === serial)) return true;
  const serials = new Set([...bindings.map((key) => key.serial), serial]);
  if (serials.size > UKEYS_PER_ENTERPRISE)
    throw new AppError('SEAL_UKEY_TOO_MANY', { max: UKEYS_PER_ENTERPRISE }, 'serial');
  return false;
}

export function forbidUkey(input: ParsedInputOf<typeof forbidCall>, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { row } = await readSealToManage(context, input.stampId);
    const [binding] = await context.db
      .select()
      .from(sealUkey)
      .where(and(eq(sealUkey.sealId, row.id), eq(sealUkey.serial, input.serial)));
    if (!binding) return null;
    await changeSeal(context, row, {}, takingBack(context, row, binding));
    return null;
  });
}

/** Statements that revoke a UKey's permission for a seal, so that its key can no longer sign for it. */
export const takingBack = (
  context: SignedInContext,
  row: Pick<SealTableRow, 'id'>,
  { serial, certificateId }: Pick<typeof sealUkey.$inferSelect, 'serial' | 'certificateId'>,
): Statement[] => [
  context.db.delete(sealUkey).where(and(eq(sealUkey.sealId, row.id), eq(sealUkey.serial, serial))),
  ...(certificateId
    ? [
        context.db
          .update(certificate)
          .set({ revokedAt: context.now, revocationReason: 'cessationOfOperation' })
          .where(and(eq(certificate.id, certificateId), isNull(certificate.revokedAt))),
      ]
    : []),
  recordOf(context, row.id, 'UKEY_FORBIDDEN', operatorOf(context), { remark: serial }),
];
