import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { getCredits, listLots, listTransfers } from '#core/credit/calls.ts';
import {
  confirmReceipt,
  getOrder,
  listOrders,
  placeOrder,
  requestRefund,
  withdrawRefund,
} from '#core/order/calls.ts';
import { requestInvoice } from '#core/order/invoice-calls.ts';
import {
  decideRefund,
  getPlatformOrder,
  listPlatformOrders,
  listRefunds,
  receiveReturn,
  retryRefund,
  shipOrder,
} from '#core/order/platform-calls.ts';
import { listReconciliations, reconcile } from '#core/order/reconciliation-calls.ts';
import { setSimulatedRefunds } from '#core/payment/sim-calls.ts';
import { listAudit } from '#core/platform/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { purchase } from '#db/schema/index.ts';
import { ledgerFaults } from '#edge/credit/check-ledger.ts';
import type { ApiClient } from '#tests/client.ts';
import { personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
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
import { database, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { INVOICE } from './invoice-form.ts';

let seller: ApiClient;
let pack: TestPackage;
beforeAll(async () => {
  seller = await newSeller();
  pack = await newPackage(seller);
});

const WHY = { reason: '买多了', description: '暂时用不到这么多份' };
const balance = async (admin: ApiClient) => (await admin.call(getCredits, {})).available;
const send = async (admin: ApiClient) => {
  const { name, mobile } = await newPerson();
  await admin.call(sendTask, await taskToSend(admin, [personSigner({ realName: name, mobile })]));
};
const refundOf = async (orderNumber: string) => (await seller.call(listRefunds, { orderNumber })).records[0]!;

describe('a refund', () => {
  it('[3.18d] of unused copies is requested, leaves the balance at once, is reviewed and repaid', async () => {
    const buyer = await newBuyer();
    const { admin } = buyer;
    const { orderId, orderNumber } = await paidOrder(buyer, pack);
    await send(admin);
    const before = await admin.call(getOrder, { orderId });
    // 9 of 10 copies for 100.01 yuan, rounded down to a fen.
    expect(before.refundable).toEqual({ whole: null, unused: { amountFen: 9_000, copies: 9 } });
    expect(await refusal(admin, requestRefund, { orderId, kind: 'UNUSED', amountFen: 9_001, ...WHY })).toBe(
      'REFUND_CHANGED',
    );
    expect(await refusal(admin, requestRefund, { orderId, kind: 'WHOLE', amountFen: 10_001, ...WHY })).toBe(
      'REFUND_NOTHING',
    );
    await admin.call(requestRefund, { orderId, kind: 'UNUSED', amountFen: 9_000, ...WHY });
    expect(await balance(admin)).toBe(0);
    expect(await admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'REFUNDING',
      payStatus: 'PAID',
      actions: ['withdrawRefund'],
      refunds: [{ kind: 'UNUSED', status: 'REQUESTED', amountFen: 9_000, copies: 9, ...WHY }],
    });
    const { refundId, ...row } = await refundOf(orderNumber);
    expect(row).toMatchObject({ entName: buyer.ent.name, status: 'REQUESTED', actions: ['decide'], ...WHY });
    await seller.call(decideRefund, { refundId, approve: true, remark: '' });
    await runJobs();
    expect(await admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'REFUNDED',
      goodsStatus: 'TAKEN_BACK',
      paidFen: 10_001,
      refundedFen: 9_000,
      lot: { total: 10, used: 1, remaining: 0 },
    });
    const kinds = (await admin.call(listTransfers, {})).records.map(({ kind, quantity }) => [kind, quantity]);
    expect(kinds).toEqual([
      ['REFUND', 9],
      ['RESERVE', 1],
      ['PURCHASE', 10],
    ]);
    expect((await admin.call(listLots, {})).records[0]).toMatchObject({ used: 1, remaining: 0 });
    expect(await ledgerFaults({ db: database() }, 0)).toEqual([]);
    const audit = await seller.call(listAudit, { size: 50 });
    expect(
      audit.records.some(({ action, remark }) => action === 'REFUND_APPROVED' && remark.includes('9000')),
    ).toBe(true);
  });

  it('that is rejected or withdrawn puts the copies back, and the order is as it was', async () => {
    const buyer = await newBuyer();
    const { admin } = buyer;
    const { orderId, orderNumber } = await paidOrder(buyer, pack);
    const request = () => admin.call(requestRefund, { orderId, kind: 'WHOLE', amountFen: 10_001, ...WHY });
    await request();
    expect(await refusal(admin, requestRefund, { orderId, kind: 'WHOLE', amountFen: 10_001, ...WHY })).toBe(
      'ORDER_CHANGED',
    );
    await admin.call(withdrawRefund, { orderId });
    expect(await balance(admin)).toBe(10);
    expect((await admin.call(getOrder, { orderId })).orderStatus).toBe('COMPLETED');
    await request();
    const { refundId } = await refundOf(orderNumber);
    expect(await refusal(seller, decideRefund, { refundId, approve: false, remark: '' })).toBe(
      'INPUT_INVALID',
    );
    await seller.call(decideRefund, { refundId, approve: false, remark: '已超过约定期限' });
    expect(await admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'COMPLETED',
      refundedFen: 0,
      lot: { remaining: 10 },
    });
    const [rejected] = (await admin.call(getOrder, { orderId })).refunds;
    expect(rejected).toMatchObject({ status: 'REJECTED', reviewRemark: '已超过约定期限' });
    expect(await balance(admin)).toBe(10);
    expect(await ledgerFaults({ db: database() }, 0)).toEqual([]);
  });

  it('that two requested or two decided at once is one; never more goes back than was paid', async () => {
    const buyer = await newBuyer();
    const { admin } = buyer;
    const { orderId, orderNumber } = await paidOrder(buyer, pack);
    const requests = await Promise.all(
      Array.from({ length: 4 }, () =>
        refusal(admin, requestRefund, { orderId, kind: 'WHOLE', amountFen: 10_001, ...WHY }),
      ),
    );
    expect(requests.filter((answer) => answer === 'OK')).toHaveLength(1);
    const { refundId } = await refundOf(orderNumber);
    const other = await newSeller();
    const decisions = await Promise.all([
      refusal(seller, decideRefund, { refundId, approve: true, remark: '' }),
      refusal(other, decideRefund, { refundId, approve: false, remark: '不同意' }),
      refusal(other, decideRefund, { refundId, approve: true, remark: '' }),
    ]);
    expect(decisions.filter((answer) => answer === 'OK')).toHaveLength(1);
    await runJobs();
    const over = await admin.call(getOrder, { orderId });
    expect(over.refundedFen).toBeLessThanOrEqual(over.paidFen);
    expect(over.refunds.filter(({ status }) => status === 'DONE').length).toBeLessThanOrEqual(1);
    expect(await ledgerFaults({ db: database() }, 0)).toEqual([]);
  });

  it('that fails is seen and tried again', async () => {
    const buyer = await newBuyer();
    const { admin } = buyer;
    const { orderId, orderNumber, payments } = await paidOrder(buyer, pack);
    const { tradeNo } = payments[0]!;
    await admin.call(setSimulatedRefunds, { tradeNo, refunds: 'FAIL' });
    await admin.call(requestRefund, { orderId, kind: 'WHOLE', amountFen: 10_001, ...WHY });
    const { refundId } = await refundOf(orderNumber);
    await seller.call(decideRefund, { refundId, approve: true, remark: '' });
    const failed = await refundOf(orderNumber);
    expect(failed).toMatchObject({ status: 'FAILED', actions: ['retry'] });
    expect(failed.failure).not.toBe('');
    expect((await admin.call(getOrder, { orderId })).orderStatus).toBe('REFUNDING');
    await admin.call(setSimulatedRefunds, { tradeNo, refunds: 'AT_ONCE' });
    await seller.call(retryRefund, { refundId });
    expect((await refundOf(orderNumber)).status).toBe('DONE');
    expect(await admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'REFUNDED',
      refundedFen: 10_001,
    });
    // An invoice for what was paid back is refused with its sentence.
    expect(await refusal(admin, requestInvoice, { orderId, form: INVOICE })).toBe('INVOICE_NOTHING');
  });
});

