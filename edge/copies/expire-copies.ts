import { and, asc, gt, lte } from 'drizzle-orm';
import { copiesLot } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { expireLot } from './ledger.ts';

/** Lots in one run of the job; the next minute goes on with the rest. */
const AT_ONCE = 200;

/** A minute's job: what is left of lots whose term has ended leaves the balance, with its entry in the ledger. */
export async function expireCopies(context: Context): Promise<void> {
  const { db, now } = context;
  const over = await db
    .select({ id: copiesLot.id })
    .from(copiesLot)
    .where(and(gt(copiesLot.remaining, 0), lte(copiesLot.expiresAt, now)))
    .orderBy(asc(copiesLot.expiresAt))
    .limit(AT_ONCE);
  await commit(
    context,
    [],
    over.flatMap(({ id }) => expireLot(context, id)),
  );
}
