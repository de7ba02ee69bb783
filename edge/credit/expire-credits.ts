import { and, asc, gt, lte } from 'drizzle-orm';
import { creditLot } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { expireLot } from './ledger.ts';

/** Lots per run of the job; the rest follow a minute later. */
const AT_ONCE = 200;

/** Job, each minute: removes what is left of expired lots from the balance, with an entry in the ledger. */
export async function expireCredits(context: Context): Promise<void> {
  const { db, now } = context;
  const over = await db
    .select({ id: creditLot.id })
    .from(creditLot)
    .where(and(gt(creditLot.remaining, 0), lte(creditLot.expiresAt, now)))
    .orderBy(asc(creditLot.expiresAt))
    .limit(AT_ONCE);
  await commit(
    context,
    [],
    over.flatMap(({ id }) => expireLot(context, id)),
  );
}
