import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A, companyA, newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { closed, press, said } from '../page.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it.each([
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const)(
  'a sender corrects a signer and a recipient of a copy beside their names, in %s at %d px',
  async (colorScheme, width, height) => {
    const a = await companyA();
    const mobile = newMobile();
    const reader = { copyId: newKey(), copyType: 'PERSON' as const, userName: '陈抄错', mobile: newMobile() };
    const plan = await taskToSend(a, [personSigner({ realName: '陈误写', mobile })], { ccList: [reader] });
    const { planId: taskId } = await a.call(sendTask, plan);
    const { page, context, problems } = await newUser(browser, { colorScheme, width, height });
    await openAs(page, ADMIN_A.loginName, `/contract/summary/${taskId}`, COMPANY_A.id);
    await press(page, '更正陈误写');
    const dialog = page.getByRole('dialog', { name: '更正签署人' });
    await dialog.getByLabel('姓名').fill('陈更正');
    expect(await dialog.getByLabel('手机号').inputValue()).toBe(mobile);
    await dialog.getByLabel('手机号').fill('1380013');
    await press(dialog, '更正并通知');
    // What is wrong is said at the field, and nothing that was typed is lost.
    await dialog.locator('[aria-invalid=true]').first().waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `correct-signer-${width}`);
    await dialog.getByLabel('手机号').fill(newMobile());
    await dialog.getByLabel('更正原因').fill('姓名与手机号写错了');
    await press(dialog, '更正并通知');
    await closed(page);
    await said(page, '已更正：陈更正。');
    await page.getByRole('button', { name: '更正陈更正' }).waitFor();
    await said(page, /姓名与手机号写错了/);
    await screenshot(page, `signer-corrected-${width}`);

    await press(page, '更正陈抄错');
    const ofCopy = page.getByRole('dialog', { name: '更正抄送人' });
    expect(await ofCopy.getByLabel('手机号').inputValue()).toBe(reader.mobile);
    await ofCopy.getByLabel('姓名').fill('陈抄对');
    await ofCopy.getByLabel('更正原因').fill('姓名写错了');
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `correct-copy-${width}`, false);
    await press(ofCopy, '更正并通知');
    await closed(page);
    await said(page, '已更正：陈抄对。');
    await page.getByRole('button', { name: '更正陈抄对' }).waitFor();
    await screenshot(page, `copy-corrected-${width}`);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  },
);
