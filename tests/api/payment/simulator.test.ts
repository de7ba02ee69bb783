import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import * as calls from '#core/payment/sim-calls.ts';
import { outbox, paymentNotice } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { beginTrade, newTradeNo, simulatedProvider } from '#tests/fixtures/payments.ts';
import { database } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { product } from '#tests/product.ts';

const client = () => new ApiClient(product().baseUrl);
const told = (tradeNo: string) =>
  database().select().from(paymentNotice).where(eq(paymentNotice.tradeNo, tradeNo));

it('is paid once by anyone who scans, and the product is notified', async () => {
  const tradeNo = await beginTrade(9_900);
  const provider = await simulatedProvider();
  expect(await provider.ask(tradeNo)).toEqual({ state: 'waiting' });
  const { providerNo } = await client().call(calls.paySimulatedTrade, { tradeNo, notice: 'NOW' });
  expect(await provider.ask(tradeNo)).toMatchObject({ state: 'paid', providerNo, paidFen: 9_900 });
  expect(await told(tradeNo)).toHaveLength(1);
  await expect(provider.close(tradeNo)).rejects.toMatchObject({ name: 'PAYMENT_ALREADY_PAID' });
  await expect(beginTrade(9_900, tradeNo)).rejects.toMatchObject({ name: 'PAYMENT_ALREADY_PAID' });
});

it('accepts repeated notifications once, concurrent or later', async () => {
  const tradeNo = await beginTrade(100);
  const { providerNo } = await client().call(calls.paySimulatedTrade, { tradeNo, notice: 'TWICE' });
  expect(await client().call(calls.sendSimulatedNotice, { providerNo })).toEqual({ taken: true });
  expect(await told(tradeNo)).toHaveLength(1);
});

it('notifies late or never, and can be queried meanwhile', async () => {
  const tradeNo = await beginTrade(100);
  const provider = await simulatedProvider();
  const from = Date.now();
  const { providerNo } = await client().call(calls.paySimulatedTrade, { tradeNo, notice: 'LATE' });
  const [due] = await database()
    .select()
    .from(outbox)
    .where(and(eq(outbox.topic, 'simulatedNoticeDue'), eq(outbox.key, providerNo)));
  expect(due!.dueAt).toBeGreaterThanOrEqual(from + 60_000);
  const other = await beginTrade(100);
  await client().call(calls.paySimulatedTrade, { tradeNo: other, notice: 'NEVER' });
  for (const paid of [tradeNo, other]) {
    expect(await provider.ask(paid)).toMatchObject({ state: 'paid', paidFen: 100 });
    expect(await told(paid)).toEqual([]);
  }
});

it('takes too little, a second payment and one after the end, as real ones must never', async () => {
  const tradeNo = await beginTrade(500);
  const provider = await simulatedProvider();
  await client().call(calls.refuseSimulatedTrade, { tradeNo });
  expect(await provider.ask(tradeNo)).toEqual({ state: 'closed' });
  await client().call(calls.paySimulatedTrade, { tradeNo, paidFen: 499, notice: 'NOW' });
  await client().call(calls.paySimulatedTrade, { tradeNo, notice: 'NOW' });
  expect(await provider.ask(tradeNo)).toMatchObject({ state: 'paid', paidFen: 499 });
  expect(await told(tradeNo)).toHaveLength(2);
  const [trade] = await client().call(calls.listSimulatedTrades, { tradeNo });
  expect(trade).toMatchObject({ state: 'PAID', movements: [{ amountFen: 499 }, { amountFen: 500 }] });
});

