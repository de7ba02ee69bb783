import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { sign } from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { plannedWithFields, withSignersFields } from '#tests/fixtures/signers-fields.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe('fields that signers fill in', () => {
  it.each([
    { width: 1440, colorScheme: 'light' as const },
    { width: 390, colorScheme: 'dark' as const },
  ])('are typed beside the pages, seen in them, and signed, at $width px', async ({ width, colorScheme }) => {
    const one = await plannedWithFields('PDF');
    const { planId: taskId } = await one.admin.call(sendTask, one.plan);
    await sign(await signedIn(one.first), taskId);
    const buyer = await signedIn(one.buyer);
    const { page, context, problems } = await newUser(browser, { width, height: 844, colorScheme });
    await openAs(page, buyer, `/fileSign/fileSign?planId=${taskId}`);
    const field = (name: RegExp) => page.getByRole('textbox', { name });
    const account = field(/^收款账号/);
    await account.waitFor();
    // the seal first: then the one button asks for what is still to be filled in
    await page.getByRole('button', { name: /^全部放上/ }).click();
    await writeOn(page.locator('canvas[data-ready="true"]'));
    await page.getByRole('button', { name: '使用这个签名' }).click();
    await page.getByRole('button', { name: '填写剩下的 2 项' }).click();
    await page.getByText('请填写', { exact: true }).nth(1).waitFor();
    await expect.poll(() => account.evaluate((one) => one === document.activeElement)).toBe(true);
    await screenshot(page, `sign-fields-empty-${width}`);
    await account.fill('\u{e000}');
    await page.getByText(/字体中没有/).waitFor();
    await account.fill('6222 0000 㐂');
    await field(/^保证金/).fill('12,000.5');
    await field(/^保证金/).blur();
    await page.getByRole('checkbox', { name: '同意' }).check();
    await expect.poll(() => page.locator('[data-blank][data-filled="true"]').count()).toBe(4);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, `sign-fields-${width}`);
    // a place on the page leads to its field
    await page.getByRole('button', { name: '填写“收款账号”，第 1 页' }).first().click();
    await expect.poll(() => account.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: /^使用.*签署$/ }).click();
    await page.getByText('壹万贰仟元伍角整').waitFor();
    await screenshot(page, `sign-fields-confirm-${width}`);
    await page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
    await page.getByRole('button', { name: '确认签署' }).click();
    await page.getByRole('heading', { name: '全部签署完成' }).waitFor();
    const entries = await trailEntries(buyer, taskId);
    expect(entries.findLast(({ event }) => event === 'SIGNED')?.remark).toContain('收款账号');
    await page.goto(`/contract/preview?planId=${taskId}`);
    await page.locator('canvas').first().waitFor();
    await screenshot(page, `sign-fields-done-${width}`);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('go from the template through the wizard, which shows who fills what, to their signer', async () => {
    const { admin, ent } = await companyWithAdmin();
    const person = await newPerson({ signPassword: DEMO.signPassword });
    const { id } = await admin.call(saveTemplate, {
      templateName: '带填写项的合同',
      templateType: 'WEB',
      businessType: 'PURCHASE',
      sceneType: 'ENT',
    });
    await admin.call(publishTemplate, { id, number: 0, content: withSignersFields() });
    const { page, context, problems } = await newUser(browser);
    await openAs(page, admin, '/entcontract/startEntContract?choose=template', ent.id);
    const dialog = page.getByRole('dialog', { name: '选择模板' });
    await dialog.getByText('带填写项的合同').click();
    await dialog.getByRole('button', { name: /^使用所选/ }).click();
    const form = page.getByRole('region', { name: '填写“带填写项的合同”' });
    await form.locator('canvas').first().waitFor();
    await form.getByRole('textbox', { name: /^合同编号/ }).fill('XS-1');
    await form.getByRole('button', { name: '完成' }).click();
    await page.getByText('已上传').waitFor();
    await page.getByRole('button', { name: '签署方' }).click();
    const party = page.getByRole('article', { name: '签署方 2' });
    await party.getByRole('textbox', { name: '姓名' }).fill(person.name);
    await party.getByRole('textbox', { name: '手机号' }).fill(person.mobile);
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.locator('[data-blank]').first().waitFor();
    expect(await page.locator('[data-blank]').count()).toBe(5);
    await screenshot(page, 'wizard-blanks');
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/startWithMe**');
    const client = await signedIn(person);
    const { records } = await client.call(listTasks, { box: 'pending' });
    const task = await client.call(getTask, { planId: records[0]!.planId });
    const asked = task.placements.flatMap(({ fills }) => fills?.name ?? []);
    expect(asked.sort()).toEqual(['收款账号', '收款账号', '交货日期', '保证金', '同意'].sort());
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
});