describe('goods that are shipped', () => {
  const shipTo = { receiver: '周知白', mobile: '13812345678', address: '福建省厦门市思明区软件园二期' };

  it('are to ship, shipped, confirmed, and after a return paid back', async () => {
    const buyer = await newBuyer();
    const { admin, ent } = buyer;
    const keys = await newPackage(seller, { goods: 'UKEY', quantity: 1, priceFen: 8_800, validDays: null });
    const { packageId, version } = keys;
    const input = { entId: ent.id, packageId, version, count: 2 };
    expect(await refusal(admin, placeOrder, input)).toBe('INPUT_INVALID');
    const { orderId, orderNumber } = await admin.call(placeOrder, { ...input, shipTo });
    await scanAndPay(admin, await beginPaying(admin, orderId));
    await orderOnce(admin, orderId, ({ orderStatus }) => orderStatus === 'TO_SHIP');
    expect((await seller.call(getPlatformOrder, { orderId })).shipTo).toEqual(shipTo);
    const [stored] = await database().select().from(purchase).where(eq(purchase.id, orderId));
    expect(JSON.stringify(stored)).not.toContain(shipTo.receiver);
    await seller.call(shipOrder, { orderId, carrier: '顺丰', trackingNumber: 'SF1234567890' });
    expect(await admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'SHIPPED',
      goodsStatus: 'SHIPPED',
      carrier: '顺丰',
      trackingNumber: 'SF1234567890',
    });
    await admin.call(confirmReceipt, { orderId });
    expect((await admin.call(getOrder, { orderId })).orderStatus).toBe('CONFIRMED');
    await admin.call(requestRefund, { orderId, kind: 'WHOLE', amountFen: 17_600, ...WHY });
    const { refundId } = await refundOf(orderNumber);
    expect(await refusal(seller, decideRefund, { refundId, approve: true, remark: '' })).toBe(
      'REFUND_GOODS_OUT',
    );
    await seller.call(receiveReturn, { orderId });
    expect(await admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'RETURNED',
      goodsStatus: 'RETURNED',
    });
    await seller.call(decideRefund, { refundId, approve: true, remark: '' });
    await runJobs();
    expect(await admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'REFUNDED',
      goodsStatus: 'RETURNED',
    });
  });

  it('count as arrived ten days after they were shipped, and the order as complete a week later', async () => {
    const buyer = await newBuyer();
    const keys = await newPackage(seller, { goods: 'UKEY', quantity: 1, validDays: null });
    const { packageId, version } = keys;
    const { orderId } = await buyer.admin.call(placeOrder, {
      entId: buyer.ent.id,
      packageId,
      version,
      count: 1,
      shipTo,
    });
    await scanAndPay(buyer.admin, await beginPaying(buyer.admin, orderId));
    await orderOnce(buyer.admin, orderId, ({ orderStatus }) => orderStatus === 'TO_SHIP');
    await seller.call(shipOrder, { orderId, carrier: '顺丰', trackingNumber: 'SF1234567891' });
    const ago = (days: number) => Date.now() - days * 86_400_000 - 1;
    const put = (times: object) => database().update(purchase).set(times).where(eq(purchase.id, orderId));
    await put({ shippedAt: ago(10) });
    await runJobs();
    expect((await buyer.admin.call(getOrder, { orderId })).orderStatus).toBe('CONFIRMED');
    await put({ confirmedAt: ago(7) });
    await runJobs();
    expect((await buyer.admin.call(getOrder, { orderId })).orderStatus).toBe('COMPLETED');
  });
});

