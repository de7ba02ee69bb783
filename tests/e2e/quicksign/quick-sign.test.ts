import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import { ADMIN_A, COMPANY_A, companyA, INDIVIDUAL, twoPages } from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const FORM = '/quickSignManage/fileQuickSign';

/** A picture of the window, once the first page is drawn; a picture of the whole page would change the window's size. */
async function look(page: Page, name: string): Promise<void> {
  await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
  await screenshot(page, name, false);
}

/** Fills the form in and comes to the pages, with a seal or date ready to be put. */
async function choose(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '选择文件' }).click();
  const buffer = Buffer.from(await twoPages());
  await (await chooser).setFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer });
  await page.getByText('已上传').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: '标题' }).inputValue()).toBe(name);
  await page.getByRole('button', { name: /业务类型/ }).click();
  await page.getByRole('option', { name: '其他' }).click();
  await page.getByRole('button', { name: '下一步：放置签章' }).click();
  await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
}

describe('quick sign on the screen', () => {
  it('[1.5] [2.10] [4.6] stamps a PDF with a seal, moves it by keyboard, downloads and files it', async () => {
    const user = await newUser(browser);
    const { page } = user;
    await openAs(page, ADMIN_A.loginName, '/quickSignManage', COMPANY_A.id);
    await page.waitForURL('**/quickSignManage/quickList');
    expect(await flaws(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: '快捷签', exact: true }).click();
    await choose(page, '介绍信');
    await page
      .locator('[data-page="0"]')
      .getByRole('button', { name: /放在这里$/ })
      .click();
    const box = page.locator('[data-place]');
    const before = (await box.boundingBox())!;
    await box.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(async () => (await box.boundingBox())!.y).toBeGreaterThan(before.y + 5);
    await page.getByRole('radio', { name: '全部页的骑缝处' }).check({ force: true });
    await page
      .locator('[data-page="0"]')
      .getByRole('button', { name: /放在这里$/ })
      .click({ position: { x: 150, y: 300 } });
    await expect.poll(() => page.locator('[data-place]').count()).toBe(2);
    await look(page, 'quick-sign');
    expect(await flaws(page)).toEqual([]);
    await page.getByRole('button', { name: /^使用.*签署$/ }).click();
    await page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('介绍信.pdf');
    expect(judge(new Uint8Array(readFileSync((await saved.path())!)))).toEqual({
      signatures: 1,
      valid: 1,
      wholeFile: 1,
      clean: true,
    });
    await page.getByRole('button', { name: '归档' }).click();
    await page.waitForURL('**/quickSignManage/quickList');
    const row = page.getByRole('row').filter({ hasText: '介绍信' }).first();
    await row.getByText('已完成').waitFor();
    await row.getByRole('link', { name: '介绍信' }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    await look(page, 'quick-sign-preview');
    expect(await problemsLeft(user.problems)).toEqual([]);
    await user.context.close();
  });

  it('[1.5] signs an OFD by hand, with the day of signing', async () => {
    const { page, context } = await newUser(browser);
    await openAs(page, INDIVIDUAL.loginName, FORM);
    await page.getByRole('radio', { name: 'OFD' }).check({ force: true });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '选择文件' }).click();
    const buffer = Buffer.from(contractOfd(COMPANY_A.name, INDIVIDUAL.realName));
    await (await chooser).setFiles({ name: '承诺书.ofd', mimeType: 'application/ofd', buffer });
    await page.getByText('已上传').waitFor();
    await page.getByRole('button', { name: /业务类型/ }).click();
    await page.getByRole('option', { name: '其他' }).click();
    await page.getByRole('button', { name: '下一步：放置签章' }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    await page.getByRole('button', { name: '手写签名' }).click();
    await writeOn(page.locator('canvas[data-ready="true"]'));
    await page.getByRole('button', { name: '使用这个签名' }).click();
    await page.getByRole('button', { name: '把签名放到当前页' }).click();
    await page.getByRole('button', { name: '签署日期' }).first().click();
    await page
      .locator('[data-page="0"]')
      .getByRole('button', { name: /放在这里$/ })
      .click({ position: { x: 150, y: 60 } });
    await look(page, 'quick-sign-ofd');
    await page.getByRole('button', { name: '使用签名签署' }).click();
    await page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
    await page.getByRole('button', { name: '确认签署' }).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载' }).click();
    const bytes = new Uint8Array(readFileSync((await (await download).path())!));
    const anchors = await (await companyA()).call(listTrustAnchors, {});
    const trustAnchors = anchors.map((a) => fromBase64(a.der));
    const result = await verifyFile(bytes, { trustAnchors, time: Date.now() });
    expect(result).toMatchObject({ format: 'ofd', verdict: 'valid' });
    // An OFD signature shows one picture: the name and the day are one each.
    expect(result.signatures.map((s) => s.verdict)).toEqual(['valid', 'valid']);
    await context.close();
  });

  it('[5.13a] says beside each field what is missing', async () => {
    const { page, context } = await newUser(browser);
    await openAs(page, INDIVIDUAL.loginName, FORM);
    await page.getByRole('button', { name: '下一步：放置签章' }).click();
    for (const words of ['请填写标题', '请选择业务类型', '请添加签署文件'])
      await page.getByText(words).waitFor();
    await context.close();
  });

  it('is usable on a dark phone without a fault that axe finds', async () => {
    const phone: UserOptions = { width: 390, height: 844, colorScheme: 'dark' };
    const { page, context } = await newUser(browser, phone);
    await openAs(page, INDIVIDUAL.loginName, FORM);
    expect(await flaws(page)).toEqual([]);
    await choose(page, '收条');
    await page.getByRole('button', { name: '签署日期' }).first().click();
    await page.getByRole('button', { name: '把签署日期放到当前页' }).click();
    await page.locator('[data-place]').waitFor();
    await look(page, 'quick-sign-phone');
    expect(await flaws(page)).toEqual([]);
    await context.close();
  });
});
