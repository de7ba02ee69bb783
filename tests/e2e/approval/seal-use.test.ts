import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSealUses } from '#core/approval/seal-calls.ts';
import { getTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { grantTo, sealingFirm, toStamp } from '#tests/fixtures/seal-uses.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('an operator without the seal asks for it, and a holder stamps on a phone with one proof', async () => {
  const firm = await sealingFirm();
  const { admin, operator, holder, stampId, sealName, boss } = firm;
  await grantTo(admin, stampId, [boss, holder.person]);
  const taskId = await toStamp(firm);
  const { taskName } = await operator.client.call(getTask, { planId: taskId });

  const desk = await newUser(browser);
  await openAs(desk.page, operator.client, `/fileSign/fileSign?planId=${taskId}`);
  await desk.page.getByRole('button', { name: sealName }).click();
  await desk.page.getByRole('button', { name: '全部放上（1 处）' }).click();
  const ask = desk.page.getByRole('button', { name: `申请使用${sealName}` });
  await ask.waitFor();
  await screenshot(desk.page, 'seal-use-ask');
  await ask.click();
  const dialog = desk.page.getByRole('dialog', { name: '申请用印' });
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect.poll(() => dialog.getByLabel('用印事由').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('用印事由').fill('年度采购合同，已走法务');
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'seal-use-reason');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await desk.page.getByText(`${sealName}的用印申请正在审批。`).waitFor();
  expect(await ask.isDisabled()).toBe(true);

  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await openAs(phone.page, holder.client, '/contract/approval');
  await phone.page.getByText(taskName).first().waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'seal-use-list-390-dark');
  const { use } = await operator.client.call(getSealUses, { planId: taskId });
  await phone.page.goto(new URL(`/contract/examine?approvalId=${use!.approvalId}`, phone.page.url()).href);
  await phone.page.getByText('年度采购合同，已走法务').waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'seal-use-examine-390-dark');
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.page.getByRole('button', { name: '通过', exact: true }).click();
  const decide = phone.page.getByRole('dialog', { name: '通过这次用印？' });
  await decide.getByRole('button', { name: '通过' }).click();
  // The stamp follows at once.
  await phone.page.getByLabel('签署密码', { exact: true }).last().fill(DEMO.signPassword);
  await screenshot(phone.page, 'seal-use-stamp-390-dark');
  await phone.page.getByRole('button', { name: /^确认/ }).click();
  await phone.page.getByText('已用印', { exact: true }).first().waitFor();
  expect((await operator.client.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');

  await desk.page.reload();
  await desk.page.getByText('这份合同已全部签署完成。').waitFor();
  expect(await problemsLeft(desk.problems, phone.problems)).toEqual([]);
  await Promise.all([desk, phone].map(({ context }) => context.close()));
});

it('who looks after seals says in their list that each use of one needs an approval', async () => {
  const firm = await sealingFirm();
  const { admin, operator, stampId, sealName, boss } = firm;
  await grantTo(admin, stampId, [boss, operator.person]);
  const desk = await newUser(browser);
  await openAs(desk.page, admin, '/company/seal');
  const row = desk.page.getByRole('row').filter({ hasText: sealName });
  await row.waitFor();
  await row.getByRole('button', { name: /更多/ }).click();
  await desk.page.getByRole('menuitem', { name: '用印须审批' }).click();
  await row.getByText('须审批', { exact: true }).waitFor();
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'seal-needs-approval');
  expect(await problemsLeft(desk.problems)).toEqual([]);
  await desk.context.close();
});