it('gives back at most what was paid, however many refunds come at once', async () => {
  const tradeNo = await beginTrade(1_000);
  await client().call(calls.paySimulatedTrade, { tradeNo, notice: 'NEVER' });
  const provider = await simulatedProvider();
  const refund = (refundNo: string, amountFen: number) =>
    provider.refund({ tradeNo, refundNo, amountFen, totalFen: 1_000, reason: '' });
  const states = await Promise.all(['r1', 'r2', 'r3'].map((no) => refund(no, 400)));
  expect(states.map(({ state }) => state).sort()).toEqual(['done', 'done', 'failed']);
  const done = states.findIndex(({ state }) => state === 'done');
  // The same refund again is the same refund; with another amount it is refused.
  expect(await refund(['r1', 'r2', 'r3'][done]!, 400)).toEqual(states[done]);
  await expect(refund(['r1', 'r2', 'r3'][done]!, 1)).rejects.toMatchObject({ name: 'PAYMENT_REFUSED' });
  expect(await provider.askRefund({ tradeNo, refundNo: 'r9' })).toMatchObject({ state: 'failed' });
  const bill = await client().call(calls.readSimulatedBill, { day: chinaDay(Date.now()) });
  const own = bill.filter((line) => line.tradeNo === tradeNo);
  expect(own.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
    ['PAYMENT', 1_000],
    ['REFUND', 400],
    ['REFUND', 400],
  ]);
});

it('holds a refund until it is decided manually, fails it, and reports the result', async () => {
  const tradeNo = await beginTrade(1_000);
  const provider = await simulatedProvider();
  await client().call(calls.paySimulatedTrade, { tradeNo, notice: 'NEVER' });
  await client().call(calls.setSimulatedRefunds, { tradeNo, refunds: 'BY_HAND' });
  const ask = { tradeNo, refundNo: 'r1', amountFen: 1_000, totalFen: 1_000, reason: '' };
  const running = await provider.refund(ask);
  expect(running.state).toBe('running');
  const providerNo = running.providerRefundNo!;
  await client().call(calls.settleSimulatedRefund, { providerNo, done: false });
  expect(await provider.askRefund(ask)).toMatchObject({ state: 'failed' });
  expect(await told(tradeNo)).toHaveLength(1);
  await expect(client().call(calls.settleSimulatedRefund, { providerNo, done: true })).rejects.toThrow();
  // What failed is not counted as given back.
  await client().call(calls.setSimulatedRefunds, { tradeNo, refunds: 'AT_ONCE' });
  expect(await provider.refund({ ...ask, refundNo: 'r2' })).toMatchObject({ state: 'done' });
});

it('begins a trade once, and never with another amount', async () => {
  const tradeNo = await beginTrade(300);
  await beginTrade(300, tradeNo);
  await expect(beginTrade(301, tradeNo)).rejects.toMatchObject({ name: 'PAYMENT_REFUSED' });
  expect(await (await simulatedProvider()).ask(newTradeNo())).toEqual({ state: 'unknown' });
});

it('receives no notifications that are unsigned, on another path, or too long', async () => {
  const url = `${product().baseUrl}/pay/notify/simulator`;
  const post = async (at: string, body: string) => (await fetch(at, { method: 'POST', body })).status;
  expect(await post(url, '{"tradeNo":"T1"}')).toBe(403);
  expect(await post(url, 'x'.repeat(64 * 1024 + 1))).toBe(413);
  expect(await post(`${product().baseUrl}/pay/notify/paypal`, '{}')).toBe(404);
  expect(await post(`${product().baseUrl}/pay/notify/wechat`, '{}')).toBe(404);
  expect((await fetch(url)).status).toBe(405);
});

it('forgets after a week that a notification was taken, and nothing that came since', async () => {
  const day = 86_400_000;
  const [old, young] = [newTradeNo(), newTradeNo()];
  const row = (tradeNo: string, age: number) => ({
    key: `simulator:payment:${tradeNo}`,
    provider: 'simulator',
    tradeNo,
    takenAt: Date.now() - age,
  });
  await database()
    .insert(paymentNotice)
    .values([row(old, 7 * day + 1), row(young, 7 * day - 3_600_000)]);
  await runJobs();
  expect(await told(old)).toEqual([]);
  expect(await told(young)).toHaveLength(1);
});
