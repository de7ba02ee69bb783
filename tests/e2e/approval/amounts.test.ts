import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFlows } from '#core/approval/flow-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('[1.4] a condition on an amount is designed, tried, asked of the sender, shown to approvers', async () => {
  const own = await firm(1);
  const { context, page, problems } = await newUser(browser);
  await openAs(page, own.admin, '/company/approvalFlow?edit=new');
  await page.getByLabel('流程名称').fill('大额审批');
  const range = page.getByLabel('金额不低于（元）').first();
  await range.fill('面议');
  await page.getByText('无法识别为金额').waitFor();
  await range.fill('壹佰万元整');
  await page.getByText('读作 ¥1,000,000.00').waitFor();
  await page.getByLabel('金额不高于（元）').first().fill('1');
  await page.getByText('不能小于下限').waitFor();
  await page.getByLabel('金额不高于（元）').first().fill('');
  await page.getByLabel('金额字段').first().fill('合同总价');
  await page.getByLabel('字段“合同总价”的值').fill('人民币壹佰贰拾万元整');
  await page.getByRole('button', { name: '试运行' }).click();
  const found = page.getByRole('status').filter({ hasText: '这份合同' });
  await expect.poll(() => found.textContent()).toContain('合同总价 读作 ¥1,200,000.00');
  await page.getByLabel('字段“合同总价”的值').fill('按附件');
  await page.getByRole('button', { name: '试运行' }).click();
  await expect.poll(() => found.textContent()).toContain('无法识别');
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'approval-amount-editor');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await flaws(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(page, 'approval-amount-editor-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('合同总价不低于 ¥1,000,000.00').waitFor();
  await page.getByRole('button', { name: '启用' }).click();
  await page.getByText('已启用', { exact: true }).waitFor();
  const [flow] = (await own.admin.call(listFlows, {})).flows;
  expect(flow!.flow.when).toEqual({ amountField: '合同总价', amountFrom: 100_000_000 });

  const wizard = await newUser(browser, { width: 390, height: 844 });
  await openAs(wizard.page, own.sender, '/entcontract/startEntContract?step=order');
  const asked = wizard.page.getByRole('region', { name: '发送前审批' });
  await asked.getByText('合同金额未填写或无法识别').waitFor();
  await asked.getByLabel('合同金额（元）').fill('99万元');
  await asked.getByText('这份合同不需要审批').waitFor();
  await asked.getByLabel('合同金额（元）').fill('100万元');
  await asked.getByText('大额审批').waitFor();
  expect(await flaws(wizard.page)).toEqual([]);
  await screenshot(wizard.page, 'approval-amount-wizard-390');

  await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
  const { planId: taskId } = await own.sender.call(
    sendTask,
    await planOf(own, { contractAmount: 123_456_789 }),
    once(),
  );
  const desk = await newUser(browser, { width: 1440, height: 900, colorScheme: 'dark' });
  await openAs(desk.page, own.approvers[0]!, `/contract/examine?planId=${taskId}`);
  await desk.page.getByText('¥1,234,567.89').waitFor();
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'approval-amount-examine-dark');
  expect(await problemsLeft(problems, wizard.problems, desk.problems)).toEqual([]);
  await Promise.all([context, wizard.context, desk.context].map((one) => one.close()));
});
