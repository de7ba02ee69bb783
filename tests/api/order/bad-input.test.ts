/** What buyers, payers and providers may do wrong: each leaves a state, and says a sentence, that a person can go on from. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Call, InputOf } from '#core/call.ts';
import { getCredits } from '#core/credit/calls.ts';
import { askPayment, getOrder, listOrders, payOrder, placeOrder, requestRefund } from '#core/order/calls.ts';
import { requestInvoice } from '#core/order/invoice-calls.ts';
import { decideRefund, listRefunds, savePackage } from '#core/order/platform-calls.ts';
import { ORDER_STATES } from '#core/order/states.ts';
import { purchase, purchasePayment } from '#db/schema/index.ts';
import { ledgerFaults } from '#edge/credit/check-ledger.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  beginPaying,
  newBuyer,
  newPackage,
  newSeller,
  order,
  orderOnce,
  paidOrder,
  scanAndPay,
  type TestPackage,
} from '#tests/fixtures/orders.ts';
import { database } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { INVOICE } from './invoice-form.ts';

const DECIDED = '该申请刚刚已由其他审核人员处理，请刷新查看结果。';

let seller: ApiClient;
let pack: TestPackage;
beforeAll(async () => {
  seller = await newSeller();
  pack = await newPackage(seller);
});
// Whatever was done wrong, the ledger stays balanced.
afterEach(async () => expect(await ledgerFaults({ db: database() }, 0)).toEqual([]));

/** The sentence of a refusal, as a person reads it; `OK` where there is none. */
const said = async <C extends Call>(client: ApiClient, call: C, input: InputOf<C>): Promise<string> => {
  const { code, message } = await client.envelope(call, input);
  return code === 200 ? 'OK' : message;
};
const stateOf = async (admin: ApiClient, orderId: string) => {
  const { orderStatus, payStatus, goodsStatus, invoiceStatus } = await admin.call(getOrder, { orderId });
  expect(ORDER_STATES).toContain(orderStatus);
  return [orderStatus, payStatus, goodsStatus, invoiceStatus];
};
const balance = async (admin: ApiClient) => (await admin.call(getCredits, {})).available;
const refund = (orderId: string, amountFen: number, kind: 'WHOLE' | 'UNUSED' = 'WHOLE') => ({
  orderId,
  kind,
  amountFen,
  reason: '买多了',
  description: '暂时用不到',
});

describe('an order', () => {
  it('paid too little waits for its payment again, and the money goes back', async () => {
    const { admin, ent } = await newBuyer();
    const { orderId } = await order({ admin, ent }, pack);
    await scanAndPay(admin, await beginPaying(admin, orderId), { paidFen: 1 });
    const { timeline } = await orderOnce(
      admin,
      orderId,
      ({ payments }) => payments[0]!.status === 'RETURNED',
    );
    expect(timeline.at(-1)).toMatchObject({ event: 'giveBack', amountFen: 1 });
    expect(await stateOf(admin, orderId)).toEqual(['TO_PAY', 'UNPAID', 'NONE', 'NOT_ISSUED']);
    await runJobs();
    expect((await admin.call(getOrder, { orderId })).refunds).toMatchObject([
      { status: 'DONE', amountFen: 1 },
    ]);
    expect(await balance(admin)).toBe(0);
  });

  it('paid twice keeps one payment and its copies, and the other goes back', async () => {
    const { admin, ent } = await newBuyer();
    const { orderId, payments } = await paidOrder({ admin, ent }, pack);
    await scanAndPay(admin, payments[0]!.tradeNo);
    const { timeline } = await orderOnce(admin, orderId, (found) => found.payments.length === 2);
    expect(timeline.at(-1)!.event).toBe('returnTwice');
    await runJobs();
    expect(await stateOf(admin, orderId)).toEqual(['COMPLETED', 'PAID', 'DELIVERED', 'NOT_ISSUED']);
    expect((await admin.call(getOrder, { orderId })).timeline.at(-1)!.event).toBe('returnDone');
    expect(await balance(admin)).toBe(10);
    expect(await said(admin, payOrder, { orderId, method: 'simulator' })).toBe(
      '订单状态已变化，这一步没有执行。请刷新后查看。',
    );
  });

  it('paid after it was closed is refunded automatically', async () => {
    const { admin, ent } = await newBuyer();
    const { orderId } = await order({ admin, ent }, pack);
    const tradeNo = await beginPaying(admin, orderId);
    await database()
      .update(purchase)
      .set({ payBefore: Date.now() - 1 })
      .where(eq(purchase.id, orderId));
    expect(await said(admin, payOrder, { orderId, method: 'simulator' })).toBe(
      '支付时间已过，订单将自动关闭；如已付款，款项会入账或自动退回。请重新下单。',
    );
    await runJobs();
    expect(await stateOf(admin, orderId)).toEqual(['CLOSED', 'UNPAID', 'NONE', 'NOT_ISSUED']);
    await scanAndPay(admin, tradeNo);
    await orderOnce(admin, orderId, ({ orderStatus }) => orderStatus !== 'CLOSED');
    await runJobs();
    expect(await stateOf(admin, orderId)).toEqual(['REFUNDED', 'PAID', 'NONE', 'NOT_ISSUED']);
    const { timeline } = await admin.call(getOrder, { orderId });
    expect(timeline.map(({ event }) => event).slice(-2)).toEqual(['payLate', 'refundDone']);
    expect(await balance(admin)).toBe(0);
  });

  it('whose price changed before placing is not placed; a placed one keeps its price', async () => {
    const { admin, ent } = await newBuyer();
    const own = await newPackage(seller);
    const { orderId } = await order({ admin, ent }, own);
    await seller.call(savePackage, {
      packageId: own.packageId,
      version: own.version,
      form: { ...own.form, priceFen: 99_999 },
    });
    const { packageId, version } = own;
    expect(await said(admin, placeOrder, { entId: ent.id, packageId, version, count: 1 })).toBe(
      '套餐或价格刚刚有变动，尚未下单，也没有扣款。请查看最新价格后再下单。',
    );
    expect((await admin.call(listOrders, {})).total).toBe(1);
    const { amountFen } = await admin.call(payOrder, { orderId, method: 'simulator' });
    expect(amountFen).toBe(10_001);
    expect(await stateOf(admin, orderId)).toEqual(['PAYING', 'PAYING', 'NONE', 'NOT_ISSUED']);
  });
});

