/** HR brings employees with a sheet that LibreOffice Calc saved, mends what was refused, and sees what came of it. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { addDepartment } from '#core/company/department-calls.ts';
import { listEmployees } from '#core/employee/calls.ts';
import { listImports } from '#core/employee/import-calls.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { calc, calcIsThere } from '#tests/fixtures/calc.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId, newSalary } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const LIMITS = { rows: 20, columns: 40 };

/** What a button saves on the device. */
async function saved(page: Page, name: string | RegExp): Promise<Bytes> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().click(),
  ]);
  return new Uint8Array(await readFile(await download.path()));
}

const choose = (page: Page, bytes: Bytes, name = '花名册.xlsx') =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(bytes),
    });

it('[5.4b] [5.4c] [5.4d] xlsx alone is taken: wrong cells are named, a wrong sheet fails whole', async () => {
  const [boss, clerk] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  const hr = await signedIn(clerk, ent);
  await hr.call(addDepartment, { parentId: '', name: '市场部' });
  const { page, problems } = await newUser(browser);
  await openAs(page, hr, '/company/employee');
  await page.getByRole('button', { name: '批量导入' }).click();
  const dialog = page.getByRole('dialog');
  const { head, rows: examples } = await readSheet(await saved(page, '下载导入模板'), LIMITS);
  expect(head.slice(0, 6)).toEqual(['序号', '姓名 *', '手机号码 *', '证件类型 *', '证件号码 *', '邮箱']);
  expect(examples).toHaveLength(1);

  // Another kind of file, a sheet with nobody in it, and one with another column.
  await choose(page, new Uint8Array(Buffer.from('a,b')), '花名册.csv');
  await dialog
    .getByText(/花名册\.csv/)
    .first()
    .waitFor();
  const sheetOf = (titles: readonly string[], rows: string[][]) =>
    writeSheet({
      name: '花名册',
      columns: titles.map((title) => ({ title, width: 20 })),
      rows: [['示例', '示例', '13800000000'], ...rows],
      toFill: { rows: 20 },
    });
  const remove = dialog.getByRole('button', { name: /移除|删除/ });
  await choose(page, await sheetOf(head, []));
  await dialog.getByText('请添加个人用户').waitFor();
  await remove.first().click();
  await choose(page, await sheetOf([...head, '星座'], [['1', '张三']]));
  await dialog.getByText('表格与本页的表格不一致，多出列“星座”').waitFor();
  await remove.first().click();

  const person = (change: Record<string, string> = {}) => {
    const cells: Record<string, string> = {
      '姓名 *': '阿依古丽',
      '手机号码 *': newMobile(),
      '证件类型 *': '居民身份证',
      '证件号码 *': newResidentId(),
      '入职日期 *': '2024/3/1',
      ...change,
    };
    return head.map((title) => cells[title] ?? '');
  };
  const filled = await sheetOf(head, [
    person({ 部门: '市场部', 工资: newSalary() }),
    person({ '姓名 *': '', '手机号码 *': '139', 邮箱: 'nobody', 部门: '研发部', 工作内容: '工'.repeat(65) }),
    person({ '姓名 *': '买买提' }),
  ]);
  await choose(page, calcIsThere ? await calc(filled, 'xlsx', 'xlsx') : filled);
  await dialog.getByText('共 3 行，2 行可导入，1 行有误。').waitFor();
  for (const told of [
    '姓名：字段为空',
    '手机号码：格式错误',
    '邮箱：请输入正确的邮箱',
    '部门：内容错误',
    '工作内容：字段过长',
  ])
    await dialog.getByText(new RegExp(`第 4 行：.*${told}`)).waitFor();
  await screenshot(page, 'employee-import');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(page, 'employee-import-390');
  await page.setViewportSize({ width: 1440, height: 900 });

  // The page says how far it is, and what came of it; it may be left meanwhile.
  await page.getByRole('button', { name: '导入 2 人' }).click();
  await page.getByRole('heading', { level: 1, name: '导入记录' }).waitFor();
  await page.getByRole('row').getByText('部分失败').waitFor();
  const { records } = await hr.call(listEmployees, {});
  expect(records.map(({ realName, department }) => [realName, ...department].join(' ')).sort()).toEqual([
    '买买提',
    '阿依古丽 市场部',
  ]);
  await screenshot(page, 'employee-imports');
  expect(await flaws(page)).toEqual([]);
  const failed = await readSheet(await saved(page, '下载失败行'), LIMITS);
  expect(failed.head).toEqual([...head, '原因']);
  expect(failed.rows).toHaveLength(1);
  expect(failed.rows[0]!.cells.at(-1)!.text).toContain('邮箱：请输入正确的邮箱');

  // Mended in the sheet that was downloaded, with its reasons still there.
  const mended = person({ '姓名 *': '古丽娜尔' });
  const again = await writeSheet({
    name: '花名册',
    columns: failed.head.map((title) => ({ title, width: 20 })),
    rows: [[...mended, failed.rows[0]!.cells.at(-1)!.text]],
  });
  await page.getByRole('button', { name: '批量导入' }).click();
  await choose(page, again);
  await page.getByRole('button', { name: '导入 1 人' }).click();
  await page.getByRole('row').getByText('已完成').waitFor();
  await expect.poll(async () => (await hr.call(listEmployees, {})).total).toBe(3);

  // Of a long one the page shows how far it is, without being asked again, until it has ended.
  await page.route(`**${listImports.path}?*`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.data.records[0], { total: 5_000, added: 1_200, failed: 34, endTime: null });
    await route.fulfill({ response, json });
  });
  await page.reload();
  const progress = page.getByRole('progressbar', { name: '已处理 1234 / 5000 行' });
  await progress.waitFor();
  expect(await progress.evaluate((bar: HTMLProgressElement) => bar.position)).toBeCloseTo(1234 / 5000, 4);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'employee-imports-progress');
  // An answer may be on its way meanwhile.
  await page.unrouteAll({ behavior: 'wait' });
  await progress.waitFor({ state: 'detached' });
  await page.getByRole('row').getByText('已完成').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'employee-imports-390');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await problemsLeft(problems)).toEqual([]);
});
