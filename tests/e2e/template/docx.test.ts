import { readFileSync } from 'node:fs';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importDocx } from '#core/docx/import/import-docx.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import type { TemplateType } from '#core/template/record.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { closed, press, textOf } from '#tests/e2e/page.ts';
import { makeDocx, paragraph, run, table } from '#tests/fixtures/docx/make-docx.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const template = async (admin: ApiClient, templateName: string, templateType: TemplateType = 'WEB') =>
  (await admin.call(saveTemplate, { templateName, templateType, businessType: 'SALES', sceneType: 'ENT' }))
    .id;

async function open(client: ApiClient, id: string, options?: UserOptions) {
  const user = await newUser(browser, options);
  if (options?.language)
    await user.page.addInitScript((lang) => localStorage.setItem('sass_lang', lang), options.language);
  await openAs(user.page, client, `/company/frontTemplateFile/webTemplate?id=${id}`);
  await textOf(user.page).waitFor();
  return user;
}

async function fromMenu(page: Page, item: string) {
  await press(page, '文件');
  await page.getByRole('menuitem', { name: item }).click();
}

const number = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;
const contract = () =>
  makeDocx({
    header: paragraph('采购合同'),
    numbering:
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCountingThousand"/><w:lvlText w:val="第%1条"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    body:
      paragraph('采购合同', '<w:pStyle w:val="1"/>') +
      paragraph('甲方：{{甲方名称}}') +
      paragraph('标的', number(0)) +
      paragraph(run('质量', '<w:rFonts w:eastAsia="楷体_GB2312"/><w:i/>'), number(0)) +
      table([
        ['品名', '数量'],
        ['{{品名}}', '1'],
      ]),
  });

const bytesOf = async (download: Download) => new Uint8Array(readFileSync((await download.path())!));

it('a Word file enters the editor with its structure; losses are told before, undo is whole', async () => {
  const { admin } = await companyWithAdmin({});
  const id = await template(admin, '采购合同');
  const { page, context, problems } = await open(admin, id);
  await textOf(page).click();
  await page.keyboard.type('原来的正文');
  await fromMenu(page, '从 Word 导入');
  const dialog = page.getByRole('dialog', { name: '从 Word 导入' });
  const choose = dialog.locator('input[type=file]');
  // what must not be worked with is refused with its sentence
  const doc = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  await choose.setInputFiles({ name: 'a.doc', mimeType: 'application/msword', buffer: doc });
  await dialog
    .getByRole('alert')
    .getByText(/旧版 Word 文档/)
    .waitFor();
  await choose.setInputFiles({ name: '合同.docx', mimeType: DOCX, buffer: Buffer.from(contract()) });
  await dialog.getByText('段落 6，编号条款 2，表格 1，图片 0').waitFor();
  await dialog.getByText('新增字段：甲方名称、品名').waitFor();
  await dialog.getByText('斜体，改为正体（1 处）').waitFor();
  await dialog.getByText('“质量”').waitFor();
  await dialog.getByText('改为宋体，加粗的文字改为黑体：“楷体_GB2312”').waitFor();
  await screenshot(page, 'template-import-docx');
  expect(await flaws(page)).toEqual([]);
  await press(dialog, '替换正文');
  await closed(page);
  const text = textOf(page);
  await text.getByRole('heading', { name: '采购合同' }).waitFor();
  await expect
    .poll(() =>
      text.locator('[data-clause]').evaluateAll((all) => all.map((one) => one.getAttribute('data-label'))),
    )
    .toEqual(['第一条', '第二条']);
  await expect.poll(() => text.locator('[data-chip="field"]').count()).toBe(2);
  expect(await text.locator('td').count()).toBe(4);
  await page
    .getByRole('complementary', { name: '模板内容' })
    .getByText('甲方名称', { exact: true })
    .waitFor();
  await screenshot(page, 'template-imported');
  await press(page, '撤销');
  await expect.poll(() => text.textContent()).toBe('原来的正文');
  await expect
    .poll(() => page.getByRole('complementary', { name: '模板内容' }).getByText('甲方名称').count())
    .toBe(0);
  await press(page, '重做');
  await expect.poll(() => text.locator('[data-clause]').count()).toBe(2);

  // the export is a Word template of ours
  const download = page.waitForEvent('download');
  await fromMenu(page, '导出为 Word');
  const exported = await download;
  expect(exported.suggestedFilename()).toBe('采购合同.docx');
  const bytes = await bytesOf(exported);
  const lists = { fields: [], rows: [], options: [], signers: [], anchors: [] };
  let made = 0;
  const again = await importDocx(openDocx(bytes), {
    there: lists,
    newKey: () => `key${made++}`.padEnd(12, '0'),
  });
  expect(again.leftOut).toEqual([]);
  expect(again.page.header).toBe('采购合同');
  expect(again.body.content.map(({ type }) => type)).toEqual([
    'heading',
    'paragraph',
    'clause',
    'clause',
    'table',
  ]);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  const word = await template(admin, '采购合同（Word）', 'WORD');
  const user = await newUser(browser);
  await openAs(user.page, admin, `/company/frontWordPreview?id=${word}`);
  await user.page
    .locator('input[type=file]')
    .setInputFiles({ name: '合同.docx', mimeType: DOCX, buffer: Buffer.from(bytes) });
  await user.page.getByText('甲方名称', { exact: true }).first().waitFor();
  await user.page.getByText('品名', { exact: true }).first().waitFor();
  await user.context.close();
});

