import { eq, sql } from 'drizzle-orm';
import type { SealRecord } from '#core/seal/states.ts';
import { seal, sealRecord } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { SealTableRow } from './access.ts';

type SealRecordDetail = { remark?: string; taskId?: string; taskName?: string };
type Operator = { id: string; name: string };

/** An entry in the history of a seal. */
export function recordOf(
  context: Context,
  sealId: string,
  record: SealRecord,
  operator: Operator,
  more: SealRecordDetail = {},
): Statement {
  return context.db.insert(sealRecord).values({
    id: context.newId(),
    sealId,
    at: context.now,
    record,
    operatorId: operator.id,
    operator: operator.name,
    ...more,
  });
}

export const operatorOf = ({ actor }: SignedInContext): Operator => ({
  id: actor.accountId,
  name: actor.name,
});

/**
 * Commits a change of a seal with its history entry and consumes `proofs`. If the seal changed since it was read, throws
 * GuardFailed.
 */
export async function changeSeal(
  context: Context,
  row: Pick<SealTableRow, 'id' | 'version'>,
  set: Partial<typeof seal.$inferInsert>,
  more: readonly Statement[],
  proofs: readonly OneTimeProof[] = [],
): Promise<void> {
  const unchanged = sql`select 1 from ${seal} where ${seal.id} = ${row.id} and ${seal.version} = ${row.version} and ${seal.deletedAt} is null`;
  await commitSpending(
    context,
    proofs,
    [unchanged],
    [
      context.db
        .update(seal)
        .set({ ...set, version: row.version + 1 })
        .where(eq(seal.id, row.id)),
      ...more,
    ],
  );
}