describe('the platform', () => {
  it('finds orders by enterprise, number and state, and compares a daily bill with our records', async () => {
    const buyer = await newBuyer();
    const paid = await paidOrder(buyer, pack);
    await order(buyer, pack);
    const mine = (filters: object) =>
      seller.call(listPlatformOrders, { entName: buyer.ent.name, ...filters });
    expect((await mine({})).total).toBe(2);
    expect((await mine({ payStatus: 'PAID' })).records.map(({ orderId }) => orderId)).toEqual([paid.orderId]);
    expect((await mine({ orderStatus: 'CLOSED' })).total).toBe(0);
    expect((await mine({ orderNumber: paid.orderNumber })).total).toBe(1);
    expect((await buyer.admin.call(listOrders, { payStatus: 'PAID' })).total).toBe(1);

    // Paid, and nobody was told: the bill tells.
    const { orderId } = await order(buyer, pack);
    await scanAndPay(buyer.admin, await beginPaying(buyer.admin, orderId), { notice: 'NEVER' });
    const day = chinaDay(Date.now());
    await seller.call(reconcile, { day });
    expect((await buyer.admin.call(getOrder, { orderId })).orderStatus).toBe('COMPLETED');
    const [row] = (await seller.call(listReconciliations, {})).records.filter((one) => one.day === day);
    expect(row).toMatchObject({ method: 'simulator', failure: '' });
    const own = paid.payments.map(({ tradeNo }) => tradeNo);
    expect(row!.differences.filter(({ number }) => own.includes(number))).toEqual([]);
    expect(row!.matched).toBeGreaterThan(1);
  });
});
