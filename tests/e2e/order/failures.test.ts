import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestInvoice } from '#core/order/invoice-calls.ts';
import { savePackage } from '#core/order/platform-calls.ts';
import { setSimulatedRefunds } from '#core/payment/sim-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { purchase } from '#db/schema/index.ts';
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
} from '#tests/fixtures/orders.ts';
import { database, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { INVOICE } from '../../api/order/invoice-form.ts';
import { flaws } from '../axe.ts';
import { openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { openSession } from '../realname/open-as-new.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The next request of this path finds no network. */
const cut = (page: Page, path: string) => page.route(path, (route) => route.abort(), { times: 1 });

describe('what fails is said, and nothing that was typed is lost', () => {
  it('[8.16b] an order that is not submitted: its price changed, or there is no network', async () => {
    const seller = await newSeller();
    const pack = await newPackage(seller);
    const buyer = await newBuyer();
    const { page, context } = await openSession(browser, buyer.admin, '/company/recharge');
    await page.getByRole('button', { name: '购买份数' }).click();
    const buying = page.getByRole('dialog', { name: '购买' });
    await buying.getByRole('radio', { name: new RegExp(pack.form.name) }).check();
    await buying.getByRole('spinbutton', { name: '购买数量' }).fill('3');
    await cut(page, '**/assemble/order/save*');
    await buying.getByRole('button', { name: '提交订单' }).click();
    await page.getByText('订单提交失败。网络请求失败，请重试。').waitFor();
    await buying.getByText('¥300.03', { exact: true }).waitFor();

    await seller.call(savePackage, {
      packageId: pack.packageId,
      version: pack.version,
      form: { ...pack.form, priceFen: 20_000 },
    });
    await buying.getByRole('button', { name: '提交订单' }).click();
    await page.getByText('套餐或价格刚刚有变动，尚未下单，也没有扣款。请查看最新价格后再下单。').waitFor();
    await screenshot(page, 'order-price-changed');
    // The new price is there to be chosen; the former one cannot be submitted again.
    await buying.getByText('¥200.00').waitFor();
    await buying.getByRole('button', { name: '提交订单' }).click();
    await buying.getByText('请选择套餐').first().waitFor();
    await buying.getByRole('radio', { name: new RegExp(pack.form.name) }).check();
    await buying.getByText('¥600.00', { exact: true }).waitFor();
    await buying.getByRole('button', { name: '提交订单' }).click();
    await page.getByRole('dialog', { name: '扫码支付' }).getByText('¥600.00').waitFor();
    await context.close();
  });

  it('[8.16b] a refund that is not submitted, and one that the provider does not carry out', async () => {
    const seller = await newSeller();
    const pack = await newPackage(seller);
    const buyer = await newBuyer();
    const { orderId, orderNumber, payments } = await paidOrder(buyer, pack);
    await buyer.admin.call(setSimulatedRefunds, { tradeNo: payments[0]!.tradeNo, refunds: 'FAIL' });
    const { page, context } = await openSession(browser, buyer.admin, `/order/${orderId}`);
    await page.getByRole('button', { name: '申请退款' }).click();
    const asking = page.getByRole('dialog', { name: /申请退款$/ });
    const reason = asking.getByRole('textbox', { name: '退款原因' });
    await asking.getByRole('radio', { name: /^退未使用部分/ }).check();
    await reason.fill('买多了');
    await asking.getByRole('textbox', { name: '详细说明' }).fill('暂时用不到');
    await cut(page, '**/order/refund/apply*');
    await asking.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('退款申请提交失败。网络请求失败，请重试。').waitFor();

    // A copy is spent between looking and submitting.
    const { name, mobile } = await newPerson();
    await buyer.admin.call(
      sendTask,
      await taskToSend(buyer.admin, [personSigner({ realName: name, mobile })]),
    );
    await asking.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('可退金额刚刚有变动，申请没有提交。请按最新金额重新申请。').waitFor();
    await asking.getByRole('radio', { name: /^退未使用部分 · ¥90\.00/ }).waitFor();
    expect(await reason.inputValue()).toBe('买多了');
    await screenshot(page, 'order-refund-changed');
    await asking.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('退款申请已提交，等待平台审核').waitFor();

    const platform = await openSession(browser, seller, `/platform/refund?orderNumber=${orderNumber}`);
    const row = platform.page.getByRole('row', { name: new RegExp(orderNumber) });
    await row.getByRole('button', { name: '同意' }).click();
    await platform.page.getByRole('alertdialog').getByRole('button', { name: '同意' }).click();
    await row.getByText('退款失败').waitFor();
    await row.getByText('SIMULATED_FAILURE').waitFor();
    await screenshot(platform.page, 'platform-refund-failed');
    await page.getByText('退款失败，等待平台处理').waitFor();
    await screenshot(page, 'order-refund-failed');
    await buyer.admin.call(setSimulatedRefunds, { tradeNo: payments[0]!.tradeNo, refunds: 'AT_ONCE' });
    await row.getByRole('button', { name: '重试退款' }).click();
    await row.getByText('已退款').waitFor();
    await page.getByText('退款完成').first().waitFor();
    await platform.context.close();
    await context.close();
  });

  it('[8.16b] an invoice that is not requested or not downloaded', async () => {
    const buyer = await newBuyer();
    const { orderId } = await paidOrder(buyer, await newPackage(await newSeller()));
    const { page, context } = await openSession(browser, buyer.admin, `/order/${orderId}`);
    await page.getByRole('button', { name: '申请开票' }).click();
    const asking = page.getByRole('dialog', { name: /申请开票$/ });
    const fields = { 电子邮箱: INVOICE.email, 纳税人识别号: INVOICE.taxId, 联系电话: INVOICE.phone };
    for (const [name, value] of Object.entries({ ...fields, 邮寄地址: INVOICE.address }))
      await asking.getByRole('textbox', { name }).fill(value);
    await cut(page, '**/assemble/invoice/apply*');
    await asking.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('开票申请提交失败。网络请求失败，请重试。').waitFor();
    expect(await asking.getByRole('textbox', { name: '邮寄地址' }).inputValue()).toBe(INVOICE.address);
    await asking.getByRole('button', { name: '取消' }).click();
    await buyer.admin.call(requestInvoice, { orderId, form: INVOICE });
    await page.getByRole('button', { name: '下载 PDF' }).waitFor();
    await cut(page, '**/assemble/invoice/download*');
    await page.getByRole('button', { name: '下载 PDF' }).click();
    await page.getByText('下载失败。网络请求失败，请重试。').waitFor();
    await screenshot(page, 'order-download-failed');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载 PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/^\d{20}\.pdf$/);
    await context.close();
  });
});

describe('money that must not be kept', () => {
  it('is shown with what becomes of it: too little, twice, too late', async () => {
    const buyer = await newBuyer();
    const { admin } = buyer;
    const pack = await newPackage(await newSeller());
    const { orderId } = await order(buyer, pack);
    await scanAndPay(admin, await beginPaying(admin, orderId), { paidFen: 1 });
    await orderOnce(admin, orderId, ({ orderStatus }) => orderStatus === 'TO_PAY');
    const tradeNo = await beginPaying(admin, orderId);
    await scanAndPay(admin, tradeNo);
    await orderOnce(admin, orderId, ({ payStatus }) => payStatus === 'PAID');
    await scanAndPay(admin, tradeNo);
    await orderOnce(admin, orderId, ({ payments }) => payments.length === 3);
    await runJobs();
    const { page, context, problems } = await openSession(browser, admin, `/order/${orderId}`);
    for (const text of [
      '已完成',
      '支付金额不符，款项自动退回，可重新支付',
      '收到重复付款，款项自动退回',
      '款项已退回',
      '金额不符，自动退回',
      '重复支付，自动退回',
    ])
      await page.getByRole('main').getByText(text, { exact: true }).first().waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'order-given-back');

    const late = await order(buyer, pack);
    const lateTrade = await beginPaying(admin, late.orderId);
    await database()
      .update(purchase)
      .set({ payBefore: Date.now() - 1 })
      .where(eq(purchase.id, late.orderId));
    await runJobs();
    await page.goto(`/order/${late.orderId}`);
    await page.getByText('超时未支付，订单自动关闭').waitFor();
    await page.getByRole('main').getByText('已关闭', { exact: true }).first().waitFor();
    await scanAndPay(admin, lateTrade);
    await page.getByText('订单关闭后才收到付款，款项自动退回').waitFor();
    await runJobs();
    await page.getByText('退款完成', { exact: true }).first().waitFor();
    await page.getByText('订单已关闭，自动退回').first().waitFor();
    await screenshot(page, 'order-paid-late');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
});

describe('the dialog of a payment', () => {
  /** An order that waits for its payment, its dialog open. */
  async function paying(prepare: (page: Page) => Promise<void>) {
    const buyer = await newBuyer();
    const { orderId } = await order(buyer, await newPackage(await newSeller()));
    const tradeNo = await beginPaying(buyer.admin, orderId);
    const { page, context } = await openSession(browser, await signedIn(buyer.boss, buyer.ent), '/home');
    await prepare(page);
    await page.goto(`/order/${orderId}`);
    await page.getByRole('button', { name: '去支付' }).click();
    const dialog = page.getByRole('dialog', { name: '扫码支付' });
    await dialog.getByRole('img', { name: '支付二维码' }).waitFor();
    return { buyer, orderId, tradeNo, page, context, dialog };
  }

  it('turns to "paid" by push, where nothing can be asked', async () => {
    const told: string[] = [];
    const { buyer, tradeNo, page, context, dialog } = await paying(async (page) => {
      await page.route('**/order/queryPay*', (route) => route.abort());
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => void told.push(String(payload))),
      );
      await page.addInitScript(() => {
        const sockets: WebSocket[] = [];
        const Original = WebSocket;
        Object.assign(window, {
          sockets,
          WebSocket: class extends Original {
            constructor(url: string | URL, protocols?: string | string[]) {
              super(url, protocols);
              sockets.push(this);
            }
          },
        });
      });
    });
    // The page and its dialog both listen: what happened before they did is asked for, and would prove nothing.
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { sockets } = window as unknown as { sockets: WebSocket[] };
          return sockets.filter(({ url, readyState }) => url.includes('events:P-') && readyState === 1)
            .length;
        }),
      )
      .toBeGreaterThanOrEqual(2);
    told.length = 0;
    await scanAndPay(buyer.admin, tradeNo);
    await dialog.getByText('支付成功').waitFor();
    expect(told.some((frame) => frame.includes('order'))).toBe(true);
    await context.close();
  });

  it('turns to "paid" by asking, where no push and no notification comes', async () => {
    const asked: string[] = [];
    const { buyer, orderId, tradeNo, page, context, dialog } = await paying(async (page) => {
      await page.routeWebSocket(/\/sync\//, (socket) => void socket.close());
      page.on('request', (request) => {
        if (request.url().includes('/order/queryPay')) asked.push(request.url());
      });
    });
    await scanAndPay(buyer.admin, tradeNo, { notice: 'NEVER' });
    await dialog.getByText('支付成功').waitFor();
    expect(asked.length).toBeGreaterThan(0);
    const { timeline } = await orderOnce(buyer.admin, orderId, ({ payStatus }) => payStatus === 'PAID');
    expect(timeline.at(-1)!.event).toBe('pay');
    await dialog.getByRole('button', { name: '完成' }).click();
    await page.getByText('支付成功，份数已到账').waitFor();
    await context.close();
  });
});
