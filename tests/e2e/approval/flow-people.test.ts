import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFlows } from '#core/approval/flow-calls.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('approvers, copies and a trial’s sender are picked by pinyin, number and keys, and removed', async () => {
  const { ent, admin } = await companyWithAdmin();
  const [first, second, third] = [
    await newPerson({ name: '周思远' }),
    await newPerson({ name: '吴若水' }),
    await newPerson({ name: '郑明德' }),
  ];
  for (const person of [first, second, third]) await addMember(ent, person, ['APPROVER']);
  const { page, context, problems } = await newUser(browser);
  await openAs(page, admin, '/company/approvalFlow');
  await page.getByRole('link', { name: '新建流程' }).click();
  await page.getByLabel('流程名称').fill('采购');
  await page.getByRole('button', { name: /谁来审批/ }).click();
  await page.getByRole('option', { name: '指定人员' }).click();
  const approvers = page.getByRole('group', { name: '审批人' });
  await approvers.getByRole('button', { name: '审批人：选择同事' }).focus();
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: '审批人' });
  const search = picker.getByRole('textbox');
  // The first that is found is taken by Enter.
  for (const [typed, name] of [
    ['zsy', first.name],
    [second.mobile, second.name],
    ['郑', third.name],
  ] as const) {
    await search.fill(typed);
    await expect.poll(() => picker.getByRole('option').count()).toBe(1);
    await picker.getByRole('option', { name }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => picker.getByRole('status').textContent()).toContain(name);
  }
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'approval-flow-picker');
  await picker.getByRole('button', { name: '使用所选（3）' }).click();
  await expect
    .poll(() => approvers.getByRole('listitem').allTextContents())
    .toEqual([first.name, second.name, third.name]);
  await approvers.getByRole('button', { name: `移除${third.name}` }).click();
  await page.getByRole('group', { name: '抄送' }).getByRole('button', { name: '抄送：选择同事' }).click();
  const copies = page.getByRole('dialog', { name: '抄送' });
  await copies.getByRole('option', { name: third.name }).click();
  await copies.getByRole('button', { name: '使用所选（1）' }).click();
  await page.getByRole('button', { name: /^发起人：/ }).click();
  await page.getByRole('dialog', { name: '发起人' }).getByRole('option', { name: third.name }).click();
  await page.getByRole('button', { name: '试运行' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `${first.name}、${second.name}` })
    .waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'approval-flow-people');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('已添加“采购”').waitFor();
  const { flows } = await admin.call(listFlows, {});
  expect(flows[0]!.flow.nodes).toMatchObject([
    { approvers: { by: 'PERSONS', accounts: [first.id, second.id] }, copies: [third.id] },
  ]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  for (const [language, remove] of [
    ['zh-TW', '移除'],
    ['en-US', 'Remove '],
  ] as const) {
    const user = await newUser(browser, { language, width: 390, colorScheme: 'dark' });
    await speak(user, language);
    await openAs(user.page, admin, `/company/approvalFlow?edit=${flows[0]!.flowId}`);
    await user.page.getByRole('button', { name: `${remove}${first.name}` }).waitFor();
    expect(await user.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await flaws(user.page)).toEqual([]);
    await screenshot(user.page, `approval-flow-people-${language}-390`);
    await user.context.close();
  }
});
