import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { getCredits, listLots, listTransfers } from '#core/credit/calls.ts';
import {
  askPayment,
  getOrder,
  listOffers,
  listOrders,
  payOrder,
  placeOrder,
  revokeOrder,
} from '#core/order/calls.ts';
import { savePackage, switchPackage } from '#core/order/platform-calls.ts';
import { sendSimulatedNotice } from '#core/payment/sim-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { purchase, purchasePayment, purchaseRefund, simulatedMovement } from '#db/schema/index.ts';
import { ledgerFaults } from '#edge/credit/check-ledger.ts';
import type { ApiClient } from '#tests/client.ts';
import { personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentNotice } from '#tests/fixtures/messages.ts';
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
import { database, keyring, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

let seller: ApiClient;
let pack: TestPackage;
beforeAll(async () => {
  seller = await newSeller();
  pack = await newPackage(seller);
});

const endTime = (orderId: string, payBefore = Date.now() - 1) =>
  database().update(purchase).set({ payBefore }).where(eq(purchase.id, orderId));
const refundsOf = (orderId: string) =>
  database().select().from(purchaseRefund).where(eq(purchaseRefund.orderId, orderId));
const balance = async (admin: ApiClient) => (await admin.call(getCredits, {})).available;

describe('an order of copies', () => {
  it('[4.12b] [3.18a] is unpaid, paying and paid; its copies join the balance and tasks are sent', async () => {
    const buyer = await newBuyer();
    const { admin, ent } = buyer;
    const { orderId, orderNumber } = await order(buyer, pack, 2);
    expect(orderNumber).toMatch(/^OD\d{18}$/);
    const [row] = (await admin.call(listOrders, {})).records;
    expect(row).toMatchObject({
      orderId,
      orderNumber,
      entName: ent.name,
      name: pack.form.name,
      count: 2,
      quantity: 20,
      unitFen: 10_001,
      amountFen: 20_002,
      payStatus: 'UNPAID',
      orderStatus: 'TO_PAY',
      goodsStatus: 'NONE',
      invoiceStatus: 'NOT_ISSUED',
      actions: ['pay', 'revoke'],
    });
    const first = await admin.call(payOrder, { orderId, method: 'simulator' });
    // Asked again it is the same QR.
    expect(await admin.call(payOrder, { orderId, method: 'simulator' })).toEqual(first);
    expect(first.amountFen).toBe(20_002);
    const waiting = await admin.call(getOrder, { orderId });
    expect(waiting).toMatchObject({ payStatus: 'PAYING', orderStatus: 'PAYING' });
    await scanAndPay(admin, waiting.payments[0]!.tradeNo);
    const paid = await orderOnce(admin, orderId, ({ payStatus }) => payStatus === 'PAID');
    expect(paid).toMatchObject({ orderStatus: 'COMPLETED', goodsStatus: 'DELIVERED', paidFen: 20_002 });
    expect(paid.timeline.map(({ event }) => event)).toEqual(['place', 'begin', 'pay']);
    expect(paid.lot).toMatchObject({ total: 20, used: 0, remaining: 20 });
    const [lot] = (await admin.call(listLots, {})).records;
    expect(lot).toMatchObject({ source: 'PURCHASE', total: 20, number: paid.lot!.number });
    expect(lot!.expireTime! - lot!.grantTime).toBe(365 * 86_400_000);
    const [transfer] = (await admin.call(listTransfers, {})).records;
    expect(transfer).toMatchObject({ kind: 'PURCHASE', quantity: 20, remark: orderNumber });
    await sentNotice(await signedIn(buyer.boss), orderNumber);
    const { name, mobile } = await newPerson();
    await admin.call(sendTask, await taskToSend(admin, [personSigner({ realName: name, mobile })]));
    expect(await balance(admin)).toBe(19);
  });

  it('is paid once, however often, in whatever way and whenever it is reported', async () => {
    const buyer = await newBuyer();
    const { orderId } = await order(buyer, pack);
    const tradeNo = await beginPaying(buyer.admin, orderId);
    const { providerNo } = await scanAndPay(buyer.admin, tradeNo, { notice: 'TWICE' });
    await Promise.all([
      buyer.admin.call(askPayment, { orderId }),
      buyer.admin.call(sendSimulatedNotice, { providerNo }),
      runJobs(),
    ]);
    await orderOnce(buyer.admin, orderId, ({ payStatus }) => payStatus === 'PAID');
    await runJobs();
    expect(await balance(buyer.admin)).toBe(10);
    expect(await refundsOf(orderId)).toEqual([]);
    expect((await buyer.admin.call(listLots, {})).total).toBe(1);
  });

  it('is paid even without a notification: the page queries, and so does a job', async () => {
    const buyer = await newBuyer();
    const asked = await order(buyer, pack);
    await scanAndPay(buyer.admin, await beginPaying(buyer.admin, asked.orderId), { notice: 'NEVER' });
    expect(await buyer.admin.call(askPayment, { orderId: asked.orderId })).toEqual({
      orderStatus: 'COMPLETED',
      payStatus: 'PAID',
    });
    const left = await order(buyer, pack);
    await scanAndPay(buyer.admin, await beginPaying(buyer.admin, left.orderId), { notice: 'NEVER' });
    await database()
      .update(purchasePayment)
      .set({ askAt: Date.now() - 1 })
      .where(eq(purchasePayment.orderId, left.orderId));
    await runJobs();
    expect((await buyer.admin.call(getOrder, { orderId: left.orderId })).orderStatus).toBe('COMPLETED');
    expect(await balance(buyer.admin)).toBe(20);
  });

  it('[4.12f] [9.35j] is closed automatically when its time to pay ends, unless paid meanwhile', async () => {
    const buyer = await newBuyer();
    const [unpaid, paid] = [await order(buyer, pack), await order(buyer, pack)];
    const { payBefore, createTime } = await buyer.admin.call(getOrder, { orderId: unpaid.orderId });
    expect(payBefore - createTime).toBe(30 * 60_000);
    const waiting = await beginPaying(buyer.admin, unpaid.orderId);
    await scanAndPay(buyer.admin, await beginPaying(buyer.admin, paid.orderId), { notice: 'NEVER' });
    await endTime(unpaid.orderId);
    await endTime(paid.orderId);
    expect(await refusal(buyer.admin, payOrder, { orderId: unpaid.orderId, method: 'simulator' })).toBe(
      'ORDER_PAY_TIME_OVER',
    );
    await runJobs();
    expect(await buyer.admin.call(getOrder, { orderId: unpaid.orderId })).toMatchObject({
      orderStatus: 'CLOSED',
      payStatus: 'UNPAID',
      actions: [],
      payments: [{ tradeNo: waiting, status: 'CLOSED' }],
    });
    expect((await buyer.admin.call(getOrder, { orderId: paid.orderId })).orderStatus).toBe('COMPLETED');
  });

  it('that is paid after it was closed is refunded automatically and credits nothing', async () => {
    const buyer = await newBuyer();
    const { orderId } = await order(buyer, pack);
    const tradeNo = await beginPaying(buyer.admin, orderId);
    await endTime(orderId);
    await runJobs();
    await scanAndPay(buyer.admin, tradeNo);
    await orderOnce(buyer.admin, orderId, ({ orderStatus }) => orderStatus === 'REFUNDING');
    await runJobs();
    const over = await buyer.admin.call(getOrder, { orderId });
    expect(over).toMatchObject({ orderStatus: 'REFUNDED', goodsStatus: 'NONE', paidFen: 0, actions: [] });
    expect(over.payments).toMatchObject([{ status: 'RETURNED', givenBack: 'LATE', paidFen: 10_001 }]);
    expect(over.refunds).toMatchObject([{ kind: 'RETURN', status: 'DONE', amountFen: 10_001 }]);
    expect(await balance(buyer.admin)).toBe(0);
  });

  it('that is paid twice, or in another amount, keeps what is due once and gives the rest back', async () => {
    const buyer = await newBuyer();
    const { orderId } = await order(buyer, pack);
    const short = await beginPaying(buyer.admin, orderId);
    await scanAndPay(buyer.admin, short, { paidFen: 10_000 });
    const again = await orderOnce(buyer.admin, orderId, ({ orderStatus }) => orderStatus === 'TO_PAY');
    expect(again.payments).toMatchObject([{ givenBack: 'AMOUNT', paidFen: 10_000, status: 'RETURNED' }]);
    const whole = await beginPaying(buyer.admin, orderId);
    expect(whole).not.toBe(short);
    await scanAndPay(buyer.admin, whole);
    await orderOnce(buyer.admin, orderId, ({ orderStatus }) => orderStatus === 'COMPLETED');
    await scanAndPay(buyer.admin, whole);
    const twice = await orderOnce(buyer.admin, orderId, ({ payments }) => payments.length === 3);
    expect(twice.payments[2]).toMatchObject({ givenBack: 'TWICE', status: 'RETURNED' });
    await runJobs();
    const over = await buyer.admin.call(getOrder, { orderId });
    expect(over).toMatchObject({ orderStatus: 'COMPLETED', paidFen: 10_001, refundedFen: 0 });
    expect(over.refunds.map(({ kind, status, amountFen }) => [kind, status, amountFen]).toSorted()).toEqual([
      ['RETURN', 'DONE', 10_000],
      ['RETURN', 'DONE', 10_001],
    ]);
    expect(await balance(buyer.admin)).toBe(10);
    expect(await ledgerFaults({ db: database() }, 0)).toEqual([]);
  });

  it('that is paid before the response with its QR code arrives is paid, and the buyer is told', async () => {
    const buyer = await newBuyer();
    const { orderId } = await order(buyer, pack);
    const tradeNo = await beginPaying(buyer.admin, orderId);
    // As if the Worker had died between the provider's answer and ours.
    await database().update(purchasePayment).set({ qr: '' }).where(eq(purchasePayment.tradeNo, tradeNo));
    await scanAndPay(buyer.admin, tradeNo, { notice: 'NEVER' });
    expect(await refusal(buyer.admin, payOrder, { orderId, method: 'simulator' })).toBe('ORDER_CHANGED');
    expect(await buyer.admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'COMPLETED',
      payments: [{ tradeNo, status: 'PAID' }],
    });
    expect(await balance(buyer.admin)).toBe(10);
  });

  it('is paid by no notification that is another merchant’s, in another currency, old or forged', async () => {
    const buyer = await newBuyer();
    const { orderId } = await order(buyer, pack);
    const tradeNo = await beginPaying(buyer.admin, orderId);
    const said = {
      merchant: 'simulated-merchant',
      currency: 'CNY',
      sentAt: Date.now(),
      kind: 'PAYMENT',
      tradeNo,
      refundNo: '',
      providerNo: 'SP000000000001',
      amountFen: 10_001,
      state: 'DONE',
      at: Date.now(),
    };
    const keys = await keyring();
    const tell = async (change: object, signature?: string) => {
      const body = JSON.stringify({ ...said, ...change });
      const headers = {
        'x-simulator-signature': signature ?? (await keys.indexOf(body, 'simulated-payment')),
      };
      const { status } = await fetch(`${product().baseUrl}/pay/notify/simulator`, {
        method: 'POST',
        headers,
        body,
      });
      return status;
    };
    expect(await tell({ merchant: 'another-merchant' })).toBe(403);
    expect(await tell({ currency: 'USD' })).toBe(403);
    expect(await tell({ sentAt: Date.now() - 3_600_000 })).toBe(403);
    expect(await tell({}, '0'.repeat(64))).toBe(403);
    await runJobs();
    expect(await buyer.admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'PAYING',
      paidFen: 0,
      payments: [{ status: 'WAITING' }],
    });
    // The same, rightly signed, is taken.
    expect(await tell({})).toBe(200);
    await orderOnce(buyer.admin, orderId, ({ payStatus }) => payStatus === 'PAID');
  });

  it('is paid regardless of clocks: the provider’s is ahead, or the time to pay is over here', async () => {
    const buyer = await newBuyer();
    const { orderId } = await order(buyer, pack);
    const tradeNo = await beginPaying(buyer.admin, orderId);
    const { providerNo } = await scanAndPay(buyer.admin, tradeNo, { notice: 'NEVER' });
    await database()
      .update(simulatedMovement)
      .set({ at: Date.now() + 3_600_000 })
      .where(eq(simulatedMovement.providerNo, providerNo));
    await endTime(orderId);
    expect((await buyer.admin.call(askPayment, { orderId })).orderStatus).toBe('COMPLETED');
    const { payTime } = await buyer.admin.call(getOrder, { orderId });
    expect(payTime).toBeLessThanOrEqual(Date.now());
  });

  it('is taken back before it is paid, and not after', async () => {
    const buyer = await newBuyer();
    const [open, paid] = [await order(buyer, pack), await paidOrder(buyer, pack)];
    await buyer.admin.call(revokeOrder, { orderId: open.orderId });
    expect((await buyer.admin.call(getOrder, { orderId: open.orderId })).orderStatus).toBe('REVOKED');
    expect(await refusal(buyer.admin, revokeOrder, { orderId: paid.orderId })).toBe('ORDER_CHANGED');
    expect(await refusal(buyer.admin, payOrder, { orderId: open.orderId, method: 'simulator' })).toBe(
      'ORDER_CHANGED',
    );
  });

  it('is placed at the price seen: a changed one is refused, and an order keeps its own', async () => {
    const buyer = await newBuyer();
    const own = await newPackage(seller);
    const { orderId } = await order(buyer, own);
    const next = await seller.call(savePackage, {
      packageId: own.packageId,
      version: own.version,
      form: { ...own.form, priceFen: 20_000 },
    });
    expect(next.version).toBe(2);
    const input = { entId: buyer.ent.id, packageId: own.packageId, count: 1 };
    expect(await refusal(buyer.admin, placeOrder, { ...input, version: 1 })).toBe('PACKAGE_CHANGED');
    const offers = (await buyer.admin.call(listOffers, {})).offers;
    expect(offers.find(({ packageId }) => packageId === own.packageId)).toMatchObject({
      version: 2,
      priceFen: 20_000,
    });
    expect((await buyer.admin.call(getOrder, { orderId })).amountFen).toBe(10_001);
    // Of two who change it at once one is told.
    expect(await refusal(seller, savePackage, { packageId: own.packageId, version: 1, form: own.form })).toBe(
      'PACKAGE_CHANGED',
    );
    await seller.call(switchPackage, { packageId: own.packageId, version: 2, onSale: false });
    expect(await refusal(buyer.admin, placeOrder, { ...input, version: 2 })).toBe('PACKAGE_CHANGED');
  });

  it('is for the enterprises that it is offered to', async () => {
    const buyer = await newBuyer();
    const inside = await newPackage(seller, { audience: 'INSIDE' });
    const offered = (await buyer.admin.call(listOffers, {})).offers.map(({ packageId }) => packageId);
    expect(offered).toContain(pack.packageId);
    expect(offered).not.toContain(inside.packageId);
    const { packageId, version } = inside;
    expect(
      await refusal(buyer.admin, placeOrder, { entId: buyer.ent.id, packageId, version, count: 1 }),
    ).toBe('NOT_FOUND');
  });

  it('is seen by its enterprise’s administrators, acting for it or as themselves, and no others', async () => {
    const buyer = await newBuyer();
    const { orderId } = await order(buyer, pack);
    const self = await signedIn(buyer.boss);
    expect((await self.call(listOrders, {})).records.map((row) => row.orderId)).toEqual([orderId]);
    const stranger = await newBuyer();
    const colleague = await newPerson();
    for (const client of [stranger.admin, await signedIn(stranger.boss), await signedIn(colleague)]) {
      expect(await refusal(client, getOrder, { orderId })).toBe('NOT_FOUND');
      expect(await refusal(client, payOrder, { orderId, method: 'simulator' })).toBe('NOT_FOUND');
      expect((await client.call(listOrders, {})).total).toBe(0);
    }
    const { packageId, version } = pack;
    expect(
      await refusal(stranger.admin, placeOrder, { entId: buyer.ent.id, packageId, version, count: 1 }),
    ).toBe('NOT_FOUND');
    const other = await newCompany(buyer.boss, {}, 0);
    expect((await (await signedIn(buyer.boss, other)).call(listOrders, {})).total).toBe(0);
  });
});
