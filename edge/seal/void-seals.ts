import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { RevocationReason } from '#core/pki/certificate/certificate.ts';
import { certificate, seal, sealGrant, sealUkey } from '#db/schema/index.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { revokeStatement } from '#edge/pki/revocation.ts';
import { recordOf } from './change-seal.ts';
import { sealsChangedEffect } from './effects.ts';

type Operator = { id: string; name: string };

/** Enqueues a review of running tasks after a change of an enterprise's seals; `taken` are the accounts that lost one. */
export const sealsChanged = (context: Context, ownerKey: string, taken: readonly string[]): Statement[] =>
  ownerKey.startsWith('E:')
    ? [enqueue(context, `seals:${ownerKey}`, sealsChangedEffect, { ownerKey, taken: [...new Set(taken)] })]
    : [];

/** Accounts authorized for any of the seals. */
export const holdersOf = async ({ db }: Context, sealIds: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectDistinct({ id: sealGrant.accountId })
      .from(sealGrant)
      .where(inArray(sealGrant.sealId, [...sealIds]))
  ).map(({ id }) => id);

/**
 * Revokes the certificates of one enterprise seal: its own and those of the UKeys that use it. A personal
 * seal has none: all seals of a person share the person's certificate.
 */
export function revokeSealStatements(
  context: Context,
  row: { id: string; ownerKey: string },
  reason: RevocationReason,
): Statement[] {
  if (!row.ownerKey.startsWith('E:')) return [];
  const { db, now } = context;
  const own = db.select({ id: seal.certificateId }).from(seal).where(eq(seal.id, row.id));
  const ofUkeys = db
    .select({ id: sealUkey.certificateId })
    .from(sealUkey)
    .where(and(eq(sealUkey.sealId, row.id), isNotNull(sealUkey.certificateId)));
  return [own, ofUkeys].map((ids) =>
    db
      .update(certificate)
      .set({ revokedAt: now, revocationReason: reason })
      .where(
        and(
          inArray(certificate.id, ids),
          eq(certificate.ownerKey, row.ownerKey),
          isNull(certificate.revokedAt),
        ),
      ),
  );
}

/**
 * Voids the seals of an enterprise after a change of its registration ([4.14b]): all, or those of the legal person (personal
 * seals held by the enterprise), with their certificates and all authorizations. For the
 * transaction of the change; `operator` is named in the seals' history.
 */
export async function voidSeals(
  context: Context,
  entId: string,
  which: 'ALL' | 'LEGAL_PERSON',
  operator: Operator,
): Promise<Statement[]> {
  const { db, now } = context;
  const condition = and(
    eq(seal.ownerKey, enterpriseKey(entId)),
    isNull(seal.deletedAt),
    which === 'LEGAL_PERSON' ? eq(seal.category, 'PERSONAL') : undefined,
  );
  const rows = await db.select().from(seal).where(condition);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  return [
    ...rows.flatMap((row) => [
      ...revokeSealStatements(context, row, 'affiliationChanged'),
      recordOf(context, row.id, 'VOIDED', operator, { remark: row.name }),
    ]),
    ...sealsChanged(context, enterpriseKey(entId), await holdersOf(context, ids)),
    db.delete(sealGrant).where(inArray(sealGrant.sealId, ids)),
    db
      .update(seal)
      .set({ deletedAt: now, version: sql`${seal.version} + 1` })
      .where(and(inArray(seal.id, ids), isNull(seal.deletedAt))),
  ];
}

/** Voids the person's seals and certificates when the account is closed. */
export function endPersonsSeals(context: Context, accountId: string): Statement[] {
  const ownerKey = `P:${accountId}`;
  return [
    revokeStatement(context, { ownerKey }, 'cessationOfOperation'),
    context.db
      .update(seal)
      .set({ deletedAt: context.now, version: sql`${seal.version} + 1` })
      .where(and(eq(seal.ownerKey, ownerKey), isNull(seal.deletedAt))),
  ];
}
