import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listPlans } from '#core/task/calls.ts';
import { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { companyWithAdmin } from '../../fixtures/people.ts';
import { product } from '../../product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('an administrator makes a key, sees it once, replaces it and revokes it', async () => {
  const { admin } = await companyWithAdmin();
  const { page, problems } = await newUser(browser);
  await openAs(page, admin, '/company/apiKey');
  await page.getByText('还没有密钥').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: '新建密钥' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('费用系统');
  // Without a permission nothing is made.
  await dialog.getByLabel(/^读取/).uncheck();
  await dialog.getByLabel('允许的网络地址').fill('203.0.113');
  await dialog.getByRole('button', { name: '创建' }).click();
  await dialog.getByText('请至少选择一项权限').waitFor();
  await dialog.getByText('请检查地址').waitFor();
  await dialog.getByLabel(/^读取/).check();
  await dialog.getByLabel(/^发起/).check();
  await dialog.getByLabel('允许的网络地址').fill('');
  await dialog.getByLabel('部分业务类型').check();
  await dialog.getByLabel('销售合同').check();
  await screenshot(page, 'api-key-form');
  expect(await flaws(page)).toEqual([]);
  await dialog.getByRole('button', { name: '创建' }).click();
  await page.getByText('密钥只显示这一次').waitFor();
  const client = new ApiClient(product().baseUrl);
  client.apiKey = (await dialog.locator('code').first().textContent()) ?? '';
  expect(await refusal(client, listPlans, { box: 'all' })).toBe('OK');
  await screenshot(page, 'api-key-shown');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: '已保存，关闭' }).click();
  const row = page.getByRole('row', { name: /费用系统/ });
  await row.getByText('读取、发起').waitFor();
  await screenshot(page, 'api-keys');
  expect(await flaws(page)).toEqual([]);

  const act = (name: string) => row.getByRole('button', { name, exact: true }).click();
  await act('更换');
  await dialog.getByLabel('立即失效').check();
  await dialog.getByRole('button', { name: '更换' }).click();
  await page.getByText('密钥只显示这一次').waitFor();
  expect(await refusal(client, listPlans, { box: 'all' })).toBe('API_KEY_INVALID');
  await dialog.getByRole('button', { name: '已保存，关闭' }).click();
  await act('撤销');
  await page.getByRole('alertdialog').getByRole('button', { name: '撤销' }).click();
  await row.getByText('已撤销').waitFor();
  expect(problems).toEqual([]);
});

it('keys on a phone, in the dark', async () => {
  const { admin } = await companyWithAdmin();
  const { page, problems } = await newUser(browser, {
    width: 390,
    height: 844,
    language: 'en-US',
    colorScheme: 'dark',
  });
  await openAs(page, admin, '/company/apiKey');
  await page.getByRole('button', { name: '新建密钥' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('ERP');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'api-key-form-390');
  await dialog.getByRole('button', { name: '创建' }).click();
  await dialog.getByRole('button', { name: '已保存，关闭' }).click();
  await page.getByText('ERP').first().waitFor();
  await screenshot(page, 'api-keys-390');
  expect(await flaws(page)).toEqual([]);
  expect(problems).toEqual([]);
});
