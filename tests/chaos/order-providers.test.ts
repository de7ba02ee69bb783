/** Orders of the built Worker at the services that take real money and issue real invoices, as they describe themselves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listOrders as listCertificateOrders } from '#core/certificate/calls.ts';
import { chinaDay } from '#core/china-time.ts';
import { getCredits } from '#core/credit/calls.ts';
import { runJobs } from '#core/internal/calls.ts';
import {
  askPayment,
  getOrder,
  listOffers,
  type OrderDetail,
  payOrder,
  placeOrder,
  requestRefund,
} from '#core/order/calls.ts';
import { cancelInvoice, downloadInvoice, requestInvoice, retryInvoice } from '#core/order/invoice-calls.ts';
import { decideRefund, listRefunds } from '#core/order/platform-calls.ts';
import { listReconciliations, reconcile } from '#core/order/reconciliation-calls.ts';
import { applyCertificate } from '#core/seal/certificate-calls.ts';
import { invoice as invoiceTable } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { Env } from '#edge/kernel/env.ts';
import { type Database, openDatabase } from '#edge/kernel/storage/database.ts';
import { freePort } from '#scripts/product/free-port.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import { ADMIN_A, COMPANY_A } from '#tests/fixtures/contracts.ts';
import { type InvoiceServer, invoiceBytes, startInvoices } from '#tests/fixtures/invoice-server.ts';
import { type AlipayServer, startAlipay } from '#tests/fixtures/payment/alipay-server.ts';
import { startWechat, type WechatServer } from '#tests/fixtures/payment/wechat-server.ts';
import { until } from '#tests/fixtures/until.ts';
import { INVOICE } from '../api/order/invoice-form.ts';
import { newSeal } from '../api/seal/seals.ts';

/** A build at hand saves making one. */
const built = process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};
const PACKAGE = DEMO.packages[0]!;
const { priceFen, quantity } = PACKAGE.form;

let wechat: WechatServer;
let alipay: AlipayServer;
let invoices: InvoiceServer;
let product: Product;
let db: Database;
let admin: ApiClient;
let seller: ApiClient;
let settings: Record<string, string>;
const dataDir = mkdtempSync(join(tmpdir(), 'signet-providers-'));

