import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginTrade, simulatedProvider } from '#tests/fixtures/payments.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('plays payer and provider on /sim/pay: too little, again, a refund, and the day’s bill', async () => {
  const tradeNo = await beginTrade(19_900);
  const { page, context, problems } = await newUser(browser);
  await page.goto(`/sim/pay?tradeNo=${tradeNo}`);
  const trade = page.getByRole('listitem', { name: `交易 ${tradeNo}` });
  await trade.getByText('待付款').waitFor();
  await trade.getByLabel('付款金额').fill('198.99');
  await trade.getByRole('button', { name: '扫码付款' }).click();
  await trade.getByText('付款 ¥198.99').waitFor();
  expect(await (await simulatedProvider()).ask(tradeNo)).toMatchObject({ state: 'paid', paidFen: 19_899 });
  await trade.getByRole('button', { name: '再付一次' }).click();
  await expect.poll(() => trade.getByText('付款 ¥198.99').count()).toBe(2);

  await trade.getByRole('button', { name: /退款方式/ }).click();
  await page.getByRole('option', { name: '等待处理' }).click();
  await trade.getByRole('button', { name: /等待处理/ }).waitFor();
  const provider = await simulatedProvider();
  const refund = { tradeNo, refundNo: `R${tradeNo}`, amountFen: 100, totalFen: 39_798, reason: '' };
  expect((await provider.refund(refund)).state).toBe('running');
  await trade.getByRole('button', { name: '退款成功' }).click();
  await expect.poll(async () => (await provider.askRefund(refund)).state).toBe('done');

  await page.getByRole('link', { name: '查看全部交易' }).click();
  await trade.waitFor();
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await screenshot(page, `sim-pay-${colorScheme}-${width}`);
    expect(await flaws(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  await page.getByRole('tab', { name: '日账单' }).click();
  await page.getByRole('listitem').filter({ hasText: tradeNo }).filter({ hasText: '退款 ¥1.00' }).waitFor();
  await screenshot(page, 'sim-pay-bill-390');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('closes a trade that the payer refuses, and says where there are none', async () => {
  const tradeNo = await beginTrade(100);
  const { page, context } = await newUser(browser);
  await page.goto(`/sim/pay?tradeNo=${tradeNo}`);
  const trade = page.getByRole('listitem', { name: `交易 ${tradeNo}` });
  await trade.getByRole('button', { name: '拒绝付款' }).click();
  await trade.getByText('已关闭').waitFor();
  await trade.getByRole('button', { name: '逾期付款' }).waitFor();
  await page.goto('/sim/pay?tradeNo=NOSUCHTRADE');
  await page.getByText('还没有交易').waitFor();
  await context.close();
});
