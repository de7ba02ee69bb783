import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  INDIVIDUAL,
  newKey,
} from '#tests/fixtures/contracts.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('asks an individual for a document, an enterprise for a kind of seal, and joins equal rows', async () => {
  const { page, context, problems } = await newUser(browser);
  const taskName = `证件${newKey().slice(0, 8)}`;
  await openAs(page, ADMIN_A.loginName, `/entcontract/startEntContract?draft=${newKey()}`, COMPANY_A.id);
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);
  const to = (step: string) => page.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('button', { name: '下一步' }).click();
  // The own side stands there already, and an empty row for the other.
  const card = (n: number) => page.getByRole('article', { name: `签署方 ${n}`, exact: true });
  await card(2).getByRole('textbox', { name: '企业名称' }).fill(COMPANY_B.name);
  await card(2).getByRole('textbox', { name: '经办人姓名' }).fill(ADMIN_B.realName);
  await card(2).getByRole('textbox', { name: '手机号' }).fill(ADMIN_B.mobile);
  await card(2)
    .getByRole('button', { name: /印章类型/ })
    .click();
  await page.getByRole('option', { name: '企业章' }).click();
  for (const n of [3, 4]) {
    await page.getByRole('button', { name: '添加个人签署方' }).click();
    await card(n).getByRole('textbox', { name: '姓名' }).fill(INDIVIDUAL.realName);
    await card(n).getByRole('textbox', { name: '手机号' }).fill(INDIVIDUAL.mobile);
  }
  await card(4)
    .getByRole('button', { name: /证件类型/ })
    .click();
  await page.getByRole('option', { name: '居民身份证' }).click();
  await card(4).getByRole('textbox', { name: '证件号码' }).fill('11010519491231002Y');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '上一步' }).click();
  await card(4).getByText('证件号码有误').waitFor();
  await screenshot(page, 'signer-proof-1440');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'signer-proof-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await card(4).getByRole('textbox', { name: '证件号码' }).fill('11010519491231002x');
  await card(4).getByRole('button', { name: '与签署方 3 合并' }).click();
  await card(4).waitFor({ state: 'detached' });
  expect(await card(3).getByRole('textbox', { name: '证件号码' }).inputValue()).toBe('11010519491231002X');
  await to('签署位置');
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').nth(2).waitFor();
  await to('发起');
  await page.waitForURL('**/contract/startWithMe**');
  const a = await companyA();
  const { records } = await a.call(listTasks, { box: 'startWithMe', keyword: taskName });
  const { signerList } = await a.call(getTask, { planId: records[0]!.planId });
  expect(signerList.map(({ sealKind, idType }) => [sealKind, idType])).toEqual([
    ['', ''],
    ['ENTERPRISE', ''],
    ['', 'RESIDENT_ID'],
  ]);
  await page.goto(`/contract/summary/${records[0]!.planId}`);
  await page.getByText(/居民身份证 1\*+2X/).waitFor();
  await page.getByText('须使用企业章').waitFor();
  await screenshot(page, 'signer-proof-summary');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
