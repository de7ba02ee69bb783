import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A, newKey, twoPages } from '#tests/fixtures/contracts.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A contract of two pages with a script that runs when it is opened. */
async function withScript(): Promise<Buffer> {
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.load(await twoPages());
  document.addJavaScript('greet', 'app.alert(1)');
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

async function give(page: Page, button: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer });
}

const REASON = '脚本（整个文件）';
const REMOVE = '移除这些内容后使用';

describe('active content on the screen', () => {
  for (const width of [1280, 390])
    it(`is refused in the wizard with its reason, and removed by a button that says so, at ${width} px`, async () => {
      const { page } = await newUser(browser, { width, height: 800 });
      const wizard = `/entcontract/startEntContract?draft=${newKey()}&step=task`;
      await openAs(page, ADMIN_A.loginName, wizard, COMPANY_A.id);
      await give(page, '选择文件', await withScript());
      await page.getByText(REASON).waitFor();
      expect(await flaws(page)).toEqual([]);
      await screenshot(page, `active-wizard-${width}`);
      await page.getByRole('button', { name: REMOVE }).click();
      await page.getByText('合同（已移除活动内容）.pdf').first().waitFor();
      expect(await page.getByText(REASON).count()).toBe(0);
      await page.getByText('已上传').waitFor();
    });

  it('is refused in quick sign, and removed there', async () => {
    const { page } = await newUser(browser);
    await openAs(page, ADMIN_A.loginName, '/quickSignManage/fileQuickSign', COMPANY_A.id);
    await give(page, '选择文件', await withScript());
    await page.getByText(REASON).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'active-quick');
    await page.getByRole('button', { name: REMOVE }).click();
    await page.getByText('已上传').waitFor();
    await page.getByText('合同（已移除活动内容）.pdf').waitFor();
  });
});
