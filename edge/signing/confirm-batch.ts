import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { Consent } from '#core/task/calls.ts';
import { signBatch, signBatchItem } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { type BatchRow, isConfirmed } from './batch-rows.ts';
import { type ConsentEvidence, checkConsent } from './check-consent.ts';

/** Validity of a consent to a batch: long enough to reconnect or to correct a seal and continue. */
const CONSENT_LASTS_MS = 15 * 60_000;

/**
 * Checks one proof of willingness for the entire batch and uses it up. The consent is valid in this session only, for
 * 15 minutes. A password is checked once here, regardless of the number of tasks.
 */
export async function confirm(context: SignedInContext, row: BatchRow, consent: Consent): Promise<BatchRow> {
  const { db, actor, now } = context;
  const willingness = await checkConsent(context, consent, row.id, row.digest);
  const evidence = willingness.evidence ?? {};
  const set = {
    method: consent.method,
    evidence,
    sessionId: actor.sessionId,
    goodUntil: now + CONSENT_LASTS_MS,
  };
  await commitSpending(
    context,
    willingness.once ? [willingness.once] : [],
    [],
    [db.update(signBatch).set(set).where(eq(signBatch.id, row.id))],
  );
  return { ...row, ...set };
}

/**
 * The consent to a batch, restricted to one of its tasks; the signing uses up that task's part. Throws
 * BATCH_CONSENT_ENDED if the consent is missing, expired or of another session.
 */
export function consentToItem(context: SignedInContext, row: BatchRow, taskId: string): ConsentEvidence {
  const { db, actor, now } = context;
  if (!isConfirmed(context, row)) throw new AppError('BATCH_CONSENT_ENDED');
  const item = and(eq(signBatchItem.batchId, row.id), eq(signBatchItem.taskId, taskId));
  const open = and(item, ne(signBatchItem.state, 'SUCCESS'));
  const good = and(
    eq(signBatch.id, row.id),
    eq(signBatch.sessionId, actor.sessionId),
    gt(signBatch.goodUntil, now),
    isNull(signBatch.closedAt),
  );
  const unspent = sql`select 1 from ${signBatchItem} where ${open} and exists (select 1 from ${signBatch} where ${good})`;
  return {
    method: row.method,
    evidence: { batch: row.digest, ...row.evidence },
    once: {
      unspent,
      spend: db.update(signBatchItem).set({ state: 'SUCCESS', problem: null }).where(item),
      async stillGood() {
        const [still] = await db
          .select({ open: sql<number>`${signBatchItem.state} <> 'SUCCESS'` })
          .from(signBatchItem)
          .innerJoin(signBatch, good)
          .where(item);
        if (!still) throw new AppError('BATCH_CONSENT_ENDED');
        // A concurrent duplicate of this request has already signed.
        if (!still.open) throw new AppError('ALREADY_SIGNED');
      },
    },
  };
}
