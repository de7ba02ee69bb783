import { and, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import type {
  decideRefund as decideCall,
  listRefunds as listCall,
  retryRefund as retryCall,
} from '#core/order/platform-calls.ts';
import { REFUND_MACHINE } from '#core/order/states.ts';
import { enterprise, purchase, purchaseRefund } from '#db/schema/index.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import { enterpriseKey, type SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { noteOrder, unchanged, unsafeReadOrder } from './orders.ts';
import { refundStands, undoRefund } from './request-refund.ts';
import { driveRefund, isNumberSpent, type Refund } from './run-refund.ts';

export async function listRefunds(
  input: ParsedInputOf<typeof listCall>,
  { db }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const where = and(isIf(purchaseRefund.state, input.status), containsIf(purchase.number, input.orderNumber));
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ refund: purchaseRefund, orderNumber: purchase.number, entName: enterprise.name })
      .from(purchaseRefund)
      .innerJoin(purchase, eq(purchase.id, purchaseRefund.orderId))
      .innerJoin(enterprise, eq(enterprise.id, purchase.enterpriseId))
      .where(where)
      .orderBy(desc(purchaseRefund.createdAt), desc(purchaseRefund.id)),
    db
      .select({ n: count() })
      .from(purchaseRefund)
      .innerJoin(purchase, eq(purchase.id, purchaseRefund.orderId))
      .where(where),
  );
  return {
    records: rows.map(({ refund, orderNumber, entName }) => ({
      refundId: refund.id,
      refundNumber: refund.number,
      orderId: refund.orderId,
      orderNumber,
      entName,
      kind: refund.kind,
      status: refund.state,
      amountFen: refund.amountFen,
      copies: refund.copies,
      reason: refund.reason,
      description: refund.description,
      requester: refund.requestedBy,
      reviewer: refund.reviewedBy,
      failure: refund.failure,
      createTime: refund.createdAt,
      doneTime: refund.doneAt,
      actions: [
        ...(can(REFUND_MACHINE, refund.state, 'approve') ? (['decide'] as const) : []),
        ...(can(REFUND_MACHINE, refund.state, 'retry') ? (['retry'] as const) : []),
      ],
    })),
    ...page,
  };
}

async function readRefund({ db }: SignedInContext, refundId: string): Promise<Refund> {
  const [row] = await db.select().from(purchaseRefund).where(eq(purchaseRefund.id, refundId));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/**
 * Approves a refund, which is then carried out automatically, or rejects it with a reason. Of two concurrent decisions
 * only one succeeds. Throws ALREADY_DECIDED, and REFUND_GOODS_OUT if shipped goods have not come back.
 */
export async function decideRefund(
  { refundId, approve, remark }: ParsedInputOf<typeof decideCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor, now } = context;
  const refund = await readRefund(context, refundId);
  if (!can(REFUND_MACHINE, refund.state, 'approve')) throw new AppError('ALREADY_DECIDED');
  const order = await unsafeReadOrder(context, refund.orderId);
  const review = { reviewedBy: actor.name, reviewedAt: now, reviewRemark: remark };
  const audit = auditOf(context, {
    action: approve ? 'REFUND_APPROVED' : 'REFUND_REJECTED',
    targetKind: 'ENTERPRISE',
    targetId: order.enterpriseId,
    targetName: order.number,
    remark: `${refund.number}, ${refund.amountFen}${remark ? `: ${remark}` : ''}`,
  });
  if (!approve) {
    const messages = enqueue(context, `order:${order.id}`, noticeEffect, {
      accountId: order.buyerId,
      ownerKey: enterpriseKey(order.enterpriseId),
      category: 'system',
      template: 'REFUND_REJECTED',
      params: { order: order.number, reason: remark },
      taskId: '',
    });
    await undoRefund(context, order, refund, 'reject', review, [audit, messages]);
    return null;
  }
  if (order.shippedAt !== null && order.returnedAt === null) throw new AppError('REFUND_GOODS_OUT');
  await commit(
    context,
    [unchanged(order), refundStands(refund)],
    [
      db
        .update(purchaseRefund)
        .set({ ...review, state: 'RUNNING', askAt: now })
        .where(eq(purchaseRefund.id, refundId)),
      ...noteOrder(context, order, 'refundApproved', {
        operator: actor.name,
        remark,
        amountFen: refund.amountFen,
      }),
      audit,
    ],
    new AppError('ALREADY_DECIDED'),
  );
  await run(context, refundId);
  return null;
}

/**
 * Retries a failed refund at the provider: under the same number, so that nothing is refunded twice, or under a new one
 * if the provider closed the number for good. Throws ORDER_CHANGED if the refund is running or done,
 * PAYMENT_UNAVAILABLE if the provider does not report its state.
 */
export async function retryRefund(
  { refundId }: ParsedInputOf<typeof retryCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor, now } = context;
  const refund = await readRefund(context, refundId);
  if (!can(REFUND_MACHINE, refund.state, 'retry')) throw new AppError('ORDER_CHANGED');
  const tries = (await isNumberSpent(context, refund)) ? refund.tries + 1 : refund.tries;
  const order = await unsafeReadOrder(context, refund.orderId);
  await commit(
    context,
    [unchanged(order), refundStands(refund)],
    [
      db
        .update(purchaseRefund)
        .set({ state: 'RUNNING', tries, providerRefundNo: '', failure: '', askAt: now })
        .where(eq(purchaseRefund.id, refundId)),
      ...noteOrder(context, order, 'refundRetried', { operator: actor.name, remark: refund.number }),
    ],
    new AppError('ORDER_CHANGED'),
  );
  await run(context, refundId);
  return null;
}

/** Runs the refund immediately instead of waiting for the next run of the job. */
const run = async (context: SignedInContext, refundId: string): Promise<void> =>
  driveRefund(context, await readRefund(context, refundId));
