import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import words from '#app/locales/zh-CN/ui.ts';
import { downloadFile } from '#core/task/draft-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { plainPng } from '#tests/fixtures/pictures.ts';
import { aField, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';
import { templateInForce } from '#tests/fixtures/templates.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const [PHOTO, PLACE, CLAUSE] = ['fieldphoto001', 'fieldplace001', 'optionplace1'];

/** With a picture, and a part that is left out unless it is ticked. */
function content() {
  const made = webTemplate();
  made.fields = [
    aField('合同编号', { key: KEYS.number }),
    aField('现场照片', { key: PHOTO, input: 'PICTURE', position: 2 }),
    aField('交货地点', { key: PLACE, position: 3 }),
  ];
  made.options = [{ key: CLAUSE, name: '约定交货地点', kept: false, position: 1 }];
  const [heading, number, , seals] = made.body.content;
  made.body.content = [
    heading!,
    number!,
    { type: 'paragraph', content: [{ type: 'field', attrs: { field: PHOTO } }] },
    {
      type: 'optional',
      attrs: { option: CLAUSE },
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: '交货地点：' },
            { type: 'field', attrs: { field: PLACE } },
          ],
        },
      ],
    },
    seals!,
  ];
  return made;
}

it('pictures and optional parts are filled on a phone, pages viewed, and the file uploaded', async () => {
  const { admin, ent } = await companyWithAdmin();
  const id = await templateInForce(admin, '验收单', content());
  const { page, context, problems } = await newUser(browser, { width: 390, height: 844 });
  await openAs(page, admin, '/company/frontTemplateFile', ent.id);
  const card = page.getByRole('listitem').filter({ hasText: '验收单' });
  await card.getByRole('button', { name: words.table.expand }).click();
  await card.getByText('发起签署', { exact: true }).click();
  const form = page.getByRole('region', { name: '填写“验收单”' });
  await form.getByRole('textbox', { name: /^合同编号/ }).fill('YS-1');
  expect(await form.getByRole('textbox', { name: /^交货地点/ }).count()).toBe(0);
  await form.getByText('约定交货地点').click();
  await form.getByRole('textbox', { name: /^交货地点/ }).fill('甲方仓库');
  await form.locator('input[type=file]').setInputFiles({
    name: '现场.png',
    mimeType: 'image/png',
    buffer: Buffer.from(plainPng()),
  });
  await form.getByRole('button', { name: /移除图片/ }).waitFor();
  await screenshot(page, 'template-phone-form');
  expect(await flaws(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await form.getByRole('tab', { name: '预览' }).click();
  await form.locator('canvas').first().waitFor();
  await screenshot(page, 'template-phone-pages');
  expect(await flaws(page)).toEqual([]);
  await form.getByRole('tab', { name: '填写' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && /\/file\//.test(request.url()));
  await form.getByRole('button', { name: '完成' }).click();
  const fileKey = new URL((await sent).url()).pathname.split('/').at(-1)!;
  await page.getByText('已上传').waitFor();
  const { bytes } = await admin.download(downloadFile, { fileKey });
  expect(new TextDecoder('latin1').decode(bytes)).toMatch(/^%PDF-/);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
  for (const [language, colorScheme] of [
    ['zh-TW', 'light'],
    ['en-US', 'dark'],
  ] as const) {
    const other = await newUser(browser, { language, colorScheme, width: 390, height: 844 });
    await other.page.addInitScript((chosen) => localStorage.setItem('sass_lang', chosen), language);
    await openAs(other.page, admin, `/entcontract/startEntContract?template=${id}`, ent.id);
    await other.page.getByRole('textbox', { name: /^合同编号/ }).fill('YS-2');
    expect(await flaws(other.page)).toEqual([]);
    await screenshot(other.page, `template-phone-form-${language}`);
    await other.page.getByRole('tab').nth(1).click();
    await other.page.locator('canvas').first().waitFor();
    expect(await flaws(other.page)).toEqual([]);
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await screenshot(other.page, `template-phone-pages-${language}`);
    await other.context.close();
  }
});
