import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  INDIVIDUAL,
  newKey,
  personSigner,
  sendBetweenCompanies,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';
import { countClicks } from './clicks.ts';
import { contractFile } from './drawn-contract.ts';
import { nameOther, placeForEach } from './wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Logs in as a newcomer does, by keyboard, and takes an enterprise that the home page offers. */
async function logIn(page: Page, loginName: string, enterprise?: string): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: '账号' }).fill(loginName);
  await page.getByRole('textbox', { name: '密码' }).fill(DEMO.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  if (!enterprise) return;
  await page.getByRole('main').getByRole('button', { name: enterprise }).click();
  await page.getByRole('button', { name: `当前身份：${enterprise}` }).waitFor();
}

describe('a newcomer with the demo accounts', () => {
  it('[2.16a] [2.16b] [2.16d] sends a contract in at most 9 clicks; the other side signs in 6', async () => {
    const name = `采购框架合同${newKey().slice(0, 6)}`;
    const sender = await newUser(browser);
    const clicksToSend = await countClicks(sender.context);
    const { page } = sender;
    await logIn(page, ADMIN_A.loginName, COMPANY_A.name);
    await page
      .getByRole('link', { name: '发起签署' })
      .or(page.getByRole('button', { name: '发起签署' }))
      .first()
      .click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '选择文件' }).click();
    await (await chooser).setFiles(await contractFile(`${name}.pdf`));
    await page.getByText('已上传').waitFor();
    await expect.poll(() => page.getByLabel('任务名称').inputValue()).toBe(name);
    await nameOther(page, COMPANY_B, ADMIN_B);
    await placeForEach(page);
    await screenshot(page, 'wizard-place');
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/startWithMe**');
    expect(clicksToSend()).toBeLessThanOrEqual(9);
    expect(await problemsLeft(sender.problems)).toEqual([]);
    await sender.context.close();

    const signer = await newUser(browser);
    const clicksToSign = await countClicks(signer.context);
    await logIn(signer.page, ADMIN_B.loginName, COMPANY_B.name);
    // Somebody who has signed on this device before.
    const { session } = await companyB();
    await signer.page.evaluate(
      (id) => localStorage.setItem('sass_signNotice', JSON.stringify([id])),
      session!.userId,
    );
    await signer.page
      .getByRole('main')
      .getByRole('link', { name: /^待我签/ })
      .first()
      .click();
    const search = signer.page.getByRole('textbox', { name: '任务名称或编号' });
    await search.fill(name);
    await search.press('Enter');
    const row = signer.page.getByRole('row').filter({ hasText: name });
    await row
      .getByRole('button', { name: /^签署/ })
      .or(row.getByRole('link', { name: /^签署/ }))
      .first()
      .click();
    await signer.page.getByRole('button', { name: /^全部放上/ }).click();
    await signer.page.getByRole('button', { name: /^使用.*签署$/ }).click();
    const password = signer.page.getByRole('textbox', { name: '签署密码' });
    await password.fill(DEMO.signPassword);
    await screenshot(signer.page, 'signing-consent');
    await password.press('Enter');
    await signer.page.getByRole('heading', { name: '您已签署' }).waitFor();
    expect(clicksToSign()).toBeLessThanOrEqual(6);
    expect(await problemsLeft(signer.problems)).toEqual([]);
    await signer.context.close();
  });

  it('[1.3a] [3.14] signs by hand and with a seal; both download a file that judges find whole', async () => {
    const taskId = await sendBetweenCompanies(await companyA());
    const last = await newUser(browser);
    for (const [user, name, ent] of [
      [await newUser(browser), ADMIN_B.loginName, COMPANY_B.id],
      [last, ADMIN_A.loginName, COMPANY_A.id],
    ] as const) {
      await openAs(user.page, name, `/fileSign/fileSign?planId=${taskId}`, ent);
      const spot = user.page.locator('[data-spot]').first();
      await spot.click();
      await user.page.locator('[data-spot][data-filled="true"]').waitFor();
      if (user === last) await screenshot(user.page, 'signing', false);
      await user.page.getByRole('button', { name: /^使用.*签署$/ }).click();
      await user.page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
      await user.page.getByRole('button', { name: '确认签署' }).click();
      await user.page.getByRole('button', { name: '下载' }).waitFor();
    }
    await expect.poll(() => last.page.getByRole('heading', { level: 1 }).textContent()).toBe('全部签署完成');
    const download = last.page.waitForEvent('download');
    await last.page.getByRole('button', { name: '下载' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('采购合同.pdf');
    expect(judge(new Uint8Array(readFileSync((await saved.path())!)))).toEqual({
      signatures: 2,
      valid: 2,
      wholeFile: 1,
      clean: true,
    });
  });

  it('[2.25d] draws a signature on the board, and it stands in the file', async () => {
    const a = await companyA();
    const { planId: taskId } = await a.call(sendTask, await taskToSend(a, [personSigner(INDIVIDUAL)]));
    const { page } = await newUser(browser);
    await openAs(page, INDIVIDUAL.loginName, `/fileSign/fileSign?planId=${taskId}`);
    await page.getByRole('button', { name: /^全部放上/ }).click();
    await writeOn(page.locator('canvas[data-ready="true"]'));
    await page.getByRole('button', { name: '使用这个签名' }).click();
    await page.getByRole('button', { name: '使用您的签名签署' }).click();
    // By keyboard alone: the field has the focus at first, after a wrong password again, and the result at last.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('type') ?? '');
    await expect.poll(focused).toBe('password');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText('签署密码不正确').waitFor();
    await expect.poll(focused).toBe('password');
    await page.keyboard.type(DEMO.signPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '全部签署完成' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  it('[4.1h] [5.11p] refuses with a reason, after being told what it means', async () => {
    const taskId = await sendBetweenCompanies(await companyA());
    const { page } = await newUser(browser);
    await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    await page.getByRole('button', { name: '拒签' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect.poll(() => dialog.textContent()).toContain('且无法恢复');
    await dialog.getByRole('button', { name: '拒签' }).click();
    await expect.poll(() => dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('textbox').fill('单价与报价单不符');
    await dialog.getByRole('button', { name: '拒签' }).click();
    await page.waitForURL('**/contract/issuedContract');
  });
});