beforeAll(async () => {
  wechat = await startWechat();
  alipay = await startAlipay();
  invoices = await startInvoices();
  const port = await freePort();
  settings = {
    ...wechat.env,
    ...alipay.env,
    ...invoices.env,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  Object.assign(process.env, settings);
  product = await startProduct({ dataDir, port, ...built });
  const { libsqlUrl, libsqlToken } = product;
  db = openDatabase({ LIBSQL_URL: libsqlUrl, LIBSQL_AUTH_TOKEN: libsqlToken } as Env);
  admin = await new ApiClient(product.baseUrl).login(ADMIN_A.loginName, DEMO.password);
  await admin.switchTo(COMPANY_A.id);
  const platform = DEMO.accounts.find(({ platformAdmin }) => platformAdmin)!;
  seller = await new ApiClient(product.baseUrl).login(platform.loginName, DEMO.password);
});
afterAll(async () => {
  for (const name of Object.keys(settings)) delete process.env[name];
  await product.stop();
  for (const server of [wechat, alipay, invoices]) await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  invoices.state.says = 'issued';
  invoices.faults.length = 0;
});

const runDueJobs = () =>
  new ApiClient(product.baseUrl).call(runJobs, {}, { 'x-internal-key': product.internalKey });

/** What both payment providers do, each in its way. */
const PROVIDERS = {
  wechat: {
    qr: (tradeNo: string) => `weixin://wxpay/bizpayurl?pr=${tradeNo}`,
    /** Amount, currency and where to tell, as the provider was asked. */
    asked(tradeNo: string) {
      const { amount, notify_url } = wechat.trades.get(tradeNo)!.body as {
        amount: { total: number; currency: string };
        notify_url: string;
      };
      return { yuan: amount.total / 100, currency: amount.currency, notifyUrl: notify_url };
    },
    pay: (tradeNo: string) => wechat.pay(tradeNo),
    notice: (tradeNo: string) => wechat.paymentNotice(tradeNo),
    isTaken: async (response: Response) => response.status === 204,
    givenBack: (tradeNo: string) =>
      [...wechat.refunds.values()].filter((one) => one.tradeNo === tradeNo).map(({ amount }) => amount),
  },
  alipay: {
    qr: (tradeNo: string) => `https://qr.alipay.com/${tradeNo}`,
    asked(tradeNo: string) {
      const begun = alipay.asked
        .map(({ body }) => new URLSearchParams(body))
        .find(
          (form) =>
            form.get('method') === 'alipay.trade.precreate' && form.get('biz_content')!.includes(tradeNo),
        )!;
      const { total_amount } = JSON.parse(begun.get('biz_content')!) as { total_amount: string };
      // Alipay takes amounts in yuan and no other currency here.
      return { yuan: Number(total_amount), currency: 'CNY', notifyUrl: begun.get('notify_url')! };
    },
    pay: (tradeNo: string) => alipay.pay(tradeNo),
    notice: (tradeNo: string) => alipay.notice(tradeNo),
    isTaken: async (response: Response) => (await response.text()) === 'success',
    givenBack: (tradeNo: string) =>
      [...alipay.refunds.values()].filter((one) => one.tradeNo === tradeNo).map(({ fen }) => fen),
  },
} as const;
type Method = keyof typeof PROVIDERS;

const balance = async () => (await admin.call(getCredits, {})).available;

/** Places an order and asks for its QR. */
async function begun(method: Method): Promise<{ orderId: string; tradeNo: string; qr: string }> {
  const { orderId } = await admin.call(placeOrder, {
    entId: COMPANY_A.id,
    packageId: PACKAGE.id,
    version: 1,
    count: 1,
  });
  const { qr } = await admin.call(payOrder, { orderId, method });
  const { payments } = await admin.call(getOrder, { orderId });
  return { orderId, tradeNo: payments[0]!.tradeNo, qr };
}

async function orderOnce(orderId: string, is: (order: OrderDetail) => boolean): Promise<OrderDetail> {
  return until(async () => {
    const found = await admin.call(getOrder, { orderId });
    if (!is(found)) throw new Error(`the order is ${found.orderStatus}, its invoice ${found.invoiceStatus}`);
    return found;
  });
}

async function tell(method: Method, tradeNo: string): Promise<boolean> {
  const { asked, notice, isTaken } = PROVIDERS[method];
  const { notifyUrl } = asked(tradeNo);
  return isTaken(await fetch(notifyUrl, { method: 'POST', ...notice(tradeNo) }));
}

async function paid(method: Method = 'wechat'): Promise<OrderDetail> {
  const { orderId, tradeNo } = await begun(method);
  PROVIDERS[method].pay(tradeNo);
  expect(await tell(method, tradeNo)).toBe(true);
  return orderOnce(orderId, ({ payStatus }) => payStatus === 'PAID');
}

async function refundWhole({ orderId, orderNumber }: OrderDetail): Promise<void> {
  await admin.call(requestRefund, {
    orderId,
    kind: 'WHOLE',
    amountFen: priceFen,
    reason: '不再需要',
    description: '业务调整',
  });
  const [refund] = (await seller.call(listRefunds, { orderNumber })).records;
  await seller.call(decideRefund, { refundId: refund!.refundId, approve: true, remark: '' });
}

describe.each(['wechat', 'alipay'] as const)('an order that is paid by %s', (method) => {
  const provider = PROVIDERS[method];

  it('[1.11] is begun by QR in yuan, paid, credited, invoiced and refunded after its reversal', async () => {
    const { stampId } = await newSeal(admin);
    await admin.call(applyCertificate, { stampId });
    const [certificateOrder] = (await admin.call(listCertificateOrders, {})).records;
    expect(certificateOrder).toMatchObject({ organization: COMPANY_A.name });
    expect((await admin.call(listOffers, {})).methods).toEqual(['wechat', 'alipay']);
    const before = await balance();
    const { orderId, tradeNo, qr } = await begun(method);
    expect(qr).toBe(provider.qr(tradeNo));
    expect(provider.asked(tradeNo)).toEqual({
      yuan: priceFen / 100,
      currency: 'CNY',
      notifyUrl: `${product.baseUrl}/pay/notify/${method}`,
    });
    // Not paid before it is: the provider is asked and says so.
    expect(await admin.call(askPayment, { orderId })).toEqual({ orderStatus: 'PAYING', payStatus: 'PAYING' });
    provider.pay(tradeNo);
    expect(await tell(method, tradeNo)).toBe(true);
    const order = await orderOnce(orderId, ({ payStatus }) => payStatus === 'PAID');
    // Told again, it is taken and credited once.
    expect(await tell(method, tradeNo)).toBe(true);
    expect(order).toMatchObject({
      orderStatus: 'COMPLETED',
      goodsStatus: 'DELIVERED',
      paidFen: priceFen,
      payments: [{ method, tradeNo, status: 'PAID', paidFen: priceFen, givenBack: null }],
      lot: { total: quantity, remaining: quantity },
    });
    expect(await balance()).toBe(before + quantity);

    await admin.call(requestInvoice, { orderId, form: INVOICE });
    const { invoices: made } = await orderOnce(orderId, ({ invoiceStatus }) => invoiceStatus === 'ISSUED');
    await refundWhole(order);
    await runDueJobs();
    const over = await orderOnce(orderId, ({ orderStatus }) => orderStatus === 'REFUNDED');
    expect(over).toMatchObject({
      refundedFen: priceFen,
      invoiceStatus: 'CANCELLED',
      goodsStatus: 'TAKEN_BACK',
    });
    expect(provider.givenBack(tradeNo)).toEqual([priceFen]);
    expect(await balance()).toBe(before);
    expect(over.timeline.map(({ event }) => event)).toEqual([
      'place',
      'begin',
      'pay',
      'invoiceApplied',
      'invoiceIssued',
      'refund',
      'refundApproved',
      'invoiceCancelled',
      'refundDone',
    ]);
    const red = invoices.about(order.orderNumber).at(-1);
    expect(red).toMatchObject({ reverses: made[0]!.number, amountFen: priceFen });

    const day = chinaDay(Date.now());
    await seller.call(reconcile, { day });
    const row = (await seller.call(listReconciliations, {})).records.find(
      (one) => one.day === day && one.method === method,
    );
    expect(row).toMatchObject({ failure: '', differences: [] });
    expect(row!.matched).toBeGreaterThanOrEqual(2);
  });

  it('is paid where the notification never comes, and another merchant’s pays nothing', async () => {
    const { orderId, tradeNo } = await begun(method);
    provider.pay(tradeNo);
    const foreign =
      method === 'wechat'
        ? wechat.paymentNotice(tradeNo, { change: { mchid: '1900000110' } })
        : alipay.notice(tradeNo, { change: { seller_id: '2088000000000002' } });
    const answer = await fetch(provider.asked(tradeNo).notifyUrl, { method: 'POST', ...foreign });
    expect(await provider.isTaken(answer)).toBe(false);
    expect((await admin.call(getOrder, { orderId })).payStatus).toBe('PAYING');
    expect(await admin.call(askPayment, { orderId })).toEqual({
      orderStatus: 'COMPLETED',
      payStatus: 'PAID',
    });
  });
});

describe('an invoice of the service at INVOICE_URL', () => {
  const ofOrder = async (orderId: string) =>
    (await db.select().from(invoiceTable).where(eq(invoiceTable.orderId, orderId)))[0]!;
  /** A minute later. */
  async function later(orderId: string): Promise<void> {
    await db.update(invoiceTable).set({ askAt: 0 }).where(eq(invoiceTable.orderId, orderId));
    await runDueJobs();
  }
  const asked = (order: OrderDetail) => invoices.about(order.orderNumber);
  /** The service was asked, and what came of it is written. */
  async function answered(order: OrderDetail, times: number): Promise<void> {
    await expect.poll(() => asked(order).length).toBe(times);
    await orderOnce(order.orderId, ({ invoiceStatus }) => invoiceStatus === 'ISSUING');
  }

  it('is issued with what was asked for, and its files are those of the service', async () => {
    const order = await paid();
    await admin.call(requestInvoice, { orderId: order.orderId, form: INVOICE });
    const { invoices: made } = await orderOnce(
      order.orderId,
      ({ invoiceStatus }) => invoiceStatus === 'ISSUED',
    );
    const { invoiceId, number } = made[0]!;
    const { type, ...form } = INVOICE;
    expect(asked(order)).toEqual([
      {
        ...form,
        type,
        id: invoiceId,
        item: PACKAGE.form.name,
        quantity,
        amountFen: priceFen,
        orderNumber: order.orderNumber,
      },
    ]);
    expect(number).toBe(invoices.issued.get(invoiceId)!.number);
    for (const format of ['pdf', 'ofd'] as const) {
      const { bytes, fileName } = await admin.download(downloadInvoice, { invoiceId, format });
      expect(Buffer.from(bytes)).toEqual(invoiceBytes(number, format));
      expect(fileName).toBe(`${number}.${format}`);
    }
    // Voided, it has a red one with files of its own.
    await admin.call(cancelInvoice, { orderId: order.orderId });
    const [voided] = (await admin.call(getOrder, { orderId: order.orderId })).invoices;
    const red = await admin.download(downloadInvoice, { invoiceId, format: 'redPdf' });
    expect(Buffer.from(red.bytes)).toEqual(invoiceBytes(voided!.redNumber, 'pdf'));
    expect([...invoices.issued.values()].filter(({ reverses }) => reverses === number)).toHaveLength(1);
  });

  it('that is refused says why, and is issued once the platform asks again', async () => {
    const order = await paid();
    invoices.state.says = 'failed';
    await admin.call(requestInvoice, { orderId: order.orderId, form: INVOICE });
    const failed = await orderOnce(order.orderId, ({ invoiceStatus }) => invoiceStatus === 'FAILED');
    expect(failed.invoices[0]).toMatchObject({ failure: '购买方名称与税号不一致', number: '' });
    invoices.state.says = 'issued';
    await seller.call(retryInvoice, { orderId: order.orderId });
    await orderOnce(order.orderId, ({ invoiceStatus }) => invoiceStatus === 'ISSUED');
    expect(new Set(asked(order).map(({ id }) => id))).toEqual(new Set([failed.invoices[0]!.invoiceId]));
  });

  it('that takes its time is being issued meanwhile, and its order waits with a refund', async () => {
    const order = await paid();
    const { orderId } = order;
    invoices.state.says = 'running';
    await admin.call(requestInvoice, { orderId, form: INVOICE });
    await answered(order, 1);
    await refundWhole(order);
    await runDueJobs();
    expect(await admin.call(getOrder, { orderId })).toMatchObject({
      orderStatus: 'REFUNDING',
      invoiceStatus: 'ISSUING',
      refunds: [{ status: 'RUNNING' }],
    });
    expect(PROVIDERS.wechat.givenBack(order.payments[0]!.tradeNo)).toEqual([]);
    invoices.state.says = 'issued';
    await later(orderId);
    await orderOnce(orderId, ({ invoiceStatus }) => invoiceStatus === 'ISSUED');
  });

  it('is asked for again under its id where the service is dead, says nothing, or nonsense', async () => {
    for (const fault of ['drop', 503, 'silent', 'nonsense'] as const) {
      const order = await paid();
      if (fault === 'nonsense') invoices.state.says = 'nothing known';
      else invoices.faults.push(fault);
      await admin.call(requestInvoice, { orderId: order.orderId, form: INVOICE });
      await answered(order, 1);
      invoices.state.says = 'issued';
      await later(order.orderId);
      const { invoices: made } = await orderOnce(
        order.orderId,
        ({ invoiceStatus }) => invoiceStatus === 'ISSUED',
      );
      expect(asked(order).map(({ id }) => id)).toEqual([made[0]!.invoiceId, made[0]!.invoiceId]);
    }
  });

  it('whose answer was lost is the same one when it is asked for again', async () => {
    const order = await paid();
    invoices.faults.push('dropAfter');
    await admin.call(requestInvoice, { orderId: order.orderId, form: INVOICE });
    await answered(order, 1);
    const { id } = await ofOrder(order.orderId);
    const { number } = invoices.issued.get(id)!;
    await later(order.orderId);
    const { invoices: made } = await orderOnce(
      order.orderId,
      ({ invoiceStatus }) => invoiceStatus === 'ISSUED',
    );
    expect(made.map((one) => one.number)).toEqual([number]);
  });
});
