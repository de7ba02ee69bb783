import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTasks } from '#core/task/list-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { newKey } from '#tests/fixtures/contracts.ts';
import { openFor, sendAutomatic } from '#tests/fixtures/openings.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { askForApproval, sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from '../task/drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Types a day of the next month, by keyboard, into the field of a date. */
async function typeDay(page: Page, label: string): Promise<void> {
  const day = new Date(Date.now() + 30 * 86_400_000);
  const group = page.getByRole('group', { name: label });
  await group.getByRole('spinbutton').first().click();
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  for (const [i, part] of parts.entries()) {
    await group.getByRole('spinbutton').nth(i).focus();
    await page.keyboard.type(String(part).padStart(2, '0'));
  }
}

it('an administrator opens it after reading, a sender chooses it, it stamps, and ends at once', async () => {
  const firm = await sealingFirm();
  const boss = await newUser(browser);
  await openAs(boss.page, firm.admin, '/company/autoSign');
  await boss.page.getByText('没有开通自动签署').waitFor();
  expect(await flaws(boss.page)).toEqual([]);
  await boss.page.getByRole('button', { name: '开通自动签署' }).first().click();
  const dialog = boss.page.getByRole('dialog');
  await dialog.getByText('不再由任何人逐份查看').waitFor();
  expect(await dialog.getByRole('region', { name: '自动签署协议' }).textContent()).toContain(firm.sealName);
  // Nothing is opened without a date, without agreeing and without a proof.
  await dialog.getByRole('button', { name: '开通自动签署' }).click();
  await dialog.getByText('请先阅读并同意协议').waitFor();
  await dialog.getByText('请输入签署密码').waitFor();
  await dialog.getByText('请选择今天以后').waitFor();
  await dialog.getByLabel('部分业务类型').check();
  await dialog.getByLabel('采购合同').check();
  await typeDay(boss.page, '有效期至');
  await dialog.getByLabel('我已阅读并代表本企业同意以上协议').check();
  await dialog.getByLabel('签署密码', { exact: true }).last().fill(DEMO.signPassword);
  await screenshot(boss.page, 'auto-sign-form');
  expect(await flaws(boss.page)).toEqual([]);
  await dialog.getByRole('button', { name: '开通自动签署' }).click();
  const row = boss.page.getByRole('row', { name: new RegExp(firm.sealName) });
  await row.getByText('开通中').waitFor();
  await row.getByRole('button', { name: '查看协议' }).click();
  await dialog.getByText('协议摘要 SHA-256').waitFor();
  await screenshot(boss.page, 'auto-sign-agreement');
  await boss.page.keyboard.press('Escape');

  const sender = await newUser(browser);
  const taskName = `自动${newKey().slice(0, 8)}`;
  const { page } = sender;
  await openAs(page, firm.operator.client, `/entcontract/startEntContract?draft=${newKey()}`);
  await page.setInputFiles('input[type=file]', await contractFile());
  await page.getByText('已上传').waitFor();
  await page.getByRole('textbox', { name: '任务名称' }).fill(taskName);
  await page.getByRole('button', { name: '下一步' }).click();
  const own = page.getByRole('article', { name: '签署方 1', exact: true });
  await own.getByRole('button', { name: /自动签署/ }).click();
  await page.getByRole('option', { name: new RegExp(`自动使用“${firm.sealName}”`) }).click();
  await screenshot(page, 'auto-sign-wizard');
  expect(await flaws(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'auto-sign-wizard-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '移除签署方 2' }).click();
  await page.getByRole('button', { name: '签署位置', exact: true }).click();
  await page.getByRole('button', { name: '自动放置' }).click();
  await page.locator('[data-placement]').first().waitFor();
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.waitForURL('**/contract/startWithMe**');
  await runJobs();
  const find = async () =>
    (await firm.operator.client.call(listTasks, { box: 'startWithMe', keyword: taskName })).records[0];
  await expect.poll(async () => (await find())?.endReason).toBe('COMPLETED');
  await page.goto(`/contract/summary/${(await find())!.planId}`);
  // The badge of the signer, and the line of the trail under the enterprise’s name.
  await page.getByText(`${firm.ent.name} · 系统`).waitFor();
  await expect.poll(() => page.getByText('自动签署', { exact: true }).count()).toBeGreaterThanOrEqual(2);
  await screenshot(page, 'auto-sign-trail');
  expect(await flaws(page)).toEqual([]);

  await row.getByRole('button', { name: '停止', exact: true }).click();
  await boss.page.getByRole('alertdialog').getByRole('button', { name: '停止' }).click();
  await row.getByText('已停止').waitFor();
  expect(await problemsLeft(boss.problems, sender.problems)).toEqual([]);
});

it('where it could not sign, the trail’s page says why to the sender; on a phone, in the dark', async () => {
  const firm = await sealingFirm();
  await openFor(firm, { dailyLimit: 3 });
  await askForApproval(firm.admin, firm.stampId);
  const taskId = await sendAutomatic(firm);
  await runJobs();
  const dark = { width: 390, height: 844, colorScheme: 'dark' } as const;
  const { page, problems } = await newUser(browser, dark);
  await openAs(page, firm.operator.client, `/contract/summary/${taskId}`);
  await page.getByText('未能自动签署').first().waitFor();
  await page
    .getByText(new RegExp(`${firm.sealName}.*审批`))
    .first()
    .waitFor();
  await screenshot(page, 'auto-sign-left-390');
  expect(await flaws(page)).toEqual([]);
  const boss = await newUser(browser, dark);
  await openAs(boss.page, firm.admin, '/company/autoSign');
  await boss.page.getByText(firm.sealName).first().waitFor();
  await screenshot(boss.page, 'auto-sign-390');
  await boss.page.getByRole('button', { name: '开通自动签署' }).first().click();
  await boss.page.getByText('不再由任何人逐份查看').waitFor();
  await screenshot(boss.page, 'auto-sign-form-390');
  expect(await flaws(boss.page)).toEqual([]);
  expect(await problemsLeft(problems, boss.problems)).toEqual([]);
});
