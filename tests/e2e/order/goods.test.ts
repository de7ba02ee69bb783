import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOrder, listOrders } from '#core/order/calls.ts';
import { requestInvoice } from '#core/order/invoice-calls.ts';
import { invoice } from '#db/schema/index.ts';
import {
  newBuyer,
  newPackage,
  newSeller,
  order,
  orderOnce,
  paidOrder,
  scanAndPay,
} from '#tests/fixtures/orders.ts';
import { database } from '#tests/fixtures/people.ts';
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

/** Does what a button of the page does, and says yes where it asks. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
}

async function onPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await screenshot(page, name);
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('goods are bought with where to ship them, shipped, confirmed, sent back and paid back', async () => {
  const seller = await newSeller();
  const name = `UKey ${Date.now().toString(36)}`;
  await newPackage(seller, { name, goods: 'UKEY', quantity: 1, priceFen: 8_800, validDays: null });
  const buyer = await newBuyer();
  const { admin } = buyer;
  const { page, context, problems } = await openSession(browser, admin, '/company/recharge');
  await page.getByRole('button', { name: '购买份数' }).click();
  const buying = page.getByRole('dialog', { name: '购买' });
  await buying.getByRole('radio', { name: new RegExp(name) }).check();
  await buying.getByRole('textbox', { name: '收货人' }).fill('周知白');
  await buying.getByRole('textbox', { name: '收货手机' }).fill('123');
  await buying.getByRole('textbox', { name: '收货地址' }).fill('福建省厦门市思明区软件园二期 8 号');
  await buying.getByRole('button', { name: '提交订单' }).click();
  await buying
    .getByText(/手机号/)
    .first()
    .waitFor();
  await buying.getByRole('textbox', { name: '收货手机' }).fill('13812345678');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'order-buy-goods');
  await buying.getByRole('button', { name: '提交订单' }).click();
  const paying = page.getByRole('dialog', { name: '扫码支付' });
  await paying.getByRole('img', { name: '支付二维码' }).waitFor();
  const [placed] = (await admin.call(listOrders, {})).records;
  const { orderId, orderNumber } = placed!;
  const { payments } = await admin.call(getOrder, { orderId });
  await scanAndPay(admin, payments[0]!.tradeNo);
  await paying.getByText('1 件等待发货').waitFor();
  await page.goto(`/order/${orderId}`);
  await page.getByText('支付成功，等待发货').waitFor();

  const platform = await openSession(browser, seller, `/platform/order/${orderId}`);
  const { page: desk } = platform;
  await desk.getByText('周知白').waitFor();
  await desk.getByRole('button', { name: '发货' }).click();
  const shipping = desk.getByRole('dialog', { name: `订单 ${orderNumber} 发货` });
  await shipping.getByRole('textbox', { name: '快递公司' }).fill('顺丰');
  await shipping.getByRole('textbox', { name: '快递单号' }).fill('1');
  await shipping.getByRole('button', { name: '确认发货' }).click();
  await shipping.getByText('请填写 5 至 40 位字母、数字或短横').waitFor();
  await shipping.getByRole('textbox', { name: '快递单号' }).fill('SF1234567890');
  expect(await flaws(desk)).toEqual([]);
  await screenshot(desk, 'platform-order-ship');
  await shipping.getByRole('button', { name: '确认发货' }).click();
  await desk.getByText('已发货').first().waitFor();

  await page.getByText('顺丰 SF1234567890').first().waitFor();
  await act(page, '确认收货');
  await page.getByRole('main').getByText('已确认', { exact: true }).first().waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'order-goods-confirmed');
  await onPhone(page, 'order-goods-confirmed-390');
  await page.getByRole('button', { name: '申请退款' }).click();
  const asking = page.getByRole('dialog', { name: `为订单 ${orderNumber} 申请退款` });
  await asking.getByRole('radio', { name: /^全额退款 · ¥88\.00/ }).waitFor();
  await asking.getByRole('textbox', { name: '退款原因' }).fill('型号不对');
  await asking.getByRole('textbox', { name: '详细说明' }).fill('接口不合适');
  await asking.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('退款申请已提交，等待平台审核').waitFor();

  // The money does not go back while the goods are out.
  await desk.goto(`/platform/refund?orderNumber=${orderNumber}`);
  const row = desk.getByRole('row', { name: new RegExp(orderNumber) });
  const approve = async () => {
    await row.getByRole('button', { name: '同意' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: '同意' }).click();
  };
  await approve();
  await desk.getByText('货物还没有退回，请先确认收到退货，再同意退款。').waitFor();
  await screenshot(desk, 'platform-refund-goods-out');
  await desk.goto(`/platform/order/${orderId}`);
  await act(desk, '收到退货');
  await desk.getByText('已确认收到退货，可以审核退款').waitFor();
  await desk.goto(`/platform/refund?orderNumber=${orderNumber}`);
  await approve();
  await row.getByText('已退款').waitFor();
  await page.getByRole('main').getByText('退款完成', { exact: true }).first().waitFor();
  await page.getByRole('main').getByText('已退货', { exact: true }).first().waitFor();
  await screenshot(page, 'order-goods-returned');
  await platform.context.close();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('an order is taken back, an invoice sent again and voided, a refund withdrawn', async () => {
  const pack = await newPackage(await newSeller());
  const buyer = await newBuyer();
  const { admin } = buyer;
  const { orderId: unpaid } = await order(buyer, pack);
  const { page, context, problems } = await openSession(browser, admin, `/order/${unpaid}`);
  await act(page, '撤销订单');
  await page.getByRole('main').getByText('已撤销', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: '去支付' }).count()).toBe(0);

  const { orderId } = await paidOrder(buyer, pack);
  await admin.call(requestInvoice, { orderId, form: INVOICE });
  await orderOnce(admin, orderId, ({ invoiceStatus }) => invoiceStatus === 'ISSUED');
  await page.goto(`/order/${orderId}`);
  await page.getByRole('button', { name: '下载 OFD' }).waitFor();
  // It was sent long ago.
  await expect
    .poll(
      async () => (await database().select().from(invoice).where(eq(invoice.orderId, orderId)))[0]!.sentAt,
    )
    .not.toBeNull();
  await database().update(invoice).set({ sentAt: 0 }).where(eq(invoice.orderId, orderId));
  await page.getByRole('button', { name: '重新发送邮件' }).click();
  await page.getByText('已重新发送').waitFor();
  await act(page, '作废发票');
  await page.getByText('发票已作废').waitFor();
  await page.getByRole('button', { name: '下载红字 OFD' }).waitFor();
  await page.getByRole('main').getByText('已作废', { exact: true }).first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载红字 PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^\d{20}\.pdf$/);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'order-invoice-voided');
  await onPhone(page, 'order-invoice-voided-390');

  await page.getByRole('button', { name: '申请退款' }).click();
  const asking = page.getByRole('dialog', { name: /申请退款$/ });
  await asking.getByRole('textbox', { name: '退款原因' }).fill('买多了');
  await asking.getByRole('textbox', { name: '详细说明' }).fill('暂时用不到');
  await asking.getByRole('button', { name: '提交申请' }).click();
  await page.getByRole('main').getByText('退款中', { exact: true }).first().waitFor();
  await act(page, '撤回退款申请');
  await page.getByText('退款申请已撤回').waitFor();
  await page.getByText('退款未进行，订单恢复').waitFor();
  await page.getByRole('main').getByText('已完成', { exact: true }).first().waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
