import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TEMPLATE } from '#db/seed/demo-template.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A, COMPANY_B } from '#tests/fixtures/companies.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}\\*?$`) });

/** Rows as a spreadsheet puts them on the clipboard. */
const goods = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `办公用品 ${i + 1}\t${i + 1}\t${(i + 1) * 100}.5\t型号 A${i + 1}`,
  ).join('\n');

async function paste(page: Page, text: string): Promise<void> {
  await page.locator(':focus').evaluate((target, value) => {
    const data = new DataTransfer();
    data.setData('text/plain', value);
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

async function fillAll(page: Page, rows: number): Promise<void> {
  await field(page, '甲方名称').fill(COMPANY_A.name);
  await field(page, '乙方名称').fill(COMPANY_B.name);
  await field(page, '合同总价').fill('12,000.5');
  await field(page, '总价大写').fill('12000.50');
  await field(page, '交货地点').fill('甲方仓库');
  const day = page
    .getByRole('group', { name: /^签订日期/ })
    .getByRole('spinbutton')
    .first();
  await day.focus();
  await page.keyboard.type('20261123');
  await page.getByRole('textbox', { name: /^品名/ }).first().focus();
  await paste(page, goods(rows));
}

describe('a template', () => {
  it('[5.11d] is offered once only, filled with its pages beside, and becomes a file whose signers stand in the draft', async () => {
    const { page, problems, context } = await newUser(browser);
    await openAs(page, ADMIN_A.loginName, '/entcontract/startEntContract?choose=template', COMPANY_A.id);
    const dialog = page.getByRole('dialog', { name: '选择模板' });
    await dialog.getByText(DEMO_TEMPLATE.name).click();
    await screenshot(page, 'template-choose');
    await dialog.getByRole('button', { name: /^使用所选/ }).click();
    const form = page.getByRole('region', { name: `填写“${DEMO_TEMPLATE.name}”` });
    await form.locator('canvas').first().waitFor();
    await form.getByRole('button', { name: '完成' }).click();
    await page.getByText('请填写').first().waitFor();
    await screenshot(page, 'template-fill-empty');
    await fillAll(page, 60);
    await form.getByText('/ 3').first().waitFor();
    await screenshot(page, 'template-fill');
    await form.getByRole('button', { name: '完成' }).click();
    await page.getByText('已上传').waitFor();
    // once in a draft
    await page.getByRole('button', { name: '从模板选择' }).click();
    await expect.poll(() => dialog.getByRole('checkbox').first().isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '签署方' }).click();
    await screenshot(page, 'template-parties');
    expect(problems).toEqual([]);
    await context.close();
  });
});
