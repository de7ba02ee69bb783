import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { requestRefund } from '#core/order/calls.ts';
import { requestInvoice } from '#core/order/invoice-calls.ts';
import { reconcile } from '#core/order/reconciliation-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  type Buyer,
  newPackage,
  order,
  orderOnce,
  paidOrder,
  type TestPackage,
} from '#tests/fixtures/orders.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { INVOICE } from '../../api/order/invoice-form.ts';
import { openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { openSession } from '../realname/open-as-new.ts';

let browser: Browser;
let seller: ApiClient;
let buyer: Buyer;
let pack: TestPackage;
let open: string;
let refunding: { orderId: string; orderNumber: string };
let invoiced: string;

/** What people wrote is written in Latin letters: a Chinese character on an English screen is one of ours. */
const LATIN = { ...INVOICE, title: 'River Ltd', contact: 'Ann Lee', address: '8 Software Park, Xiamen' };

beforeAll(async () => {
  browser = await openBrowser();
  seller = await signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true, name: 'Pat Stone' }));
  const boss = await newPerson({ name: 'Ann Lee' });
  const ent = await newCompany(boss, { name: `River ${Date.now().toString(36)} Ltd` }, 0);
  buyer = { boss, ent, admin: await signedIn(boss, ent) };
  pack = await newPackage(seller, { name: `Starter ${Date.now().toString(36)}`, priceFen: 19_900 });
  open = (await order(buyer, pack)).orderId;
  refunding = await paidOrder(buyer, pack);
  await buyer.admin.call(requestRefund, {
    orderId: refunding.orderId,
    kind: 'WHOLE',
    amountFen: 19_900,
    reason: 'Bought too many',
    description: 'Not needed this year',
  });
  invoiced = (await paidOrder(buyer, pack, 2)).orderId;
  await buyer.admin.call(requestInvoice, { orderId: invoiced, form: LATIN });
  await orderOnce(buyer.admin, invoiced, ({ invoiceStatus }) => invoiceStatus === 'ISSUED');
  await seller.call(reconcile, { day: chinaDay(Date.now()) });
});
afterAll(() => browser?.close());

/** Lines of the page, and names of its controls, that hold Chinese characters. */
const chinese = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      // The switch of languages names each of them in itself.
      if (parentElement?.closest('script, style, [lang]:not(html)')) continue;
      texts.push(node.nodeValue ?? '');
    }
    for (const element of document.body.querySelectorAll('[placeholder], [aria-label], [title]'))
      for (const name of ['placeholder', 'aria-label', 'title']) texts.push(element.getAttribute(name) ?? '');
    return texts.filter((text) => /\p{Script=Han}/u.test(text));
  });

describe.each(['en-US', 'zh-TW'] as const)('screens of orders in %s', (language) => {
  describe.each([
    [1440, 900],
    [390, 844],
  ])('at %i px', (width, height) => {
    const options: UserOptions = { language, width, height };

    async function enter(client: ApiClient, path: string) {
      const user = await openSession(browser, client, '/login', options);
      await user.page.evaluate((lang) => localStorage.setItem('sass_lang', lang), language);
      await user.page.goto(path);
      await expect.poll(() => user.page.evaluate(() => document.documentElement.lang)).toBe(language);
      return user;
    }

    async function look(page: Page, name: string): Promise<void> {
      // Everything has come that the page asked for.
      await expect.poll(() => page.locator('[aria-busy="true"], [role="progressbar"]').count()).toBe(0);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      await screenshot(page, `order-${language}-${width}-${name}`);
      if (language === 'en-US') expect(await chinese(page)).toEqual([]);
    }

    it('are the buyer’s: balance, packages, payment, orders, one order, refund and invoice', async () => {
      const { page, context, problems } = await enter(buyer.admin, '/company/recharge');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(page, 'recharge');
      await page.goto('/company/recharge?tab=orders');
      await page
        .getByRole('link', { name: /^OD\d{18}$/ })
        .first()
        .waitFor();
      await look(page, 'recharge-orders');
      await page.goto('/company/order');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(page, 'company-order');
      await page.goto(`/order/${invoiced}`);
      await page.getByText('River Ltd', { exact: true }).waitFor();
      await look(page, 'detail');
      await page.goto(`/order/${refunding.orderId}`);
      await page.getByText('Not needed this year').waitFor();
      await look(page, 'detail-refunding');
      for (const [id, what] of [
        [open, { 'en-US': 'Pay', 'zh-TW': '去支付' }],
        [invoiced, { 'en-US': 'Refund', 'zh-TW': '申請退款' }],
      ] as const) {
        await page.goto(`/order/${id}`);
        await page.getByRole('button', { name: what[language], exact: true }).first().click();
        await page.getByRole('dialog').getByText('Starter').or(page.getByRole('radio')).first().waitFor();
        await look(page, `dialog-${what['en-US'].toLowerCase()}`);
      }
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
      const own = await enter(await signedIn(buyer.boss), '/account/orderManage');
      await own.page
        .getByText(/^OD\d{18}$/)
        .first()
        .waitFor();
      await look(own.page, 'order-manage');
      await own.context.close();
    });

    it('are the platform’s: packages, orders, one order, refunds and bills', async () => {
      const { page, context, problems } = await enter(seller, '/platform/package');
      const number = refunding.orderNumber;
      for (const [name, path, there] of [
        ['package', `/platform/package?name=${pack.form.name}`, pack.form.name],
        ['orders', `/platform/order?entName=${encodeURIComponent(buyer.ent.name)}`, number],
        ['platform-detail', `/platform/order/${refunding.orderId}`, 'Not needed this year'],
        ['refunds', `/platform/refund?orderNumber=${number}`, number],
        ['reconciliation', '/platform/reconciliation', chinaDay(Date.now())],
      ] as const) {
        await page.goto(path);
        await page.getByRole('main').getByText(there).first().waitFor();
        await look(page, name);
      }
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    });
  });
});
