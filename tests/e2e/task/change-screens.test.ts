import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask, rejectTask } from '#core/task/calls.ts';
import { task } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  newKey,
  OPERATOR_A,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';
import { database } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844, colorScheme: 'dark' as const };

/** An act of the task's page on a phone, which has room for the main ones only. */
async function chooseFromMore(page: Page, act: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

it.each([
  ['zh-CN', 'dark', '更多', '签署', ['催签', '转交', '撤回']],
  ['zh-TW', 'light', '更多', '簽署', ['催簽', '轉交', '撤回']],
  ['en-US', 'dark', 'More', 'Sign', ['Remind', 'Hand over', 'Withdraw']],
] as const)(
  'a task’s page on a phone has main acts in one row, others in a menu, by keyboard, in %s',
  async (language, colorScheme, more, sign, some) => {
    const a = await companyA();
    const taskId = await sendBetweenCompanies(a);
    const user = { language, colorScheme, width: 390, height: 844 };
    const { page, context, problems } = await newUser(browser, user);
    await context.addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
    await openAs(page, ADMIN_A.loginName, `/contract/summary/${taskId}`, COMPANY_A.id);
    const button = page.getByRole('main').getByRole('button', { name: more, exact: true });
    await button.waitFor();
    await page.getByRole('main').getByRole('link', { name: sign, exact: true }).waitFor();
    const tops = await button.evaluate((own) =>
      [...own.parentElement!.children].map((one) => Math.round(one.getBoundingClientRect().top)),
    );
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
    expect(await button.getAttribute('aria-haspopup')).toBe('menu');
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `task-acts-${language}-390`);
    await button.press('Enter');
    const menu = page.getByRole('menu', { name: more });
    for (const act of some) await menu.getByRole('menuitem', { name: act, exact: true }).waitFor();
    // What cannot be undone is the last one.
    expect(await menu.getByRole('menuitem').last().textContent()).toBe(some.at(-1));
    expect(await menu.getByRole('menuitem', { name: sign, exact: true }).count()).toBe(0);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `task-acts-open-${language}-390`);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await button.press('ArrowDown');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((own) => own === document.activeElement)).toBe(true);
    // With room for all of them there is no menu.
    await page.setViewportSize(DESK);
    await button.waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('button', { name: some[0], exact: true }).waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);

