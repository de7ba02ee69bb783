import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAs } from '#tests/e2e/open-as.ts';
import { newKey } from '#tests/fixtures/contracts.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { makePdf } from '#tests/unit/pdf/documents.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Opens the fourth step of a new draft with one file. */
async function atPlaces(page: Page): Promise<void> {
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('button', { name: '签署位置', exact: true }).click();
  await page.getByRole('button', { name: '自动放置' }).waitFor();
}

it('[5.11q] a file’s signers and places are saved as XML, read elsewhere; other files are not', async () => {
  const { admin } = await companyWithAdmin();
  const { page, problems } = await newUser(browser);
  await openAs(page, admin, `/entcontract/startEntContract?draft=${newKey()}`);
  await atPlaces(page);
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').first().waitFor();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: '参数文件' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出参数文件' }).click(),
  ]);
  const xml = await readFile(await download.path());
  expect(download.suggestedFilename()).toMatch(/\.xml$/);
  const placed = (xml.toString().match(/<place /g) ?? []).length;
  expect(placed).toBeGreaterThan(0);

  const other = await newUser(browser);
  await openAs(other.page, admin, `/entcontract/startEntContract?draft=${newKey()}`);
  await atPlaces(other.page);
  await other.page.getByRole('button', { name: '参数文件' }).click();
  const box = other.page.getByRole('dialog');
  const choose = (name: string, text: string | Buffer) =>
    box.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
  const remove = () =>
    box
      .getByRole('button', { name: /移除|删除/ })
      .last()
      .click();
  await choose('参数.txt', 'text');
  await box
    .getByText(/参数\.txt/)
    .first()
    .waitFor();
  await choose('参数.xml', '<!DOCTYPE t [<!ENTITY a "aa">]><template version="1">&a;</template>');
  await box.getByText('参数文件无法读取').waitFor();
  expect(await box.getByRole('button', { name: '导入到草稿' }).count()).toBe(0);
  await remove();
  await choose('参数.xml', '<template version="1"><signer role="甲方" type="GOD" order="1"/></template>');
  await box.getByText('文件有以下问题').waitFor();
  await box.getByText('第 1 行').waitFor();
  await screenshot(other.page, 'file-parameters-wrong');
  await remove();
  await choose('参数.xml', xml);
  await box.getByText(`将添加 ${placed} 个签署位置`).waitFor();
  await screenshot(other.page, 'file-parameters');
  expect(await flaws(other.page)).toEqual([]);
  await other.page.setViewportSize({ width: 390, height: 844 });
  await screenshot(other.page, 'file-parameters-390');
  await other.page.setViewportSize({ width: 1440, height: 900 });
  await box.getByRole('button', { name: '导入到草稿' }).click();
  await other.page.getByText(`已添加 ${placed} 个签署位置`).waitFor();
  // They stand in the draft: the same file has nothing more to add.
  await other.page.getByRole('button', { name: '参数文件' }).click();
  await choose('参数.xml', xml);
  await box.getByText('文件中没有可添加的签署位置或签署方').waitFor();
  expect(await problemsLeft(problems, other.problems)).toEqual([]);
});

it('the parameters of all files are saved as one XML, read into another task, and undone', async () => {
  const { admin } = await companyWithAdmin();
  const names = ['采购合同.pdf', '补充协议.pdf'];
  const bytes = [await readFile(await contractFile()), await makePdf([{ text: 'Annex' }])];
  const files = names.map((name, i) => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(bytes[i]!),
  }));
  const open = async (page: Page) => {
    await openAs(page, admin, `/entcontract/startEntContract?draft=${newKey()}`);
    await page.setInputFiles('input[type=file]', files);
    await expect.poll(() => page.getByText('已上传').count()).toBe(2);
    await page.getByRole('button', { name: '签署位置', exact: true }).click();
    await page.getByRole('button', { name: '自动放置' }).waitFor();
  };
  const { page, problems } = await newUser(browser);
  await open(page);
  const placed = page.locator('[data-placement]');
  for (const name of names) {
    await page.getByRole('button', { name: '签署文件' }).click();
    await page.getByRole('option', { name }).click();
    await page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    if ((await placed.count()) === 0) await page.getByRole('button', { name: '自动放置' }).click();
    await placed.first().waitFor();
  }
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: '参数文件' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出整个任务（2 份文件）' }).click(),
  ]);
  const xml = (await readFile(await download.path())).toString();
  for (const name of names) expect(xml).toContain(`<file name="${name}">`);
  const count = (xml.match(/<place /g) ?? []).length;
  expect(xml.split('</file>').map((part) => part.includes('<place '))).toEqual([true, true, false]);

  const other = await newUser(browser, { width: 390, height: 844 });
  await open(other.page);
  await other.page.getByRole('button', { name: '参数文件' }).click();
  const box = other.page.getByRole('dialog');
  await box
    .locator('input[type=file]')
    .setInputFiles({ name: '任务.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await box.getByText(`将向 2 份文件添加 ${count} 个签署位置`).waitFor();
  expect(await flaws(other.page)).toEqual([]);
  await screenshot(other.page, 'task-parameters-390');
  await other.page.setViewportSize({ width: 1440, height: 900 });
  await screenshot(other.page, 'task-parameters');
  await box.getByRole('button', { name: '导入到草稿' }).click();
  await other.page.getByText(`已添加 ${count} 个签署位置`).waitFor();
  const there = other.page.locator('[data-placement]');
  for (const [i, name] of names.entries()) {
    await other.page.getByRole('button', { name: '签署文件' }).click();
    await other.page.getByRole('option', { name }).click();
    await other.page.locator('[data-page="0"] [data-drawn="true"]').waitFor();
    // The contract is signed on its last page, the second.
    if (i === 0) {
      const jump = other.page.getByRole('textbox', { name: /^页码/ });
      await jump.fill('2');
      await jump.press('Enter');
    }
    await there.first().waitFor();
  }
  await other.page.getByRole('button', { name: '撤销' }).first().click();
  await expect.poll(() => there.count()).toBe(0);
  expect(await problemsLeft(problems, other.problems)).toEqual([]);
});
