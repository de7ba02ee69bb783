import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { newBuyer, newPackage, newSeller, paidOrder, scanAndPay } from '#tests/fixtures/orders.ts';
import { beginTrade } from '#tests/fixtures/payments.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { openSession } from '../realname/open-as-new.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function onPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await screenshot(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('the platform sets a package and its price, sees the versions, and takes it off sale', async () => {
  const { page, context, problems } = await openSession(browser, await newSeller(), '/platform/package');
  const name = `测试套餐 ${Date.now().toString(36)}`;
  await page.getByRole('button', { name: '新增套餐' }).first().click();
  const adding = page.getByRole('dialog', { name: '新增套餐' });
  await adding.getByRole('textbox', { name: '套餐名称' }).fill(name);
  await adding.getByRole('spinbutton', { name: '数量' }).fill('30');
  await adding.getByRole('textbox', { name: '价格' }).fill('12.345');
  await adding.getByRole('button', { name: '保存' }).click();
  await adding.getByText('请填写金额，最多两位小数').waitFor();
  await adding.getByRole('textbox', { name: '价格' }).fill('129.9');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'platform-package-add');
  await adding.getByRole('button', { name: '保存' }).click();
  await page.getByText(`“${name}”已保存`).waitFor();
  await page.getByRole('textbox', { name: '套餐名称' }).fill(name);
  await page.getByRole('button', { name: '查询' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByText('¥129.90').waitFor();
  await row.getByText('在售').waitFor();
  await screenshot(page, 'platform-packages-before');
  await row.getByRole('button', { name: '修改' }).click();
  const editing = page.getByRole('dialog', { name: `修改套餐“${name}”` });
  await editing.getByRole('textbox', { name: '价格' }).fill('99');
  await editing.getByRole('button', { name: '保存' }).click();
  await row.getByText('¥99.00').waitFor();
  await row.getByRole('button', { name: '下架' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '下架' }).click();
  await row.getByText('已下架').waitFor();
  await screenshot(page, 'platform-packages');
  await row
    .getByRole('button', { name: '历史版本' })
    .or(row.getByRole('button', { name: '更多' }))
    .first()
    .click();
  const inMenu = page.getByRole('menuitem', { name: '历史版本' });
  const drawer = page.getByRole('dialog', { name: `“${name}”的历史版本` });
  await inMenu.or(drawer).first().waitFor();
  if (await inMenu.count()) await inMenu.click();
  await drawer.getByText('¥129.90').first().waitFor();
  expect(await drawer.getByRole('listitem').count()).toBe(3);
  await screenshot(page, 'platform-package-versions');
  await drawer.getByRole('button', { name: '关闭' }).click();
  await onPhone(page, 'platform-packages-390');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('[3.18d] a buyer asks for money back on their orders, the platform approves, both see it', async () => {
  const seller = await newSeller();
  const pack = await newPackage(seller, { quantity: 20, priceFen: 19_900 });
  const buyer = await newBuyer();
  const { orderNumber } = await paidOrder(buyer, pack);
  const mine = await openSession(browser, await signedIn(buyer.boss), '/account/orderManage');
  const { page } = mine;
  await page.getByRole('heading', { name: '订单管理', level: 1 }).waitFor();
  const row = page.getByRole('row', { name: new RegExp(orderNumber) });
  await row.getByText('已完成').waitFor();
  await screenshot(page, 'order-manage');
  expect(await flaws(page)).toEqual([]);
  await onPhone(page, 'order-manage-390');
  await row.getByRole('button', { name: '申请退款' }).click();
  const asking = page.getByRole('dialog', { name: `为订单 ${orderNumber} 申请退款` });
  await asking.getByRole('radio', { name: /^全额退款 · ¥199\.00/ }).waitFor();
  await asking.getByRole('textbox', { name: '退款原因' }).fill('买多了');
  await asking.getByRole('button', { name: '提交申请' }).click();
  await asking.getByText('请填写').first().waitFor();
  await asking.getByRole('textbox', { name: '详细说明' }).fill('暂时用不到');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'order-refund');
  await asking.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('退款申请已提交，等待平台审核').waitFor();
  await row.getByText('退款中').waitFor();

  const platform = await openSession(browser, seller, `/platform/refund?orderNumber=${orderNumber}`);
  const request = platform.page.getByRole('row', { name: new RegExp(orderNumber) });
  await request.getByText('待审核').waitFor();
  expect(await flaws(platform.page)).toEqual([]);
  await screenshot(platform.page, 'platform-refunds');
  await onPhone(platform.page, 'platform-refunds-390');
  await request.getByRole('button', { name: '同意' }).click();
  await platform.page.getByRole('alertdialog').getByText('¥199.00').waitFor();
  await platform.page.getByRole('alertdialog').getByRole('button', { name: '同意' }).click();
  await request.getByText('已退款').waitFor();
  await request.getByRole('link', { name: orderNumber }).click();
  await platform.page.getByText('退款完成').first().waitFor();
  await screenshot(platform.page, 'platform-order');
  await onPhone(platform.page, 'platform-order-390');
  await platform.page.goto(`/platform/order?orderNumber=${orderNumber}`);
  await platform.page
    .getByRole('row', { name: new RegExp(orderNumber) })
    .getByText('退款完成')
    .waitFor();
  const download = platform.page.waitForEvent('download');
  await platform.page.getByRole('button', { name: '导出' }).click();
  expect((await download).suggestedFilename()).toMatch(/^订单 \d{4}-\d\d-\d\d\.xlsx$/);
  await platform.page.getByText('已导出 1 个订单').waitFor();
  await screenshot(platform.page, 'platform-orders');

  await platform.page.goto('/platform/reconciliation');
  await platform.page.getByRole('button', { name: '立即核对' }).click();
  const comparing = platform.page.getByRole('dialog', { name: '核对一天的账单' });
  await comparing.getByRole('button', { name: '立即核对' }).click();
  await comparing.getByText(/请/).first().waitFor();
  await screenshot(platform.page, 'platform-reconcile');
  expect(await flaws(platform.page)).toEqual([]);
  expect(await problemsLeft(platform.problems)).toEqual([]);
  await platform.context.close();

  await row.getByRole('link', { name: orderNumber }).click();
  await page.getByRole('heading', { name: `订单 ${orderNumber}`, level: 1 }).waitFor();
  await page.getByText('退款审核通过').waitFor();
  await page.getByText('已退款').first().waitFor();
  await screenshot(page, 'order-refunded');
  await onPhone(page, 'order-refunded-390');
  expect(await problemsLeft(mine.problems)).toEqual([]);
  await mine.context.close();
});

it('the platform has the bill of a day compared, and sees what only the bill has', async () => {
  const seller = await newSeller();
  await paidOrder(await newBuyer(), await newPackage(seller));
  // Money came for a trade that nobody here began.
  const tradeNo = await beginTrade(1_234);
  const { providerNo } = await scanAndPay(seller, tradeNo, { notice: 'NEVER' });
  const { page, context, problems } = await openSession(browser, seller, '/platform/reconciliation');
  await page.getByRole('button', { name: '立即核对' }).click();
  const comparing = page.getByRole('dialog', { name: '核对一天的账单' });
  const day = chinaDay(Date.now());
  const [year, month, date] = day.split('-') as [string, string, string];
  await comparing.getByRole('spinbutton', { name: /^年/ }).click();
  await page.keyboard.type(`${year}${month}${date}`);
  await comparing.getByRole('button', { name: '立即核对' }).click();
  await page
    .getByText(/^\d+ 处差异$/)
    .first()
    .waitFor();
  await comparing.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: day, exact: true }) });
  await row.getByText('模拟支付').waitFor();
  await row.getByText(/^\d+ 处差异$/).waitFor();
  await row.getByRole('button', { name: '展开' }).click();
  await page.getByText(`支付 ${providerNo} · 仅账单有 · 平台 —，账单 ¥12.34`).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'platform-reconciliation');
  await onPhone(page, 'platform-reconciliation-390');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
