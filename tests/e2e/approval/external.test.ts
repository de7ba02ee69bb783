import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getAuthResult, getAuthUrl } from '#core/approval/external-calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { sentText } from '#tests/fixtures/messages.ts';
import { database, type Person } from '#tests/fixtures/people.ts';

import { PASSWORD } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A path with its query, as a link in a message leads to it. */
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

async function logIn(page: Page, { mobile }: Person): Promise<void> {
  await page.waitForURL('**/login?redirect=*');
  await page.locator('[name=username]').fill(mobile);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
}

it('[7.13] another system’s business opens on a phone by its address, once, and is approved', async () => {
  const own = await firm(1);
  const [approver] = own.approverPeople;
  const key = new ApiClient(product().baseUrl);
  key.apiKey = await newApiKey(database(), own.boss.id, own.ent.id, ['send', 'read'], { name: '费用系统' });
  const asked = await key.call(getAuthUrl, {
    businessId: 'FK-2026-0117',
    businessName: '办公用品付款',
    details: [
      { name: '金额', value: '1,280.00 元' },
      { name: '收款方', value: '杭州某某文具有限公司' },
    ],
    documents: [{ fileName: '发票.pdf', sha256: 'ab'.repeat(32) }],
    approvers: [approver!.mobile],
  });
  const path = pathOf(asked.authUrl);

  // A colleague without part in it, already signed in.
  const other = await newUser(browser);
  await openAs(other.page, own.sender, path);
  await other.page.getByText('没有找到这条审批，或不需要您处理。').waitFor();
  expect(await flaws(other.page)).toEqual([]);

  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await phone.page.goto(path);
  await logIn(phone.page, approver!);
  // Logged in as oneself: the approval is the enterprise's.
  await phone.page.getByText(`这条审批属于“${own.ent.name}”`).waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'approval-open-390-dark');
  await phone.page.getByRole('button', { name: '切换并打开' }).click();
  await phone.page.getByRole('heading', { name: '办公用品付款' }).waitFor();
  await phone.page.getByText('1,280.00 元').waitFor();
  // Switching loads the pages anew: the link is not used a second time by that.
  expect(await phone.page.getByText('这个链接已经打开过').count()).toBe(0);
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'approval-external-390-dark');
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const desk = await newUser(browser);
  await openAs(desk.page, own.approvers[0]!, path);
  await desk.page.getByText('这个链接已经打开过，或已被新的链接取代。').waitFor();
  await desk.page.goto(`/contract/examine?approvalId=${asked.approvalId}`);
  await desk.page.getByRole('heading', { name: '办公用品付款' }).waitFor();
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'approval-external');

  await phone.page.getByRole('button', { name: '通过', exact: true }).click();
  const dialog = phone.page.getByRole('dialog', { name: '通过这项业务？' });
  await dialog.getByRole('button', { name: '通过' }).click();
  await phone.page.getByText('审批已通过，结果已通知来源系统。').waitFor();
  expect((await key.call(getAuthResult, { approvalId: asked.approvalId })).state).toBe('APPROVED');
  await desk.page.getByText('审批已通过，结果已通知来源系统。').waitFor();
  expect([
    ...(await problemsLeft(phone.problems)),
    ...(await problemsLeft(desk.problems)).filter((one) => !/openApproval|approval\/open/.test(one)),
  ]).toEqual([]);
  await Promise.all([other, phone, desk].map(({ context }) => context.close()));
});

it.each([
  ['desk', { width: 1440, height: 900 }],
  ['390', { width: 390, height: 844 }],
] as const)(
  '[2.18a] a message’s link asks who one is, leads to the approval, decided there (%s)',
  async (size, look) => {
    const own = await firm(1);
    const [approver] = own.approverPeople;
    await enableFlow(own.admin, flowOf([node([approver!.id])]));
    const plan = await planOf(own);
    const { planId: taskId } = await own.sender.call(sendTask, plan, once());
    const link = await sentText(
      own.outside,
      approver!.mobile,
      /(https?:\S+\/contract\/openApproval\?approvalId=\w+)/,
    );
    const { context, page, problems } = await newUser(browser, look);
    await page.goto(pathOf(link));
    await logIn(page, approver!);
    await page.getByText(`这条审批属于“${own.ent.name}”`).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `approval-from-message-${size}`);
    await page.getByRole('button', { name: '切换并打开' }).click();
    await page.getByRole('heading', { name: plan.taskName }).waitFor();
    await page.getByRole('button', { name: '通过', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '通过这份合同？' });
    await dialog.getByRole('button', { name: '通过' }).click();
    await page.getByText('审批已通过，合同已发起签署。').waitFor();
    expect((await own.sender.call(getTask, { planId: taskId })).status).toBe('IN_PROGRESS');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);
