import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { allowUkey as allowCall } from '#core/seal/certificate-calls.ts';
import { UKEYS_PER_SEAL_TYPE } from '#core/seal/states.ts';
import { certificate, guard, seal, sealUkey } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { type Statement, withRetry } from '#edge/kernel/storage/commit.ts';
import { readSealToManage, type SealTableRow } from './access.ts';
import { changeSeal, operatorOf, recordOf } from './change-seal.ts';

type Input = ParsedInputOf<typeof allowCall>;

/** Lets a UKey use a seal ([6.3b]); of one seal type the enterprise has at most five ([5.14a], [9.11]). */
export function allowUkey(input: Input, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { db, actor, now } = context;
    const { row } = await readSealToManage(context, input.stampId);
    if (await isAllowed(context, row, input.serial)) return null;
    await changeSeal(context, row, {}, [
      db
        .insert(sealUkey)
        .values({ sealId: row.id, serial: input.serial, createdBy: actor.accountId, createdAt: now }),
      recordOf(context, row.id, 'UKEY_ALLOWED', operatorOf(context), { remark: input.serial }),
      ...notTooMany(context, row),
    ]);
    return null;
  });
}

/** Statements that come after one more UKey and fail it where another, for another seal of the type, was quicker. */
export function notTooMany({ db, newId }: Context, row: SealTableRow): Statement[] {
  const id = newId();
  const count = sql`select count(distinct ${sealUkey.serial}) from ${sealUkey} inner join ${seal} on ${seal.id} = ${sealUkey.sealId} where ${seal.ownerKey} = ${row.ownerKey} and ${seal.category} = ${row.category} and ${seal.deletedAt} is null`;
  return [
    db.insert(guard).values({ id, held: sql`(select 1 where (${count}) <= ${UKEYS_PER_SEAL_TYPE})` }),
    db.delete(guard).where(eq(guard.id, id)),
  ];
}

/**
 * Whether the UKey may use the seal already. Throws SEAL_UKEY_TOO_MANY when it may not and the enterprise has five
 * others for seals of this type.
 */
export async function isAllowed({ db }: Context, row: SealTableRow, serial: string): Promise<boolean> {
  const held = await db
    .select({ sealId: sealUkey.sealId, serial: sealUkey.serial })
    .from(sealUkey)
    .innerJoin(seal, eq(seal.id, sealUkey.sealId))
    .where(and(eq(seal.ownerKey, row.ownerKey), eq(seal.category, row.category), isNull(seal.deletedAt)));
  if (held.some((key) => key.sealId === row.id && key.serial === serial)) return true;
  const serials = new Set([...held.map((key) => key.serial), serial]);
  if (serials.size > UKEYS_PER_SEAL_TYPE)
    throw new AppError('SEAL_UKEY_TOO_MANY', { max: UKEYS_PER_SEAL_TYPE }, 'serial');
  return false;
}

export function forbidUkey(input: Input, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { row } = await readSealToManage(context, input.stampId);
    const [held] = await context.db
      .select()
      .from(sealUkey)
      .where(and(eq(sealUkey.sealId, row.id), eq(sealUkey.serial, input.serial)));
    if (!held) return null;
    await changeSeal(context, row, {}, [
      context.db.delete(sealUkey).where(and(eq(sealUkey.sealId, row.id), eq(sealUkey.serial, input.serial))),
      // Nobody may go on signing as this seal with that key.
      ...(held.certificateId
        ? [
            context.db
              .update(certificate)
              .set({ revokedAt: context.now, revocationReason: 'cessationOfOperation' })
              .where(and(eq(certificate.id, held.certificateId), isNull(certificate.revokedAt))),
          ]
        : []),
      recordOf(context, row.id, 'UKEY_FORBIDDEN', operatorOf(context), { remark: input.serial }),
    ]);
    return null;
  });
}
