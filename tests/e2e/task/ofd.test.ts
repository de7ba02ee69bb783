import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  sign,
} from '#tests/fixtures/contracts.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';
import { nameOther, placeForEach } from './wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe('an OFD in the browser', () => {
  it('is chosen, placed, sent, signed with a seal that stands on the page, and downloaded whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signet-ofd-'));
    const file = join(folder, '国标采购合同.ofd');
    writeFileSync(file, contractOfd(COMPANY_A.name, COMPANY_B.name));

    const sender = await newUser(browser);
    const { page } = sender;
    await openAs(page, ADMIN_A.loginName, '/entcontract/startEntContract', COMPANY_A.id);
    const choose = async (path: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: '选择文件' }).click();
      await (await chooser).setFiles(path);
    };
    await choose(await contractFile());
    await page.getByText('已上传').waitFor();
    // Files of the other type have to go first.
    await page.getByRole('radio', { name: /^OFD/ }).click();
    const dialog = page.getByRole('alertdialog');
    await expect.poll(() => dialog.textContent()).toContain('采购框架合同.pdf');
    await dialog.getByRole('button', { name: '移除并更改' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('radio', { name: /^OFD/ }).isChecked()).toBe(true);
    // A PDF is refused beside its name; the OFD is taken.
    await choose(await contractFile());
    await page.getByText(/采购框架合同\.pdf:.*OFD/).waitFor();
    await choose(file);
    await page.getByTitle('国标采购合同.ofd', { exact: true }).waitFor();
    await page.getByText('已上传').waitFor();
    await page.getByLabel('任务名称').fill('国标采购合同');
    await screenshot(page, 'ofd-wizard-files');
    await nameOther(page, COMPANY_B, ADMIN_B);
    await placeForEach(page);
    await screenshot(page, 'ofd-wizard-place');
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/startWithMe**');
    expect(await problemsLeft(sender.problems)).toEqual([]);
    await sender.context.close();

    const b = await companyB();
    const { records } = await b.call(listTasks, { box: 'pending', keyword: '国标采购合同' });
    const taskId = records[0]!.planId;
    await sign(await companyA(), taskId);
    const signer = await newUser(browser);
    await openAs(signer.page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    await signer.page.getByRole('button', { name: /^全部放上/ }).click();
    await signer.page.locator('[data-spot][data-filled="true"]').waitFor();
    await screenshot(signer.page, 'ofd-signing');
    await signer.page.getByRole('button', { name: /^使用.*签署$/ }).click();
    await signer.page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
    await signer.page.getByRole('button', { name: '确认签署' }).click();
    await signer.page.getByRole('heading', { name: '全部签署完成' }).waitFor();
    const download = signer.page.waitForEvent('download');
    await signer.page.getByRole('button', { name: '下载' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('国标采购合同.ofd');
    const bytes = new Uint8Array(readFileSync((await saved.path())!));
    const trustAnchors = (await b.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
    const result = await verifyFile(bytes, { trustAnchors, time: Date.now() });
    expect(result).toMatchObject({ verdict: 'valid', signatures: [{ level: 'SES' }, { level: 'SES' }] });

    await signer.page.goto(`/contract/preview?planId=${taskId}`);
    // Proposed places are on the last page; in the thumbnails the pages are small.
    const sheet = signer.page.locator('[data-page="1"]:has([data-drawn])');
    await sheet.scrollIntoViewIfNeeded();
    const seals = sheet.locator('svg g[style*="multiply"]');
    await seals.nth(1).locator('path').first().waitFor();
    await expect.poll(() => seals.count()).toBe(2);
    await seals.first().scrollIntoViewIfNeeded();
    await screenshot(signer.page, 'ofd-signed');
    // The viewer is the same as for PDF: words can be selected and found.
    const words = sheet.getByText('附件 1：订单明细', { exact: true });
    await words.selectText();
    await expect.poll(() => signer.page.evaluate(() => String(getSelection()))).toContain('订单明细');
    await signer.page.getByRole('button', { name: '查找文字' }).click();
    const search = signer.page.getByRole('textbox', { name: '查找文字' });
    await search.fill('甲方（盖章）');
    await search.press('Enter');
    await signer.page.getByText('1/2').waitFor();
    const mark = (await signer.page.locator('[data-page="0"] [data-active="true"]').boundingBox())!;
    const place = (await signer.page.locator('[data-page="0"]').boundingBox())!;
    // Written 30 mm from the left and 195 mm from the top of a page 210 mm wide.
    expect(Math.abs((mark.x - place.x) / (place.width / 210) - 30)).toBeLessThan(1.5);
    expect(Math.abs((mark.y - place.y) / (place.width / 210) - 195)).toBeLessThan(6);
    // The keys of every reader: the browser's own search would see only the pages that are drawn.
    await search.press('Escape');
    await search.waitFor({ state: 'detached' });
    await signer.page.keyboard.press('Control+f');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await problemsLeft(signer.problems)).toEqual([]);
    await signer.context.close();
  });
});
