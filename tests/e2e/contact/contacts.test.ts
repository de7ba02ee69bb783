import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContactSheet, SHEET_FIELDS, SHEET_LIMITS, SHEET_TEXTS } from '#core/contact/sheet.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const synced = (page: Page) => page.getByText(/已同步/).waitFor();
const options = (page: Page) => page.getByRole('listbox', { name: '联系人列表' }).getByRole('option');
const dialog = (page: Page) => page.getByRole('dialog');

/** Adds a contact as somebody does who fills the dialog in. */
async function add(
  page: Page,
  type: '企业' | '个人' | '部门',
  fields: Record<string, string>,
): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: '添加联系人' }).first().click();
  await dialog(page).getByRole('radio', { name: type }).check();
  for (const [label, text] of Object.entries(fields)) await dialog(page).getByLabel(label).fill(text);
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

describe('contacts and groups', () => {
  it('two colleagues keep one book: each sees what the other adds; a reader changes nothing', async () => {
    const { ent, admin } = await companyWithAdmin();
    const [keeper, reader] = [await newPerson(), await newPerson()];
    await addMember(ent, keeper, ['SIGN_OPERATOR']);
    await addMember(ent, reader, ['APPROVER']);
    const [one, two, three] = [await newUser(browser), await newUser(browser), await newUser(browser)];
    await openAs(one.page, admin, '/company/contactBook');
    await synced(one.page);
    await one.page.getByText('还没有联系人').waitFor();
    expect(await flaws(one.page)).toEqual([]);
    await screenshot(one.page, 'contacts-empty');
    await openAs(two.page, await signedIn(keeper, ent), '/company/contactBook');
    await synced(two.page);
    await one.page.getByRole('group', { name: new RegExp(keeper.name) }).waitFor();

    // what is wrong is said beside the field, and nothing is kept
    await one.page.getByRole('main').getByRole('button', { name: '添加联系人' }).first().click();
    await dialog(one.page).getByLabel('电话').fill('12');
    await dialog(one.page).getByRole('button', { name: '保存' }).click();
    await dialog(one.page).getByText('请填写名称').waitFor();
    await dialog(one.page).getByText('请输入正确的手机号码或固定电话').waitFor();
    expect(await flaws(one.page)).toEqual([]);
    await dialog(one.page).getByRole('button', { name: '取消' }).click();

    await add(one.page, '企业', { 企业名称: '青石贸易有限公司', 联系人姓名: '沈月', 电话: '13800138001' });
    await add(two.page, '个人', { 姓名: '曾一鸣', 电话: '13800138002', 邮箱: 'zeng@example.cn' });
    for (const { page } of [one, two]) await expect.poll(() => options(page).count()).toBe(2);
    await openAs(three.page, await signedIn(reader, ent), '/company/contactBook');
    await expect.poll(() => options(three.page).count()).toBe(2);
    expect(await three.page.getByRole('button', { name: '添加联系人' }).count()).toBe(0);
    await options(three.page).first().click();
    await dialog(three.page).getByText('13800138002').waitFor();
    expect(await dialog(three.page).getByRole('textbox').count()).toBe(0);
    expect(await problemsLeft(one.problems, two.problems, three.problems)).toEqual([]);
  });

  it('[1.10b] by keyboard: grouped, found by initials, merged, removed; offline too, then synced', async () => {
    const person = await newPerson();
    const { page, context, problems } = await newUser(browser, { offline: true });
    await openAs(page, await signedIn(person), '/account/contactBook');
    await synced(page);
    for (const [name, phone] of [
      ['张三丰', '13800138003'],
      ['张三丰', '13800138003'],
      ['李明月', '13800138004'],
    ] as const)
      await add(page, '个人', { 姓名: name, 电话: phone });
    const press = async (name: string) => {
      await page.getByRole('main').getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('新建分组');
    await dialog(page).getByLabel('分组名称').fill('供应商');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('这个分组里还没有联系人').waitFor();
    await page.getByRole('button', { name: /^全部\s*3$/ }).focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('listbox', { name: '联系人列表' });
    await list.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('已选 2 个联系人').waitFor();
    await press('放入分组');
    await page.getByRole('menuitem', { name: '供应商' }).press('Enter');
    await page.getByText('已将 2 个联系人放入“供应商”').waitFor();
    await screenshot(page, 'contacts-chosen');

    await page.getByRole('textbox', { name: '名称、电话、拼音或首字母' }).fill('zsf');
    await expect.poll(() => options(page).count()).toBe(2);
    await page.getByRole('textbox', { name: '名称、电话、拼音或首字母' }).fill('');
    await press('取消选择');
    await press('更多操作');
    await page.getByRole('menuitem', { name: '合并重复联系人' }).press('Enter');
    await dialog(page)
      .getByRole('group', { name: /张三丰/ })
      .waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'contacts-merge');
    await dialog(page).getByRole('button', { name: '全部合并（1 组）' }).click();
    await dialog(page).getByText('没有重复的联系人').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => options(page).count()).toBe(2);

    await context.setOffline(true);
    await add(page, '个人', { 姓名: '周离线', 电话: '13800138005' });
    await expect.poll(() => options(page).count()).toBe(3);
    await page
      .getByText(/离线|尚未同步/)
      .first()
      .waitFor();
    await screenshot(page, 'contacts-offline');
    await context.setOffline(false);
    await synced(page);
    const other = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
    await openAs(other.page, await signedIn(person), '/account/contactBook');
    await expect.poll(() => options(other.page).count()).toBe(3);
    expect(await flaws(other.page)).toEqual([]);
    await screenshot(other.page, 'contacts-phone-dark');
    await options(other.page).filter({ hasText: '周离线' }).click();
    await screenshot(other.page, 'contacts-phone-dialog');
    await dialog(other.page).getByRole('button', { name: '移除' }).click();
    await expect.poll(() => options(other.page).count()).toBe(2);
    await expect.poll(() => options(page).count()).toBe(2);
    expect(await problemsLeft(problems)).toEqual([]);
  });

  it('imports a sheet: says what is wrong in which row, takes the others, and exports them', async () => {
    const { page, problems } = await newUser(browser);
    await openAs(page, await signedIn(await newPerson()), '/account/contactBook');
    await synced(page);
    await add(page, '个人', { 姓名: '王芳', 电话: '13800138006' });
    const menu = async (name: string) => {
      await page.getByRole('button', { name: '更多操作' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const row = (...cells: string[]) => [...cells, ...Array.from({ length: 10 - cells.length }, () => '')];
    const titles = SHEET_FIELDS.map((field) => SHEET_TEXTS['zh-CN'].fields[field]);
    const bytes = await writeSheet({
      name: '联系人',
      columns: titles.map((title) => ({ title, width: 12 })),
      rows: [
        row('个人', '王芳', '', '', '13800138006', 'wang@example.cn'),
        row('企业', '赤水酒业有限公司', '', '李娜', '13800138007', '', '', '', '供应商;客户'),
        row('个人', '赵四', '', '', '12'),
      ],
    });
    await menu('导入 Excel');
    const chosen = {
      name: 'contacts.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    };
    await dialog(page).locator('input[type=file]').setInputFiles(chosen);
    await dialog(page).getByText('共 3 行：2 行可以导入，其中 1 行通讯录中已有；1 行有误').waitFor();
    await dialog(page).getByText('第 4 行：电话：请输入正确的手机号码或固定电话').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'contacts-import');
    const [wrong] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: '下载有误的 1 行' }).click(),
    ]);
    const refused = await readSheet(new Uint8Array(readFileSync(await wrong.path())), SHEET_LIMITS);
    expect(refused.rows[0]?.cells.map(({ text }) => text)).toEqual([
      ...['个人', '赵四', '', '', '12', '', '', '', '', ''],
      '电话：请输入正确的手机号码或固定电话',
    ]);
    await dialog(page).getByText('覆盖已有的 1 个联系人').click();
    await dialog(page).getByRole('button', { name: '导入 2 个联系人' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => options(page).count()).toBe(2);
    await page.getByRole('button', { name: /^客户\s*1$/ }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), menu('导出 Excel')]);
    const sheet = await readSheet(new Uint8Array(readFileSync(await file.path())), SHEET_LIMITS);
    const read = readContactSheet(sheet)?.map(({ facts, groups }) => [facts?.name, facts?.email, groups]);
    expect(read?.sort()).toEqual(
      [
        ['王芳', 'wang@example.cn', []],
        ['赤水酒业有限公司', '', ['供应商', '客户']],
      ].sort(),
    );
    expect(await problemsLeft(problems)).toEqual([]);
  });

  it.each(['zh-TW', 'en-US'])('in %s', async (language) => {
    const { page, context, problems } = await newUser(browser, { language });
    await context.addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
    await openAs(page, await signedIn(await newPerson()), '/account/contactBook');
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasText: language === 'zh-TW' ? '聯絡人' : 'Contacts' })
      .waitFor();
    await screenshot(page, `contacts-${language}`);
    expect(await problemsLeft(problems)).toEqual([]);
  });
});
