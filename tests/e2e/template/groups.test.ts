import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { disableTemplate, publishTemplate } from '#core/template/version-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { withSignersFields } from '#tests/fixtures/signers-fields.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function enabled(admin: ApiClient, templateName: string): Promise<string> {
  const { id } = await admin.call(saveTemplate, {
    templateName,
    templateType: 'WEB',
    businessType: 'PURCHASE',
    sceneType: 'ENT',
  });
  await admin.call(publishTemplate, { id, number: 0, content: withSignersFields() });
  return id;
}

describe('a group of templates', () => {
  it('[8.16e] is made in the console, becomes the files of one task, and says if unusable', async () => {
    const { admin, ent } = await companyWithAdmin();
    const main = await enabled(admin, '主合同');
    const more = await enabled(admin, '补充协议');
    const person = await newPerson();
    const { page, context, problems } = await newUser(browser);
    await openAs(page, admin, '/company/frontTemplateFile', ent.id);
    await page.getByRole('tab', { name: '模板组' }).click();
    await page.getByRole('button', { name: '新建模板组' }).first().click();
    const dialog = page.getByRole('dialog', { name: '新建模板组' });
    await dialog.getByRole('textbox', { name: /^模板组名称/ }).fill('采购一套');
    const choose = async (label: RegExp, option: string) => {
      await dialog.getByRole('button', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose(/业务类型/, '采购合同');
    await choose(/加入模板/, '补充协议');
    await choose(/加入模板/, '主合同');
    await dialog.getByRole('button', { name: '主合同 上移' }).click();
    await screenshot(page, 'group-dialog');
    expect(await flaws(page)).toEqual([]);
    await dialog.getByRole('button', { name: '保存' }).click();
    const row = page.getByRole('row').filter({ hasText: '采购一套' });
    await row.getByRole('listitem').first().waitFor();
    expect(await row.getByRole('listitem').allInnerTexts()).toEqual(['主合同', '补充协议']);
    await screenshot(page, 'group-list');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('采购一套').first().waitFor();
    await screenshot(page, 'group-list-390');
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.goto('/entcontract/startEntContract?choose=template');
    const chooser = page.getByRole('dialog', { name: '选择模板' });
    await chooser.getByText('采购一套').click();
    await screenshot(page, 'group-choose');
    await chooser.getByRole('button', { name: /^使用所选/ }).click();
    const first = page.getByRole('region', { name: '填写“主合同”' });
    await first.locator('canvas').first().waitFor();
    await first.getByRole('textbox', { name: /^合同编号/ }).fill('XS-2026-7');
    await first.getByRole('button', { name: '完成' }).click();
    // the other file asks for nothing else: its only field is the same
    await page.getByTitle('主合同.pdf', { exact: true }).waitFor();
    await page.getByTitle('补充协议.pdf', { exact: true }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: '补充协议.pdf' })
      .getByRole('button', { name: /填写/ })
      .click();
    const second = page.getByRole('region', { name: '填写“补充协议”' });
    await second.getByText('与其他文件相同（1 项）').click();
    await expect
      .poll(() => second.getByRole('textbox', { name: /^合同编号/ }).inputValue())
      .toBe('XS-2026-7');
    await screenshot(page, 'group-shared');
    await second.getByRole('button', { name: '完成' }).click();
    await page.getByRole('button', { name: '签署方' }).click();
    // the roles of both are the same two parties
    expect(await page.getByRole('article', { name: /^签署方/ }).count()).toBe(2);
    const party = page.getByRole('article', { name: '签署方 2' });
    await party.getByRole('textbox', { name: '姓名' }).fill(person.name);
    await party.getByRole('textbox', { name: '手机号' }).fill(person.mobile);
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.locator('[data-blank]').first().waitFor();
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/startWithMe**');
    const client = await signedIn(person);
    const { planId: taskId } = (await client.call(listTasks, { box: 'pending' })).records[0]!;
    const { documents } = await client.call(getTask, { planId: taskId });
    expect(documents.map(({ fileName }) => fileName)).toEqual(['主合同.pdf', '补充协议.pdf']);

    // none of it can be used any more
    await page.goto('/company/frontTemplateFile?tab=groups');
    await row.waitFor();
    for (const id of [main, more]) await admin.call(disableTemplate, { id });
    await row
      .getByRole('link', { name: '发起签署' })
      .or(row.getByRole('button', { name: '发起签署' }))
      .first()
      .click();
    await page.getByText('模板组“采购一套”中没有可用的模板').waitFor();
    await screenshot(page, 'group-empty');
    expect((await problemsLeft(problems)).filter((one) => !one.includes('409'))).toEqual([]);
    await context.close();
  });
});
