import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveClause } from '#core/template/clause-calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { closed, press, textOf } from '#tests/e2e/page.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const EDITOR = '/company/frontTemplateFile/webTemplate';

const template = async (admin: ApiClient, templateName: string) =>
  (
    await admin.call(saveTemplate, {
      templateName,
      templateType: 'WEB',
      businessType: 'SALES',
      sceneType: 'ENT',
    })
  ).id;

async function open(client: ApiClient, id: string, options?: UserOptions) {
  const user = await newUser(browser, options);
  if (options?.language)
    await user.page.addInitScript((lang) => localStorage.setItem('sass_lang', lang), options.language);
  await openAs(user.page, client, `${EDITOR}?id=${id}`);
  await textOf(user.page).waitFor();
  return user;
}

it('a clause is saved from one template and put into another: renumbered, with its field', async () => {
  const { admin } = await companyWithAdmin({});
  const [first, second] = [await template(admin, '采购合同'), await template(admin, '服务合同')];
  const a = await open(admin, first);
  const panel = a.page.getByRole('complementary', { name: '模板内容' });
  await textOf(a.page).click();
  await a.page.keyboard.type('§ 付款');
  await a.page.keyboard.press('Enter');
  await a.page.keyboard.type('付至账户：');
  await press(panel, '新增字段');
  const adding = a.page.getByRole('dialog', { name: '新增字段' });
  await adding.getByRole('combobox', { name: '字段名称' }).fill('收款账号');
  await press(adding, '保存');
  await closed(a.page);
  await textOf(a.page).locator('[data-chip="field"]', { hasText: '收款账号' }).waitFor();
  await textOf(a.page).getByText('付至账户').click();
  await a.page.keyboard.press('End');
  await a.page.keyboard.type('，见第');
  await press(a.page, '引用条款');
  await a.page
    .getByRole('dialog')
    .getByRole('button', { name: /1.*付款/ })
    .click();
  await closed(a.page);
  await textOf(a.page).locator('[data-chip-reference]').waitFor();

  await panel.getByRole('tab', { name: '条款' }).click();
  await panel.getByText('条款库还是空的').waitFor();
  expect(await panel.getByRole('button', { name: '选中内容存为条款' }).isDisabled()).toBe(true);
  await textOf(a.page).click();
  await a.page.keyboard.press('Control+a');
  await expect.poll(() => panel.getByRole('button', { name: '选中内容存为条款' }).isEnabled()).toBe(true);
  await press(panel, '选中内容存为条款');
  const saving = a.page.getByRole('dialog', { name: '存为条款' });
  await saving.getByLabel('条款名称').fill('付款条款');
  await saving.getByLabel('类别').fill('价款');
  await screenshot(a.page, 'template-clause-save');
  expect(await flaws(a.page)).toEqual([]);
  await press(saving, '保存');
  await closed(a.page);
  await panel.getByText('付款条款', { exact: true }).waitFor();
  expect(await problemsLeft(a.problems)).toEqual([]);
  await a.context.close();

  const b = await open(admin, second);
  const side = b.page.getByRole('complementary', { name: '模板内容' });
  await textOf(b.page).click();
  await b.page.keyboard.type('§ 总则');
  await textOf(b.page).locator('[data-clause]', { hasText: '总则' }).waitFor();
  await side.getByRole('tab', { name: '条款' }).click();
  await side.getByLabel('搜索条款').fill('账户');
  await press(side, '插入条款“付款条款”');
  const fields = b.page.getByRole('dialog', { name: '插入条款“付款条款”' });
  await fields.getByText('加入这个模板的字段').waitFor();
  await screenshot(b.page, 'template-clause-insert');
  await press(fields, '插入');
  await closed(b.page);
  const clauses = textOf(b.page).locator('[data-clause]');
  await expect
    .poll(() => clauses.evaluateAll((all) => all.map((one) => one.getAttribute('data-label'))))
    .toEqual(['1.', '2.', '3.']);
  await textOf(b.page).locator('[data-chip="field"]', { hasText: '收款账号' }).waitFor();
  expect(await textOf(b.page).locator('[data-chip-reference]').getAttribute('data-label')).toBe('2');
  // the field and the text are one step of undo
  await press(b.page, '撤销');
  await expect.poll(() => clauses.count()).toBe(1);
  await textOf(b.page).locator('[data-chip="field"]').waitFor({ state: 'detached' });
  await press(b.page, '重做');
  await expect.poll(() => clauses.count()).toBe(3);
  // again: the field is there already, so nothing is asked
  await press(side, '插入条款“付款条款”');
  await expect.poll(() => clauses.count()).toBe(5);
  expect(await textOf(b.page).locator('[data-chip-reference]').last().getAttribute('data-label')).toBe('4');

  await press(side, '“付款条款”的更多操作');
  await b.page.getByRole('menuitem', { name: '重命名' }).click();
  const renaming = b.page.getByRole('dialog', { name: '重命名' });
  await renaming.getByLabel('条款名称').fill('支付');
  await press(renaming, '保存');
  await closed(b.page);
  await side.getByText('支付', { exact: true }).waitFor();
  await press(side, '变更记录');
  await b.page.getByRole('dialog').getByText('修改 支付').waitFor();
  await b.page.keyboard.press('Escape');
  await closed(b.page);
  await screenshot(b.page, 'template-clause-list');
  await press(side, '“支付”的更多操作');
  await b.page.getByRole('menuitem', { name: '删除' }).click();
  await press(b.page.getByRole('alertdialog'), '删除');
  await side.getByText('没有找到条款').waitFor();
  expect(await problemsLeft(b.problems)).toEqual([]);
  await b.context.close();
});

it('the library is read on a phone, in other languages and dark, and says what needs a network', async () => {
  const { admin } = await companyWithAdmin({});
  const id = await template(admin, '采购合同');
  for (const [clauseName, text] of [
    ['保密', '双方对本合同的内容及履行中知悉的对方商业秘密承担保密义务，期限为合同终止后三年。'],
    ['违约责任', '任何一方违约的，应当赔偿对方因此受到的损失。'],
  ] as const)
    await admin.call(saveClause, {
      clauseName,
      category: '通用',
      content: { body: [{ type: 'paragraph', content: [{ type: 'text', text }] }], fields: [] },
    });
  for (const [language, colorScheme, tab, width] of [
    ['zh-TW', 'dark', '條款', 390],
    ['en-US', 'light', 'Clauses', 390],
    ['en-US', 'dark', 'Clauses', 1440],
  ] as const) {
    const { page, context, problems } = await open(admin, id, { language, colorScheme, width, height: 844 });
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText('违约责任', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await flaws(page)).toEqual([]);
    await page.getByText('违约责任', { exact: true }).scrollIntoViewIfNeeded();
    await screenshot(page, `template-clauses-${language}-${width}`);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  }
  const { page, context } = await open(admin, id, { offline: true });
  await page.getByRole('tab', { name: '条款' }).click();
  await page.getByText('保密', { exact: true }).waitFor();
  await context.setOffline(true);
  await page.getByText('没有网络：联网后才能使用条款库。').waitFor();
  expect(await page.getByRole('button', { name: '插入条款“保密”' }).isDisabled()).toBe(true);
  await context.setOffline(false);
  await page.getByText('没有网络：联网后才能使用条款库。').waitFor({ state: 'detached' });
  await context.close();
});
