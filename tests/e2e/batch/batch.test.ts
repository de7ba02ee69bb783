import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import { sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { calc, calcIsThere } from '#tests/fixtures/calc.ts';
import { enterpriseSigner, newKey, taskToSend } from '#tests/fixtures/contracts.ts';
import { companyWithAdmin, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { openAs, speak } from '../open-as.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from '../task/drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** What a button saves. */
async function saved(page: Page, button: string): Promise<Bytes> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return new Uint8Array(await readFile(await download.path()));
}

const chooseSheet = (page: Page, bytes: Bytes, name = '名单.xlsx') =>
  page
    .getByLabel('选择表格')
    .last()
    .setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(bytes),
    });

it('[2.16d] sends one file to a Calc sheet’s rows, mended in the table, each its own contract', async () => {
  const { admin } = await companyWithAdmin();
  const { page, context, problems } = await newUser(browser);
  await openAs(page, admin, '/contract/batch');
  await page.getByText('还没有批量发起过').waitFor();
  await screenshot(page, 'batch-list-empty');
  const main = page.getByRole('main');
  const start = main
    .getByRole('link', { name: '批量发起' })
    .or(main.getByRole('button', { name: '批量发起' }));
  await start.first().click();
  await page.waitForURL('**/contractSend?draft=**');

  // 1: the task
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('textbox', { name: '任务名称' }).fill('批量劳务合同');

  // 2: the parties and the rows
  await page.getByRole('button', { name: '下一步' }).click();
  const second = page.getByRole('article', { name: '签署方 2' });
  await expect.poll(() => second.getByRole('switch', { name: /由名单逐行填写/ }).isChecked()).toBe(true);
  await second.getByRole('textbox', { name: '角色名称' }).fill('乙方');
  const empty = await saved(page, '下载表格');
  const { head, rows: examples } = await readSheet(empty, { rows: 5, columns: 20 });
  expect(head).toEqual(['序号', '合同名称', '乙方 企业名称 *', '乙方 姓名 *', '乙方 手机号 *', '乙方 邮箱']);
  expect(examples).toHaveLength(1);

  const filled = await writeSheet({
    name: '名单',
    columns: head.map((title) => ({ title, width: 20 })),
    rows: [
      ['示例，导入时忽略', '', '某某科技有限公司', '王小明', '13800138000', ''],
      ['1', '', '批量一公司', '赵一', '13911110001', ''],
      ['2', '', '批量二公司', '', '139', ''],
      ['3', '', '批量一公司', '赵一', '13911110001', ''],
    ],
    toFill: { rows: 10 },
  });
  await chooseSheet(page, calcIsThere ? await calc(filled, 'xlsx', 'xlsx') : filled);
  await page.getByText('已读入 3 行').waitFor();
  await page.getByText('1 行有误').waitFor();
  await page.getByText('1 行与前面的行签署方相同').waitFor();
  await page.getByText('请填写姓名').waitFor();
  await screenshot(page, 'batch-rows');
  expect(await flaws(page)).toEqual([]);
  const wrong = await readSheet(await saved(page, '导出有误的行'), { rows: 5, columns: 20 });
  expect(wrong.head.at(-1)).toBe('原因');
  expect(wrong.rows[0]!.cells.at(-1)!.text).toContain('请填写姓名');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await screenshot(page, 'batch-rows-390');
  await page.setViewportSize({ width: 1440, height: 900 });

  // mended by keyboard: Enter goes down the column, a shift of focus checks
  const cell = (row: number, column: string) =>
    page.getByRole('textbox', { name: `第 ${row} 行，乙方 ${column}` });
  await cell(1, '姓名').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('钱二');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('139 1111 0002');
  await page.keyboard.press('Tab');
  await expect.poll(() => cell(2, '手机号').inputValue()).toBe('13911110002');
  await page.getByText('1 行有误').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '删除重复行' }).click();
  await cell(3, '姓名').waitFor({ state: 'detached' });

  // a row that is pasted, and a sheet of something else
  await page.getByRole('button', { name: '粘贴' }).click();
  await page.getByRole('textbox', { name: '单元格' }).fill('\t批量三公司\t孙三\t13911110003');
  await page.getByRole('button', { name: '加入名单' }).click();
  await cell(3, '姓名').waitFor();
  const other = await writeSheet({
    name: 'a',
    columns: [
      { title: '序号', width: 9 },
      { title: '年龄', width: 9 },
    ],
    rows: [['1', '2']],
  });
  await chooseSheet(page, other, '别的.xlsx');
  await page.getByRole('alert').filter({ hasText: '多出列“年龄”' }).waitFor();

  // 3 and 4, then sent
  await page.getByRole('button', { name: '签署位置' }).click();
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').nth(1).waitFor();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.waitForURL('**/contract/batch/*');
  await expect.poll(async () => (await admin.call(listTasks, { box: 'startWithMe' })).total).toBe(3);
  await page.getByText('已完成', { exact: true }).first().waitFor();
  await page.getByRole('cell', { name: /批量三公司 孙三/ }).waitFor();
  await screenshot(page, 'batch-page');
  expect(await flaws(page)).toEqual([]);
  const results = await readSheet(await saved(page, '导出结果'), { rows: 5, columns: 20 });
  expect(results.rows).toHaveLength(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'batch-page-390');
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // all of them at once
  const files = unzipSync(await saved(page, '全部下载'));
  expect(new Set(Object.keys(files).map((name) => name.split('/')[0])).size).toBe(3);
  await page.getByRole('button', { name: '全部催签' }).click();
  await page.getByText('已催签 3 份').waitFor();
  await page.getByRole('button', { name: '全部撤回' }).click();
  await page.getByRole('textbox', { name: '撤回原因' }).fill('条款有误');
  await page.getByRole('alertdialog').getByRole('button', { name: '全部撤回' }).click();
  await page.getByText('已撤回 3 份').waitFor();
  await page.getByRole('link', { name: '查看本批的全部合同' }).click();
  await page.waitForURL('**/contract/startWithMe?batchId=**');
  await page.getByText('批量劳务合同 - 批量一公司 赵一').first().waitFor();
  await page.goto('/contract/batch');
  await page.getByRole('link', { name: '批量劳务合同' }).first().waitFor();
  await screenshot(page, 'batch-list');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it('rows are chosen from those whom one dealt with, once each, by keyboard and on a phone', async () => {
  const { admin } = await companyWithAdmin();
  const partners = await Promise.all(
    [1, 2].map(async () => {
      const person = await newPerson();
      return { company: await newCompany(person), person };
    }),
  );
  for (const { company, person } of partners) {
    const signer = enterpriseSigner(company, { realName: person.name, mobile: person.mobile });
    await admin.call(sendTask, await taskToSend(admin, [signer]));
  }
  const { page, context, problems } = await newUser(browser);
  await openAs(page, admin, `/contractSend?draft=${newKey()}`);
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('textbox', { name: '任务名称' }).fill('通讯录批量');
  await page.getByRole('button', { name: '下一步' }).click();
  const choose = async () => {
    await page.getByRole('button', { name: '从通讯录选择', exact: true }).click();
    await page.getByRole('dialog').getByText('最近的签署方').click();
    await page.getByRole('option', { name: new RegExp(partners[0]!.company.name) }).waitFor();
  };
  await choose();
  for (const { company } of partners)
    await page.getByRole('option', { name: new RegExp(company.name) }).click();
  await screenshot(page, 'batch-contacts');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: '使用所选（2）' }).click();
  await page.getByText('已加入 2 行').waitFor();
  const cells = page.getByRole('region', { name: '名单表格' }).getByRole('textbox');
  const texts = () => cells.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  for (const { company, person } of partners)
    expect(await texts()).toEqual(expect.arrayContaining([company.name, person.name, person.mobile]));
  await choose();
  const [one] = partners;
  await page.getByRole('option', { name: new RegExp(`${one!.company.name}.*已添加`) }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await screenshot(page, 'batch-contacts-390');
  await page.setViewportSize({ width: 1440, height: 900 });

  // A person whom each row names proves a document: its type is read by its name in any language.
  await page.getByRole('button', { name: '添加个人签署方' }).click();
  await page
    .getByRole('article', { name: '签署方 3', exact: true })
    .getByRole('switch', { name: /由名单逐行填写/ })
    .click();
  await page.getByRole('checkbox', { name: '每个人须核验证件' }).check();
  const cell = (column: string) => page.getByRole('combobox', { name: `第 1 行，签署方 3 ${column}` });
  const plain = (column: string) => page.getByRole('textbox', { name: `第 1 行，签署方 3 ${column}` });
  await cell('证件类型').fill('居民身分證');
  await page.keyboard.press('Tab');
  await expect.poll(() => cell('证件类型').inputValue()).toBe('居民身份证');
  await plain('证件号码').fill('11010119900307002x');
  await plain('姓名').fill('赵一');
  await plain('手机号').fill('13911110009');
  await plain('账号').waitFor();
  await page.getByText('请选择证件类型').waitFor();
  await screenshot(page, 'batch-documents');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
  await screenshot(page, 'batch-documents-390');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

it.each([
  ['zh-TW', '下一步', '已上傳', /由名單/],
  ['en-US', 'Next', 'Uploaded', /list/i],
] as const)(
  'all steps speak %s on a phone in the dark, within its width',
  async (language, next, uploaded, varies) => {
    const { admin } = await companyWithAdmin();
    const user = await newUser(browser, { language, colorScheme: 'dark', width: 390, height: 844 });
    const { page, context, problems } = user;
    await speak(user, language);
    await openAs(page, admin, `/contractSend?draft=${newKey()}`);
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByText(uploaded).waitFor();
    for (const step of [1, 2, 3, 4]) {
      if (step === 2) await page.getByRole('switch', { name: varies }).first().waitFor();
      await expect.poll(() => wider(page)).toBeLessThanOrEqual(0);
      expect(await flaws(page)).toEqual([]);
      await screenshot(page, `batch-wizard-${language}-${step}-dark-390`);
      if (step < 4) await page.getByRole('button', { name: next, exact: true }).click();
    }
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);
