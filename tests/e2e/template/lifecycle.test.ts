import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import enUS from '#app/locales/en-US/template.ts';
import uiEnUS from '#app/locales/en-US/ui.ts';
import zhTW from '#app/locales/zh-TW/template.ts';
import uiZhTW from '#app/locales/zh-TW/ui.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { disableTemplate, enableTemplate, publishTemplate } from '#core/template/version-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { press, rowOf, said, textOf } from '#tests/e2e/page.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';
import { templateInForce } from '#tests/fixtures/templates.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const LIST = '/company/frontTemplateFile';
const EDITOR = '/company/frontTemplateFile/webTemplate';

/** What a row offers behind its menu. */
async function act(page: Page, name: string, label: string) {
  const row = rowOf(page, name);
  const direct = row.getByRole('button', { name: label, exact: true });
  if ((await direct.count()) > 0) return direct.click();
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}

/** An enterprise of the business edition with a web template in force, and a colleague who looks after templates, too. */
async function enabled() {
  const { ent, admin } = await companyWithAdmin({ isBiz: true });
  const colleague = await newPerson();
  await addMember(ent, colleague, ['BUSINESS_ADMIN']);
  const id = await templateInForce(admin, '买卖合同');
  return { admin, id, second: await signedIn(colleague, ent) };
}

it('[4.3b] enabling and disabling say what came of it, and why when somebody was quicker', async () => {
  const { admin, id } = await enabled();
  const { context, page } = await newUser(browser);
  await openAs(page, admin, LIST);
  const row = rowOf(page, '买卖合同');
  await row.getByText('已启用').waitFor();

  await act(page, '买卖合同', '停用');
  const disabling = page.getByRole('dialog', { name: '停用“买卖合同”？' });
  const aborted = /\/ecapi\/template\/(en|dis)able/;
  await page.route(aborted, (route) => route.abort());
  await press(disabling, '停用');
  await said(page, /^停用失败。/);
  await page.unroute(aborted);
  await admin.call(disableTemplate, { id });
  await press(disabling, '停用');
  await said(page, '模板的状态已改变，请刷新后再操作。');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'template-disable-failed');
  await press(disabling, '取消');
  // the list has asked again
  await row.getByText('已停用').waitFor();

  await act(page, '买卖合同', '启用');
  const enabling = page.getByRole('dialog', { name: '启用“买卖合同”' });
  await enabling.getByText('启用第 1 版后即可用它发起合同。').waitFor();
  await page.route(aborted, (route) => route.abort());
  await press(enabling, '启用');
  await said(page, /^启用失败。/);
  await page.unroute(aborted);
  await admin.call(enableTemplate, { id });
  await press(enabling, '启用');
  await said(page, '模板的状态已改变，请刷新后再操作。');
  await press(enabling, '取消');
  await row.getByText('已启用').waitFor();

  await act(page, '买卖合同', '停用');
  await press(disabling, '停用');
  await said(page, '已停用“买卖合同”');
  await row.getByText('已停用').waitFor();
  await act(page, '买卖合同', '启用');
  await screenshot(page, 'template-enable');
  await press(enabling, '启用');
  await said(page, '已启用“买卖合同”');
  await row.getByText('已启用').waitFor();
  await context.close();
});

it('a template enabled by calls opens with its text, once for two; versions are compared', async () => {
  const { admin, second, id } = await enabled();
  const [a, b] = [await newUser(browser), await newUser(browser)];
  await Promise.all([
    openAs(a.page, admin, `${EDITOR}?id=${id}`),
    openAs(b.page, second, `${EDITOR}?id=${id}`),
  ]);
  for (const { page } of [a, b]) {
    await textOf(page).getByText('双方就买卖事宜达成如下协议').waitFor();
    await page.getByText(/已同步/).waitFor();
  }
  // what one writes the other has, and the text stands there once
  await textOf(a.page).getByText('双方就买卖事宜达成如下协议').click();
  await a.page.keyboard.press('End');
  await a.page.keyboard.press('Enter');
  await a.page.keyboard.type('质量保证期为两年。');
  await textOf(b.page).getByText('质量保证期为两年。').waitFor();
  for (const { page } of [a, b])
    expect(await textOf(page).getByRole('heading', { name: '买卖合同' }).count()).toBe(1);
  await a.page.getByRole('tab', { name: /签署方/ }).click();
  await a.page.getByText('企业 · 第 1 顺序').waitFor();
  await press(a.page, '发布修改');
  // both seals stand in one line, without room for both
  const overlapping = a.page.getByRole('dialog', { name: '签署位置可能重叠' });
  await overlapping.getByText('“甲方·企业印章”与“乙方（个人）·个人印章”在第 1 页').waitFor();
  expect(await flaws(a.page)).toEqual([]);
  await screenshot(a.page, 'template-overlap');
  await press(overlapping, '返回修改');
  await press(a.page, '发布修改');
  await press(overlapping, '仍然启用');
  await said(a.page, '已启用，当前为第 2 版');

  const { page } = a;
  await page.goto(LIST);
  await act(page, '买卖合同', '版本');
  const versions = page.getByRole('dialog', { name: '“买卖合同”的版本' });
  await versions.getByText('使用中').waitFor();
  await versions.getByRole('button', { name: '与第 1 版对比' }).click();
  await versions.getByRole('list', { name: '正文的变化' }).getByText('质量保证期为两年。').waitFor();
  expect(await versions.locator('ins').allInnerTexts()).toEqual(['质量保证期为两年。']);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'template-versions');
  await versions
    .getByRole('listitem')
    .filter({ hasText: '第 1 版' })
    .last()
    .getByRole('button', { name: '恢复到草稿' })
    .click();
  const asked = page.getByRole('alertdialog');
  await asked.getByText(/未发布的修改会被替换/).waitFor();
  await screenshot(page, 'template-restore');
  await press(asked, '恢复到草稿');
  await said(page, '已把第 1 版恢复到草稿');
  // the colleague, who has it open, sees it at once
  await textOf(b.page).getByText('质量保证期为两年。').waitFor({ state: 'detached' });
  await textOf(b.page).getByText('双方就买卖事宜达成如下协议').waitFor();
  for (const user of [a, b]) {
    expect(await problemsLeft(user.problems)).toEqual([]);
    await user.context.close();
  }
});