it('extends a deadline from the page of the task', async () => {
  const a = await companyA();
  const taskId = await sendBetweenCompanies(a, { endTime: Date.now() + 10 * 86_400_000 });
  const before = await a.call(getTask, { planId: taskId });
  const { page, context, problems } = await newUser(browser, PHONE);
  await openAs(page, ADMIN_A.loginName, `/contract/summary/${taskId}`, COMPANY_A.id);
  await chooseFromMore(page, '延期');
  const dialog = page.getByRole('dialog', { name: '延长签署截止时间' });
  await dialog.getByText('现在的截止时间').waitFor();
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type(day);
  await screenshot(page, 'task-extend-390');
  expect(await flaws(page)).toEqual([]);
  await dialog.getByRole('button', { name: '延期' }).click();
  await page.getByText('签署截止时间已延至').first().waitFor();
  await page.getByText('延长截止时间').first().waitFor();
  expect((await a.call(getTask, { planId: taskId })).endTime).toBeGreaterThan(before.endTime);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('hands one’s turn to a colleague, who is chosen by name', async () => {
  const a = await companyA();
  const taskId = await sendBetweenCompanies(a);
  const { page, context, problems } = await newUser(browser, DESK);
  await openAs(page, ADMIN_A.loginName, `/contract/summary/${taskId}`, COMPANY_A.id);
  await page.getByRole('button', { name: '转交' }).click();
  const dialog = page.getByRole('dialog', { name: '转交给同事签署' });
  await dialog.getByRole('textbox', { name: '按姓名查找同事' }).fill(OPERATOR_A.realName);
  const colleague = dialog.getByRole('listitem').getByRole('button', { name: OPERATOR_A.realName });
  await colleague.click();
  await dialog.getByRole('textbox', { name: /转交说明/ }).fill('出差');
  await screenshot(page, 'task-hand-over-1440');
  expect(await flaws(page)).toEqual([]);
  await dialog.getByRole('button', { name: `转交给${OPERATOR_A.realName}` }).click();
  await page.getByText(`已转交给${OPERATOR_A.realName}。`).first().waitFor();
  await page.getByText('变更经办人').first().waitFor();
  const { signerList } = await a.call(getTask, { planId: taskId });
  expect(signerList.find(({ entName }) => entName === COMPANY_A.name)?.userName).toBe(OPERATOR_A.realName);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('makes a finished contract void: the agreement is signed, and each page leads to the other', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const taskName = `作废${newKey().slice(0, 8)}`;
  const taskId = await sendBetweenCompanies(a, { taskName });
  await sign(a, taskId);
  await sign(b, taskId);
  const { page, context, problems } = await newUser(browser, PHONE);
  await openAs(page, ADMIN_A.loginName, `/contract/summary/${taskId}`, COMPANY_A.id);
  const begin = async (reason: string) => {
    await chooseFromMore(page, '作废');
    const question = page.getByRole('alertdialog', { name: '作废这份合同？' });
    await question.getByRole('textbox', { name: '作废原因' }).fill(reason);
    await screenshot(page, 'task-void-390');
    await question.getByRole('button', { name: '发起作废' }).click();
    await page.getByText('作废协议正在签署').first().waitFor();
  };
  await begin('条款有误');
  const first = (await a.call(getTask, { planId: taskId })).voidedBy!;
  await b.call(rejectTask, { planId: first.planId, reason: '不同意' });
  await runJobs();
  await page.reload();
  await page.getByText('作废未成').first().waitFor();
  await begin('合作终止');
  const second = (await a.call(getTask, { planId: taskId })).voidedBy!;
  await sign(a, second.planId);
  await sign(b, second.planId);
  await runJobs();
  await page.reload();
  await page.getByText('已作废。').first().waitFor();
  await screenshot(page, 'task-voided-390');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('link', { name: '查看作废协议' }).click();
  await page.getByText(`本协议用于作废合同“${taskName}”。`).waitFor();
  await page.goto(`/contract/preview?planId=${second.planId}`);
  await page.locator('[data-drawn="true"], canvas').first().waitFor();
  await screenshot(page, 'task-void-agreement-390');
  await page.setViewportSize(DESK);
  await page.goto(`/contract/toVoid?keyword=${taskName}`);
  // Beside it stands the agreement that was refused.
  const rows = page.getByRole('row').filter({ hasText: taskName });
  await rows.getByText('已作废').first().waitFor();
  await screenshot(page, 'task-to-void-1440');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('[2.6] adds places before anybody has signed, by keyboard, saved once, shown to readers', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const taskId = await sendBetweenCompanies(a);
  const { page, context, problems } = await newUser(browser, DESK);
  const reader = await newUser(browser, PHONE);
  await openAs(reader.page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
  await reader.page.getByRole('button', { name: /^全部放上/ }).click();
  await reader.page.getByRole('button', { name: /^使用.*签署$/ }).click();
  await reader.page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
  await openAs(page, ADMIN_A.loginName, `/contract/summary/${taskId}`, COMPANY_A.id);
  await page.getByRole('link', { name: '添加签署位置' }).click();
  await page.waitForURL(/prePlaced/);
  // What it was sent with stands; nothing of it can be moved or taken away.
  await page.locator('[data-blank]').first().waitFor();
  expect(await page.locator('[data-placement]').count()).toBe(0);
  const save = page.getByRole('button', { name: /^保存/ });
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole('button', { name: '签署日期' }).click();
  const box = page.locator('[data-placement]');
  await box.waitFor();
  const before = await box.boundingBox();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(async () => (await box.boundingBox())!.y).toBeGreaterThan(before!.y + 10);
  // Where it stands now is read out.
  const told = page
    .locator('[data-moved]')
    .filter({ hasText: /签署日期，第 1 页，左 [\d.]+ 毫米，上 [\d.]+ 毫米/ });
  const first = await told.textContent();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => told.textContent()).not.toBe(first);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'pre-placed-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'pre-placed-390');
  await page.setViewportSize(DESK);
  // Whoever leaves is asked.
  await page.getByRole('button', { name: '返回任务' }).click();
  const question = page.getByRole('alertdialog', { name: '离开并放弃已添加的位置？' });
  await question.getByRole('button', { name: '取消' }).click();
  await save.click();
  await page.waitForURL(/contract\/summary/);
  await page.getByText('添加签署位置').first().waitFor();
  const task = await b.call(getTask, { planId: taskId });
  expect(task.placements).toHaveLength(3);
  expect(await problemsLeft(problems)).toEqual([]);
  // A signer who was about to sign is shown the new place first.
  await reader.page.getByRole('button', { name: '确认签署' }).click();
  const changed = reader.page.getByRole('dialog', { name: '文件有变化' });
  await changed.getByText('第 1 页有新的位置').waitFor();
  await changed.locator('[data-drawn="true"]').first().waitFor();
  await screenshot(reader.page, 'pre-placed-changed-390');
  await changed.getByRole('button', { name: '已查看，继续签署' }).click();
  await changed.waitFor({ state: 'hidden' });
  await reader.page.getByRole('button', { name: '确认签署' }).click();
  await reader.page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /完成|已签/ })
    .waitFor();
  await Promise.all([context.close(), reader.context.close()]);
});

it('says why no place can be added once somebody has signed', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const taskId = await sendBetweenCompanies(a);
  await sign(b, taskId);
  const { page, context, problems } = await newUser(browser, { ...PHONE, colorScheme: 'light' });
  await openAs(page, ADMIN_A.loginName, `/prePlaced?planId=${taskId}`, COMPANY_A.id);
  await page.getByRole('heading', { name: '不能添加签署位置' }).waitFor();
  await screenshot(page, 'pre-placed-closed-390');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('[8.11c] says that only finished HR tasks can be sent, and sends one to a colleague', async () => {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const names = [`劳动合同${newKey().slice(0, 8)}`, `采购${newKey().slice(0, 8)}`];
  const [hr, ent] = [
    await sendBetweenCompanies(a, { taskName: names[0]! }),
    await sendBetweenCompanies(a, { taskName: names[1]! }),
  ];
  for (const taskId of [hr, ent]) {
    await sign(a, taskId);
    await sign(b, taskId);
  }
  await database().update(task).set({ scenario: 'HR' }).where(eq(task.id, hr));
  const { page, context, problems } = await newUser(browser, DESK);
  await openAs(page, ADMIN_A.loginName, `/contract/finished?keyword=${names[1]}`, COMPANY_A.id);
  await page
    .getByRole('row', { name: new RegExp(names[1]!) })
    .getByRole('checkbox')
    .check({ force: true });
  await page.getByRole('button', { name: '批量发送' }).click();
  await page.getByText('只能发送由您发起、已完成的人事签署任务').first().waitFor();
  await page.goto(`/contract/summary/${hr}`);
  await page.getByRole('button', { name: '发送', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '发送给' });
  await dialog.getByRole('option', { name: new RegExp(OPERATOR_A.realName) }).click();
  await screenshot(page, 'send-finished-1440');
  expect(await flaws(page)).toEqual([]);
  await dialog.getByRole('button', { name: '使用所选（1）' }).click();
  await page.getByText('已发送给 1 人').first().waitFor();
  await page.getByText('发送给他人').first().waitFor();
  expect((await a.call(getTask, { planId: hr })).ccList.map(({ userName }) => userName)).toEqual([
    OPERATOR_A.realName,
  ]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