describe('a refund', () => {
  it('larger than the rest is rejected: the remaining amount has changed', async () => {
    const { admin, ent } = await newBuyer();
    const { orderId } = await paidOrder({ admin, ent }, pack);
    for (const kind of ['WHOLE', 'UNUSED'] as const)
      expect(await said(admin, requestRefund, refund(orderId, 10_002, kind))).toBe(
        '可退金额刚刚有变动，申请没有提交。请按最新金额重新申请。',
      );
    expect(await stateOf(admin, orderId)).toEqual(['COMPLETED', 'PAID', 'DELIVERED', 'NOT_ISSUED']);
    expect(await balance(admin)).toBe(10);
    const { orderId: unpaid } = await order({ admin, ent }, pack);
    expect(await said(admin, requestRefund, refund(unpaid, 10_001))).toBe(
      '订单状态已变化，这一步没有执行。请刷新后查看。',
    );
  });

  it('that two administrators request or decide concurrently happens once; the other is told', async () => {
    const { admin, ent } = await newBuyer();
    const { orderId, orderNumber } = await paidOrder({ admin, ent }, pack);
    const requests = await Promise.all([
      said(admin, requestRefund, refund(orderId, 10_001)),
      said(admin, requestRefund, refund(orderId, 10_001, 'UNUSED')),
    ]);
    expect(requests.filter((words) => words === 'OK')).toHaveLength(1);
    // By which of both it is noticed depends on who came how much later.
    expect([
      '订单状态已变化，这一步没有执行。请刷新后查看。',
      '可退金额刚刚有变动，申请没有提交。请按最新金额重新申请。',
    ]).toContain(requests.find((words) => words !== 'OK'));
    expect(await stateOf(admin, orderId)).toEqual(['REFUNDING', 'PAID', 'DELIVERED', 'NOT_ISSUED']);
    const [request] = (await seller.call(listRefunds, { orderNumber })).records;
    const other = await newSeller();
    const decision = { refundId: request!.refundId, approve: true, remark: '' };
    const decisions = await Promise.all([
      said(seller, decideRefund, decision),
      said(other, decideRefund, decision),
    ]);
    expect(decisions.toSorted()).toEqual([DECIDED, 'OK'].toSorted());
    await runJobs();
    expect(await stateOf(admin, orderId)).toEqual(['REFUNDED', 'PAID', 'TAKEN_BACK', 'NOT_ISSUED']);
    const { refundedFen, refunds } = await admin.call(getOrder, { orderId });
    expect([refundedFen, refunds.length]).toEqual([10_001, 1]);
  });
});

it('an invoice for an order that is being refunded or was refunded is refused', async () => {
  const { admin, ent } = await newBuyer();
  const { orderId, orderNumber } = await paidOrder({ admin, ent }, pack);
  await admin.call(requestRefund, refund(orderId, 10_001));
  const refused = '这个订单没有可开票的金额：未支付、正在退款或已全部退款。';
  expect(await said(admin, requestInvoice, { orderId, form: INVOICE })).toBe(refused);
  const [request] = (await seller.call(listRefunds, { orderNumber })).records;
  await seller.call(decideRefund, { refundId: request!.refundId, approve: true, remark: '' });
  await runJobs();
  expect(await stateOf(admin, orderId)).toEqual(['REFUNDED', 'PAID', 'TAKEN_BACK', 'NOT_ISSUED']);
  expect(await said(admin, requestInvoice, { orderId, form: INVOICE })).toBe(refused);
});

it('a notification before the order’s QR pays the order; the answer says that it changed', async () => {
  const { admin, ent } = await newBuyer();
  const { orderId } = await order({ admin, ent }, pack);
  const tradeNo = await beginPaying(admin, orderId);
  // As if the provider's answer were still under way.
  await database().update(purchasePayment).set({ qr: '' }).where(eq(purchasePayment.tradeNo, tradeNo));
  await scanAndPay(admin, tradeNo, { notice: 'NOW' });
  await orderOnce(admin, orderId, ({ payStatus }) => payStatus === 'PAID');
  expect(await said(admin, payOrder, { orderId, method: 'simulator' })).toBe(
    '订单状态已变化，这一步没有执行。请刷新后查看。',
  );
  expect(await admin.call(askPayment, { orderId })).toEqual({ orderStatus: 'COMPLETED', payStatus: 'PAID' });
  expect(await balance(admin)).toBe(10);
});
