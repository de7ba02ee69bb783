import { and, asc, gt, lte } from 'drizzle-orm';
import { copiesLot } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { expireLot } from './ledger.ts';

/** Lots per run of the job; the rest follow a minute later. */
const AT_ONCE = 200;

/** Job, each minute: removes what is left of expired lots from the balance, with an entry in the ledger. */
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
