/** HR moves employees, sees what ends soon and what changed, exports the roster; an administrator ends an employment. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { addDepartment } from '#core/company/department-calls.ts';
import { addEmployee, getEmployee, listEmployees } from '#core/employee/calls.ts';
import { dayAfter } from '#core/employee/warnings.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, memberRow, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

it('[2.14] employees are moved together, warned of, traced by field, exported, and then leave', async () => {
  const [boss, guest] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, guest, ['SIGN_OPERATOR']);
  const admin = await signedIn(boss, ent);
  await admin.call(addDepartment, { parentId: '', name: '市场部' });
  const soon = dayAfter(chinaDay(Date.now()), 10);
  const add = (realName: string, mobile: string, more: object = {}) =>
    admin.call(addEmployee, {
      personal: { realName, mobile, idType: 'RESIDENT_ID', idNumber: newResidentId() },
      work: { entryDate: '2024-03-01' },
      ...more,
    });
  const { employeeId } = await add(guest.name, guest.mobile, {
    contract: { contractStart: '2024-03-01', contractEnd: soon },
  });
  await add('买买提', newMobile(), {
    work: { entryDate: '2024-03-01', jobContent: '=1+1' },
  });
  const { page, problems } = await newUser(browser);
  await openAs(page, admin, '/company/employee');
  await page.getByRole('row').getByText('合同 30 天内到期').waitFor();
  await screenshot(page, 'roster-warnings');
  expect(await flaws(page)).toEqual([]);

  // Two at once, by their boxes.
  for (const box of await page.getByRole('row').getByRole('checkbox').all()) await box.check();
  await button(page, '调动').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '调动', exact: true }).click();
  await dialog.getByText('请选择部门').waitFor();
  await dialog.getByRole('combobox', { name: '调入部门' }).fill('市场');
  await page.getByRole('option', { name: '市场部' }).click();
  await dialog.getByLabel('调动原因').fill('业务调整');
  await screenshot(page, 'employee-transfer');
  expect(await flaws(page)).toEqual([]);
  await dialog.getByRole('button', { name: '调动', exact: true }).click();
  await page.getByText('已调动 2 人').first().waitFor();
  await expect
    .poll(async () => (await admin.call(listEmployees, {})).records.map(({ department }) => department))
    .toEqual([['市场部'], ['市场部']]);

  // Chosen fields of both, by keyboard; who cannot take them stays selected, with the reason.
  const name = (n: number) => page.getByRole('row').nth(n).getByRole('checkbox');
  for (const box of [name(1), name(2)]) await box.check();
  await button(page, '批量修改').first().click();
  const apply = dialog.getByRole('button', { name: '修改', exact: true });
  await apply.click();
  await dialog.getByText('请至少选择一个字段').waitFor();
  for (const field of ['工作地点', '合同到期日']) {
    await dialog.getByRole('checkbox', { name: field }).focus();
    await page.keyboard.press('Space');
  }
  await dialog.getByLabel('新的工作地点').fill('杭州');
  await page.locator('[data-field="values.contractEnd"]').getByRole('spinbutton').first().focus();
  await page.keyboard.type('20300101');
  await screenshot(page, 'employee-batch-edit');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => wide(page)).toBeLessThanOrEqual(390);
  await screenshot(page, 'employee-batch-edit-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await apply.focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('已修改 1 人，0 人无需修改，1 人未修改').waitFor();
  await dialog.getByText('买买提：请填写合同开始日').waitFor();
  await screenshot(page, 'employee-batch-outcome');
  expect(await flaws(page)).toEqual([]);
  await button(page, '关闭').last().click();
  await expect
    .poll(() => page.getByRole('row').filter({ hasText: '买买提' }).getByRole('checkbox').isChecked())
    .toBe(true);
  expect((await admin.call(getEmployee, { employeeId })).work.workLocation).toBe('杭州');
  await page.getByRole('row').filter({ hasText: '买买提' }).getByRole('checkbox').uncheck();

  // The export holds what is asked for, and a text that looks like a formula is none.
  await button(page, '导出').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出', exact: true }).click(),
  ]);
  const sheet = await readSheet(new Uint8Array(await readFile(await download.path())), {
    rows: 10,
    columns: 40,
  });
  expect(sheet.rows).toHaveLength(2);
  const cells = sheet.rows.flatMap((row) => row.cells);
  expect(cells.find(({ text }) => text === '=1+1')?.kind).toBe('TEXT');
  expect(cells.some(({ kind }) => kind === 'FORMULA')).toBe(false);
  expect(cells.some(({ text }) => text.includes(guest.mobile))).toBe(false);

  await page.goto(new URL(`/company/employee?employeeId=${employeeId}&section=WORK`, page.url()).href);
  await page.getByText('未填写 → 市场部').first().waitFor();
  await page.getByText('原因：业务调整').waitFor();
  await screenshot(page, 'employee-work');
  await button(page, '修改历史').click();
  await dialog.getByText('部门：未填写 → 市场部').waitFor();
  await screenshot(page, 'employee-changes');
  expect(await flaws(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => wide(page)).toBeLessThanOrEqual(390);
  await screenshot(page, 'employee-work-390');

  // The administrator ends employment and membership together.
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page, '办理离职').click();
  await expect
    .poll(() => dialog.getByRole('checkbox', { name: /同时移除企业成员身份/ }).isChecked())
    .toBe(true);
  await screenshot(page, 'employee-leave');
  await dialog.getByRole('button', { name: '办理离职' }).click();
  await button(page, '撤销离职').waitFor();
  expect((await memberRow(ent, guest))?.leftAt).toEqual(expect.any(Number));
  expect((await admin.call(getEmployee, { employeeId })).member).toBeNull();
  expect(await problemsLeft(problems)).toEqual([]);
});
