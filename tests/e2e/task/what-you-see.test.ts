import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadDocument, getTask, sendTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  enterpriseSigner,
  newKey,
  sendBetweenCompanies,
  sign,
  taskToSend,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { nameOther, placeForEach } from './wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const SIZES = [
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 390, height: 844, colorScheme: 'dark' }],
] as const satisfies readonly [string, UserOptions][];

describe('somebody signs between what was shown and the signing', () => {
  it.each(SIZES)(
    'shows who, which files and the new pages, keeps what was typed, and signs that (%s)',
    async (name, size) => {
      const a = await companyA();
      const taskId = await sendBetweenCompanies(a);
      const { page, context, problems } = await newUser(browser, size);
      await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
      await page.getByRole('button', { name: /^全部放上/ }).click();
      await page.getByRole('button', { name: /^使用.*签署$/ }).click();
      const password = page.getByRole('textbox', { name: '签署密码' });
      await password.fill(DEMO.signPassword);
      await sign(a, taskId);
      await page.getByRole('button', { name: '确认签署' }).click();
      const changed = page.getByRole('dialog', { name: '文件有新的签署' });
      await changed.waitFor();
      await changed.getByText(COMPANY_A.name).waitFor();
      await changed.getByText('采购合同.pdf').waitFor();
      await changed.getByText('第 1 页有新的签署').waitFor();
      await changed.locator('[data-drawn="true"]').first().waitFor();
      await screenshot(page, `changed-meanwhile-${name}`);
      expect(await flaws(page)).toEqual([]);
      await changed.getByRole('button', { name: '已查看，继续签署' }).click();
      await changed.waitFor({ state: 'hidden' });
      expect(await password.inputValue()).toBe(DEMO.signPassword);
      await page.getByRole('button', { name: '确认签署' }).click();
      await page.getByRole('heading', { name: '全部签署完成' }).waitFor();
      // The refusal is the one thing that the console tells of.
      expect((await problemsLeft(problems)).filter((text) => !text.includes('409'))).toEqual([]);
      const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
      expect(judge(bytes)).toMatchObject({ signatures: 2, valid: 2, clean: true });
      await context.close();
    },
  );

  it('back at the files, all that was placed is still there, and closing signs nothing', async () => {
    const a = await companyA();
    const taskId = await sendBetweenCompanies(a);
    const { page, context } = await newUser(browser);
    await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    await page.locator('[data-spot]').first().click();
    await page.getByRole('button', { name: /^使用.*签署$/ }).click();
    await page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
    await sign(a, taskId);
    await page.getByRole('textbox', { name: '签署密码' }).press('Enter');
    const changed = page.getByRole('dialog', { name: '文件有新的签署' });
    await changed.waitFor();
    await changed.getByRole('button', { name: '返回文件' }).click();
    await page.locator('[data-spot][data-filled="true"]').waitFor();
    expect((await a.call(getTask, { planId: taskId })).documents[0]?.revision).toBe(1);
    await context.close();
  });
});

describe('places over text', () => {
  const openWizard = async (page: Page) => {
    await openAs(page, ADMIN_A.loginName, '/entcontract/startEntContract', COMPANY_A.id);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '选择文件' }).click();
    await (await chooser).setFiles({
      name: `合同${newKey().slice(0, 6)}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(await twoPages()),
    });
    await page.getByText('已上传').waitFor();
    await nameOther(page, COMPANY_B, ADMIN_B);
    await placeForEach(page);
  };

  it.each(SIZES)(
    'are warned of in the last step by file, page, party and text; sending waits for a yes (%s)',
    async (name, size) => {
      const { page, context, problems } = await newUser(browser, size);
      await openWizard(page);
      const placed = page.locator('[data-placement]').filter({ hasText: COMPANY_A.name });
      // Up into the clauses, which begin at the left, above the place of the first party.
      await placed.focus();
      for (let i = 0; i < 16; i++) await page.keyboard.press('Shift+ArrowUp');
      const warning = page.getByText(/处签署位置盖住了文字/);
      await warning.waitFor();
      await page
        .getByText(/第 \d 页，“.*”的企业印章：/)
        .first()
        .waitFor();
      await screenshot(page, `places-over-text-${name}`);
      expect(await flaws(page)).toEqual([]);
      await page.getByRole('button', { name: '发起', exact: true }).click();
      await page.getByRole('alert').filter({ has: warning }).waitFor();
      expect(page.url()).not.toContain('startWithMe');
      await page.getByRole('checkbox', { name: '我已查看，仍按这些位置发起' }).check();
      await page.getByRole('button', { name: '发起', exact: true }).click();
      await page.waitForURL('**/contract/startWithMe**');
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    },
  );

  it.each(SIZES)('show what is below them through the seal, as the file does (%s)', async (name, size) => {
    const a = await companyA();
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    plan.placementList = plan.placementList.map((p) => ({ ...p, x: 40, y: 40 }));
    const { planId: taskId } = await a.call(sendTask, plan);
    const { page, context } = await newUser(browser, size);
    await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    await page.locator('[data-spot]').first().click();
    const art = page.locator('[data-spot][data-filled="true"] svg');
    await art.waitFor();
    expect(await art.evaluate((svg) => getComputedStyle(svg).mixBlendMode)).toBe('multiply');
    await page.locator('[data-drawn="true"]').first().waitFor();
    await screenshot(page, `seal-over-text-${name}`);
    await context.close();
  });
});
