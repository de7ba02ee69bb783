import { expect, it } from 'vitest';
import { getCredits } from '#core/credit/calls.ts';
import { askPayment, getOrder, payOrder, placeOrder } from '#core/order/calls.ts';
import { listSimulatedTrades, paySimulatedTrade } from '#core/payment/sim-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { ADMIN_A, COMPANY_A } from '#tests/fixtures/contracts.ts';
import { killService } from '#tests/fixtures/kill-service.ts';
import { until } from '#tests/fixtures/until.ts';
import { ownProduct } from './own-product.ts';

const product = ownProduct('chaos-pay');

const ORDERS = 10;
const PACKAGE = DEMO.packages[0]!;

async function isWell(): Promise<boolean> {
  const answer = await fetch(`${product().baseUrl}/ecapi/health`, {
    signal: AbortSignal.timeout(2_000),
  }).catch(() => null);
  if (!answer) return false;
  return ((await answer.json()) as { code?: number }).code === 200;
}

async function begin(admin: ApiClient): Promise<{ orderId: string; tradeNo: string }> {
  const { orderId } = await admin.call(placeOrder, {
    entId: COMPANY_A.id,
    packageId: PACKAGE.id,
    version: 1,
    count: 1,
  });
  await admin.call(payOrder, { orderId, method: 'simulator' });
  const { payments } = await admin.call(getOrder, { orderId });
  return { orderId, tradeNo: payments[0]!.tradeNo };
}

for (const victim of ['worker', 'libsql'] as const) {
  it(`loses no paid order and credits none twice when ${victim} is killed while they are paid`, async () => {
    const admin = await new ApiClient(product().baseUrl).login(ADMIN_A.loginName, DEMO.password);
    await admin.switchTo(COMPANY_A.id);
    const before = (await admin.call(getCredits, {})).available;
    const orders: Awaited<ReturnType<typeof begin>>[] = [];
    for (let i = 0; i < ORDERS; i++) orders.push(await begin(admin));
    let first: () => void;
    const oneDone = new Promise<void>((resolve) => {
      first = resolve;
    });
    const paying = orders.map(({ tradeNo }) =>
      admin.call(paySimulatedTrade, { tradeNo, notice: 'TWICE' }).then(
        () => first(),
        () => undefined,
      ),
    );
    // In the middle: one is answered, the others are under way.
    await oneDone;
    killService(product(), victim);
    await Promise.all(paying);
    await until(async () => expect(await isWell()).toBe(true));

    for (const { orderId, tradeNo } of orders) {
      // What the provider has is the truth: the money came or it did not.
      const [trade] = await admin.call(listSimulatedTrades, { tradeNo });
      if (trade!.state !== 'PAID') await admin.call(paySimulatedTrade, { tradeNo, notice: 'NOW' });
      await until(async () => expect((await admin.call(askPayment, { orderId })).payStatus).toBe('PAID'));
    }
    for (const { orderId } of orders) {
      const found = await admin.call(getOrder, { orderId });
      expect(found).toMatchObject({
        orderStatus: 'COMPLETED',
        goodsStatus: 'DELIVERED',
        paidFen: PACKAGE.form.priceFen,
        lot: { total: PACKAGE.form.quantity, remaining: PACKAGE.form.quantity },
      });
      expect(found.timeline.map(({ event }) => event)).toEqual(['place', 'begin', 'pay']);
      expect(found.refunds).toEqual([]);
    }
    expect((await admin.call(getCredits, {})).available).toBe(before + ORDERS * PACKAGE.form.quantity);
  });
}