it('[5.11q] a parameter file is written and read; wrong files, lines and names are told', async () => {
  const { admin, second, id } = await enabled();
  const editor = await newUser(browser);
  await openAs(editor.page, second, `${EDITOR}?id=${id}`);
  await textOf(editor.page).getByText('双方就买卖事宜达成如下协议').waitFor();
  const { context, page, problems } = await newUser(browser);
  await openAs(page, admin, LIST);
  await act(page, '买卖合同', '参数文件');
  const dialog = page.getByRole('dialog', { name: '“买卖合同”的参数文件' });
  const [file] = await Promise.all([page.waitForEvent('download'), press(dialog, '导出参数文件')]);
  expect(file.suggestedFilename()).toBe('买卖合同.xml');
  const xml = readFileSync(await file.path(), 'utf8');
  expect(xml).toContain('<field name="合同编号"');
  const choose = (name: string, text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(text) });
  await choose('参数.txt', xml);
  await dialog
    .getByText(/参数\.txt/)
    .first()
    .waitFor();
  await dialog.getByText(/xml/).first().waitFor();
  await choose('错.xml', xml.replace('<field ', '<feld '));
  await dialog.getByText('文件有以下问题，改正后再导入：').waitFor();
  await dialog
    .getByText(/第 \d+ 行：不认识元素/)
    .first()
    .waitFor();
  await screenshot(page, 'template-parameters-wrong');
  await dialog
    .getByRole('button', { name: /移除|删除/ })
    .last()
    .click();
  await choose(
    '新.xml',
    xml.replace('</template>', '  <field name="交货地点" types="TEXT" length="30"/>\n</template>'),
  );
  await dialog.getByText('将新增 1 项', { exact: false }).waitFor();
  await dialog.getByText('交货地点').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'template-parameters');
  await press(dialog, '导入到草稿');
  await said(page, /^已导入 \d+ 项$/);
  // in the colleague's editor at once, and among the enterprise's fields
  await editor.page
    .getByRole('complementary', { name: '模板内容' })
    .getByText('交货地点', { exact: true })
    .waitFor();
  await page.goto('/company/frontTemplateField');
  await rowOf(page, '交货地点').waitFor();
  expect(await problemsLeft(problems, editor.problems)).toEqual([]);
  await context.close();
  await editor.context.close();
});

it('the list leads to each kind’s page, and only the click that opens the editor loads it', async () => {
  const { admin } = await companyWithAdmin({});
  const facts = { businessType: 'SALES', sceneType: 'ENT' } as const;
  await admin.call(saveTemplate, { ...facts, templateName: '网页的', templateType: 'WEB' });
  await admin.call(saveTemplate, { ...facts, templateName: '文档的', templateType: 'WORD' });
  const { context, page } = await newUser(browser);
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  const withEditor = async () => (await Promise.all(scripts)).filter((text) => text.includes('ProseMirror'));
  await openAs(page, admin, LIST);
  await page.getByRole('link', { name: '文档的' }).click();
  await page.waitForURL('**/company/frontWordPreview?id=*');
  await page.getByText('仅支持 docx，单个文件，不超过 3 MB').waitFor();
  await page.getByRole('link', { name: '模板文件' }).last().click();
  await page.getByRole('link', { name: '网页的' }).waitFor();
  expect(await withEditor()).toEqual([]);
  await page.getByRole('link', { name: '网页的' }).click();
  await page.waitForURL('**/company/frontTemplateFile/webTemplate?id=*');
  await textOf(page).waitFor();
  expect((await withEditor()).length).toBeGreaterThan(0);
  await context.close();
});

it.each([
  ['zh-TW', 'light', zhTW, uiZhTW],
  ['en-US', 'dark', enUS, uiEnUS],
] as const)(
  'its dialogs fit a phone and are read out whole, in %s and %s',
  async (language, colorScheme, words, ui) => {
    const { admin, id } = await enabled();
    await admin.call(publishTemplate, { id, number: 1, content: webTemplate('第二版。') });
    const { context, page, problems } = await newUser(browser, {
      language,
      colorScheme,
      width: 390,
      height: 844,
    });
    await page.addInitScript((chosen) => localStorage.setItem('sass_lang', chosen), language);
    await openAs(page, admin, LIST);
    const card = page.getByRole('listitem').filter({ hasText: '买卖合同' });
    // what else can be done with it opens with a tap
    await card.getByRole('button', { name: ui.table.expand }).click();
    const open = (label: string) => card.getByRole('button', { name: label, exact: true }).click();
    for (const [name, label] of [
      ['versions', words.version.action],
      ['parameters', words.xml.action],
      ['authorize', words.authorize.action],
      ['disable', words.file.disable],
    ] as const) {
      await open(label);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      if (name === 'versions') {
        await dialog.getByRole('button', { name: words.version.compare.replace('{number}', '1') }).click();
        await dialog.getByText('第二版。', { exact: false }).waitFor();
      }
      if (name === 'parameters') await dialog.getByText(words.xml.export).waitFor();
      if (name === 'authorize') await dialog.getByText(words.authorize.none).waitFor();
      expect(await flaws(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await screenshot(page, `template-${name}-390-${language}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);