it('a draft is tried out with sample, longest and no values, and saved as PDF and OFD', async () => {
  const { admin } = await companyWithAdmin({});
  const id = await template(admin, '采购合同');
  const { page, context, problems } = await open(admin, id);
  await fromMenu(page, '从 Word 导入');
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: '合同.docx', mimeType: DOCX, buffer: Buffer.from(contract()) });
  await press(page.getByRole('dialog'), '导入');
  await closed(page);
  await textOf(page).locator('[data-chip="field"]').first().waitFor();
  await fromMenu(page, '试填并预览');
  const dialog = page.getByRole('dialog', { name: '试填并预览' });
  const pages = dialog.getByRole('region', { name: '预览页面' });
  await pages.getByText('甲方公司').first().waitFor();
  await screenshot(page, 'template-try-out');
  expect(await flaws(page)).toEqual([]);
  const choose = async (label: string, option: string) => {
    await dialog.getByRole('button', { name: new RegExp(label) }).click();
    await page.getByRole('listbox').getByRole('option', { name: option }).click();
  };
  await choose('填写的内容', '最长的内容');
  await pages.getByText('国国国').first().waitFor();
  await choose('填写的内容', '示例内容');
  await choose('语言', 'English');
  await pages.getByText('Sample').first().waitFor();
  for (const type of ['PDF', 'OFD']) {
    const download = page.waitForEvent('download');
    await press(dialog, `下载 ${type}`);
    const file = await download;
    expect(file.suggestedFilename()).toBe(`采购合同-示例内容.${type.toLowerCase()}`);
    const bytes = await bytesOf(file);
    if (type === 'PDF') expect(listPages(openPdfBytes(bytes))).toHaveLength(1);
    else expect(openDocument(openOfd(bytes), 0).pages).toHaveLength(1);
  }
  await choose('填写的内容', '空白');
  await pages.getByText('甲方：').first().waitFor();
  await expect.poll(() => pages.getByText('Sample').count()).toBe(0);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
  for (const [language, menu, item] of [
    ['zh-TW', '檔案', '試填並預覽'],
    ['en-US', 'File', 'Try out and preview'],
  ] as const) {
    const phone = await open(admin, id, { language, colorScheme: 'dark', width: 390, height: 844 });
    await press(phone.page, menu);
    await phone.page.getByRole('menuitem', { name: item }).click();
    await phone.page.getByRole('dialog', { name: item }).locator('canvas').first().waitFor();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await flaws(phone.page)).toEqual([]);
    await screenshot(phone.page, `template-try-out-${language}`);
    await phone.context.close();
  }
});
