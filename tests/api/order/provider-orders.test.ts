/** Orders whose payment provider is WeChat Pay, driven in this process against a server that speaks its protocol. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import errorTexts from '#core/locales/zh-CN/error.ts';
import { getOrder, requestRefund } from '#core/order/calls.ts';
import { paymentKey, purchasePayment, purchaseRefund } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { askPayment, payOrder } from '#edge/order/pay-order.ts';
import { decideRefund, retryRefund } from '#edge/order/review-refund.ts';
import { runPaymentsJob } from '#edge/order/run-payments-job.ts';
import { runRefunds } from '#edge/order/run-refund.ts';
import { servePaymentNotices } from '#edge/payment/take-notice.ts';
import { faultIn } from '#tests/fixtures/faults.ts';
import {
  type Buyer,
  newBuyer,
  newPackage,
  newSeller,
  order,
  type TestPackage,
} from '#tests/fixtures/orders.ts';
import { paymentContext } from '#tests/fixtures/payment/payment-context.ts';
import { startWechat, type WechatServer } from '#tests/fixtures/payment/wechat-server.ts';
import { database, type Person } from '#tests/fixtures/people.ts';

const MINUTE_MS = 60_000;

let wechat: WechatServer;
let pack: TestPackage;
let log: string[];
beforeAll(async () => {
  wechat = await startWechat();
  pack = await newPackage(await newSeller());
  await database().delete(paymentKey).where(eq(paymentKey.provider, 'wechat'));
});
afterAll(() => wechat.close());
beforeEach(() => {
  wechat.state.refundStatus = 'SUCCESS';
  log = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void log.push(faultIn(words[0])));
});
afterEach(() => vi.restoreAllMocks());

async function contextOf({ id, name }: Person, entId: string, now = Date.now()): Promise<SignedInContext> {
  const context = await paymentContext(wechat.env, now);
  const actor = { accountId: id, name, entId, entName: '', ownerKey: `E:${entId}`, platformAdmin: true };
  return {
    ...context,
    actor,
    requestId: '',
    userAgent: '',
    remember: () => [],
  } as unknown as SignedInContext;
}

const asBuyer = ({ boss, ent }: Buyer, now?: number) => contextOf(boss, ent.id, now);
const request = new Request('https://signet.example/');

/** An order whose QR of WeChat Pay was scanned and paid; nobody here was told. */
async function scanned(buyer: Buyer): Promise<{ orderId: string; tradeNo: string }> {
  const { orderId } = await order(buyer, pack);
  const { qr } = await payOrder({ orderId, method: 'wechat' }, await asBuyer(buyer), request);
  expect(qr).toMatch(/^weixin:\/\/wxpay\//);
  const { payments } = await buyer.admin.call(getOrder, { orderId });
  const { tradeNo } = payments[0]!;
  wechat.pay(tradeNo);
  return { orderId, tradeNo };
}

/** A paid order for which a refund was requested and approved. */
async function approved(buyer: Buyer): Promise<{ refundId: string; orderId: string; tradeNo: string }> {
  const { orderId, tradeNo } = await scanned(buyer);
  expect(await askPayment({ orderId }, await asBuyer(buyer))).toMatchObject({ payStatus: 'PAID' });
  const { refundId } = await buyer.admin.call(requestRefund, {
    orderId,
    kind: 'WHOLE',
    amountFen: 10_001,
    reason: '买多了',
    description: '暂时用不到',
  });
  await decideRefund({ refundId, approve: true, remark: '' }, await asBuyer(buyer));
  return { refundId, orderId, tradeNo };
}

const refundRow = async (refundId: string) =>
  (await database().select().from(purchaseRefund).where(eq(purchaseRefund.id, refundId)))[0]!;

/** Numbers under which the provider was asked to give money of a trade back. */
const numbersOf = (tradeNo: string) => [
  ...new Set(
    wechat.asked
      .filter(({ method, url }) => method === 'POST' && url.pathname === '/v3/refund/domestic/refunds')
      .map(({ body }) => JSON.parse(body) as { out_trade_no: string; out_refund_no: string })
      .filter((sent) => sent.out_trade_no === tradeNo)
      .map((sent) => sent.out_refund_no),
  ),
];

describe('a refund', () => {
  it('unknown to the provider is requested again with its number: the money is refunded once', async () => {
    const buyer = await newBuyer();
    wechat.state.refundStatus = 'PROCESSING';
    const { refundId, orderId, tradeNo } = await approved(buyer);
    const { number, state, providerRefundNo } = await refundRow(refundId);
    expect([state, providerRefundNo]).toEqual(['RUNNING', `50${number}`]);
    // The provider lost it, or has not written it yet where it is asked.
    wechat.refunds.delete(number);
    wechat.state.refundStatus = 'SUCCESS';
    await runRefunds(await asBuyer(buyer, Date.now() + 2 * MINUTE_MS));
    expect(await refundRow(refundId)).toMatchObject({ state: 'RUNNING', tries: 0, failure: '' });
    await runRefunds(await asBuyer(buyer, Date.now() + 4.5 * MINUTE_MS));
    expect(await refundRow(refundId)).toMatchObject({ state: 'DONE', tries: 0 });
    expect(numbersOf(tradeNo)).toEqual([number]);
    expect((await buyer.admin.call(getOrder, { orderId })).orderStatus).toBe('REFUNDED');
  });

  it('that failed and may still be carried out is tried again under the same number', async () => {
    const buyer = await newBuyer();
    wechat.state.refundStatus = 'ABNORMAL';
    const { refundId, tradeNo } = await approved(buyer);
    const { number, state, failure } = await refundRow(refundId);
    expect([state, failure]).toEqual(['FAILED', 'ABNORMAL']);
    await retryRefund({ refundId }, await asBuyer(buyer));
    expect(await refundRow(refundId)).toMatchObject({ state: 'FAILED', failure: 'ABNORMAL' });
    // Somebody put it right at the provider meanwhile.
    wechat.refunds.get(number)!.status = 'SUCCESS';
    // A question that the provider refuses to answer does not stand in the way.
    wechat.faults.push(400);
    await retryRefund({ refundId }, await asBuyer(buyer));
    expect(await refundRow(refundId)).toMatchObject({ state: 'DONE', failure: '' });
    expect(numbersOf(tradeNo)).toEqual([number]);
  });

  it('that the provider ended for good is tried again under a new number', async () => {
    const buyer = await newBuyer();
    wechat.state.refundStatus = 'CLOSED';
    const { refundId, tradeNo } = await approved(buyer);
    const { number } = await refundRow(refundId);
    // What it ended gave nothing back.
    wechat.refunds.get(number)!.amount = 0;
    wechat.state.refundStatus = 'SUCCESS';
    await retryRefund({ refundId }, await asBuyer(buyer));
    expect(await refundRow(refundId)).toMatchObject({ state: 'DONE', tries: 1 });
    expect(numbersOf(tradeNo)).toEqual([number, `${number}-1`]);
  });

  it('is not tried again while the provider does not say how it stands', async () => {
    const buyer = await newBuyer();
    wechat.state.refundStatus = 'CLOSED';
    const { refundId, tradeNo } = await approved(buyer);
    wechat.faults.push(503, 503, 503);
    await expect(retryRefund({ refundId }, await asBuyer(buyer))).rejects.toThrow('PAYMENT_UNAVAILABLE');
    expect(await refundRow(refundId)).toMatchObject({ state: 'FAILED', tries: 0 });
    expect(numbersOf(tradeNo)).toHaveLength(1);
  });
});

it('a payment is booked by a job that began long ago: answers count by their own time', async () => {
  const buyer = await newBuyer();
  const { orderId, tradeNo } = await scanned(buyer);
  const began = Date.now() - 10 * MINUTE_MS;
  await database().update(purchasePayment).set({ askAt: began }).where(eq(purchasePayment.tradeNo, tradeNo));
  await runPaymentsJob(await asBuyer(buyer, began));
  expect((await buyer.admin.call(getOrder, { orderId })).payStatus).toBe('PAID');
});

it('a payment asked about by a slow clock is neither booked nor lost: it says to ask later', async () => {
  const buyer = await newBuyer();
  const { orderId } = await scanned(buyer);
  const behind = await asBuyer(buyer, Date.now() - 10 * MINUTE_MS);
  await expect(askPayment({ orderId }, behind)).rejects.toThrow('PAYMENT_UNAVAILABLE');
  expect(errorTexts.PAYMENT_UNAVAILABLE).toBe('支付平台暂时没有响应，请稍后重试；已付的款项不会丢失。');
  expect(await buyer.admin.call(getOrder, { orderId })).toMatchObject({ orderStatus: 'PAYING', paidFen: 0 });
  // askPayment asks every three seconds at most; the clock that is right is later than that anyway.
  expect(await askPayment({ orderId }, await asBuyer(buyer))).toEqual({
    orderStatus: 'COMPLETED',
    payStatus: 'PAID',
  });
});

it('a notification of another merchant pays nothing, and is refused', async () => {
  const buyer = await newBuyer();
  const { orderId, tradeNo } = await scanned(buyer);
  const foreign = wechat.paymentNotice(tradeNo, { change: { mchid: '1900000110' } });
  const notice = new Request('https://signet.example/pay/notify/wechat', { method: 'POST', ...foreign });
  const { status } = await servePaymentNotices(notice, await asBuyer(buyer));
  expect(status).toBe(500);
  expect(log).toEqual(['payment notification of wechat not taken: PAYMENT_NOTICE_REFUSED merchant']);
  expect(errorTexts.PAYMENT_NOTICE_REFUSED).toBe('支付通知没有通过校验，未受理。');
  expect(await buyer.admin.call(getOrder, { orderId })).toMatchObject({ orderStatus: 'PAYING', paidFen: 0 });
  await askPayment({ orderId }, await asBuyer(buyer));
});
