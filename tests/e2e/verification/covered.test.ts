import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAs } from '#tests/e2e/open-as.ts';
import { COMPANY_A } from '#tests/fixtures/contracts.ts';
import { BASE, makePdf, makeSigner, sign, stream } from '#tests/unit/pdf-verify/build-pdf.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-covered-'));
const [covered, script] = [join(folder, '遮盖.pdf'), join(folder, '脚本.pdf')];
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  const by = await makeSigner('先签的人');
  const over = { ...BASE, 10: BASE[10]!.replace('[300 50 400 100]', '[90 690 400 730]') };
  const white = stream('/Type /XObject /Subtype /Form /BBox [0 0 310 40]', '1 g 0 0 310 40 re f');
  writeFileSync(
    covered,
    await sign(await sign(makePdf(over), by), await makeSigner('后签的人'), {
      num: 21,
      field: 10,
      fieldBody: over[10]!.replace(/>>$/, '/AP << /N 30 0 R >> >>'),
      objects: { 30: white },
    }),
  );
  const acts = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>';
  writeFileSync(script, await sign(makePdf({ ...BASE, 1: BASE[1]!.replace(/>>$/, acts) }), by));
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function atThePage(options: UserOptions) {
  const user = await newUser(browser, options);
  await openAs(user.page, 'jia', '/verifyService', COMPANY_A.id);
  if (options.language) {
    const language = options.language;
    await user.page.evaluate((lang) => localStorage.setItem('sass_lang', lang), language);
    await user.context.addCookies([{ name: 'sass_lang', value: language, url: user.page.url() }]);
    await user.page.reload();
  }
  return user;
}
const choose = (page: Page, file: string) => page.locator('input[data-purpose=verify]').setInputFiles(file);

const BADGES: [string, UserOptions, string, RegExp, string][] = [
  [
    'zh-CN-1440',
    { width: 1440 },
    '签名之后绘制的内容遮盖了先前已签署的内容。',
    /第 1 页，距左 [\d.]+ 毫米、距上 [\d.]+ 毫米，[\d.]+ × [\d.]+ 毫米/,
    '文件含有脚本（JavaScript），某些软件的显示内容可能因此改变。',
  ],
  [
    'en-US-390',
    { width: 390, height: 844, language: 'en-US' },
    'Something that was drawn after signing covers content that was signed before.',
    /Page 1, [\d.]+ × [\d.]+ mm, [\d.]+ mm from the left and [\d.]+ mm from the top/,
    'The file holds scripts (JavaScript), which may change what some programs show.',
  ],
];
for (const [name, options, text, place, acts] of BADGES) {
  it(`says what is covered and where, and that scripts are in a file: ${name}`, async () => {
    const { page, context, problems } = await atThePage(options);
    await choose(page, covered);
    await page.getByText(text).first().waitFor();
    await page.getByText(place).first().waitFor();
    await screenshot(page, `verify-covered-${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await choose(page, script);
    await page.getByText(acts).first().waitFor();
    await screenshot(page, `verify-script-${name}`);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
}
