import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFlows } from '#core/approval/flow-calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { makeFromTemplate } from '#tests/fixtures/made-from-template.ts';
import { KEYS, webTemplate } from '#tests/fixtures/template-content.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('[2.6] the full-screen view shows how a contract differs from its template, on both widths', async () => {
  const own = await firm(1);
  await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
  const { id } = await own.admin.call(saveTemplate, {
    ...{ templateName: '销售合同', templateType: 'WEB', businessType: 'SALES', sceneType: 'ENT' },
  });
  const { versionId } = await own.admin.call(publishTemplate, { id, number: 0, content: webTemplate() });
  const plan = await planOf(own, { businessType: 'SALES', businessTypeName: '销售合同' });
  const send = async (amount: string) => {
    const values = { fields: { [KEYS.number]: 'XS-7', [KEYS.amount]: amount }, rows: {}, options: {} };
    const { source, fileKey } = await makeFromTemplate(own.sender, { versionId, values });
    Object.assign(plan.planSendDocumentVOList[0]!, { fileKey, template: source });
    return own.sender.call(sendTask, plan, once());
  };
  // The first request is rejected, and the amount is another at the second.
  const first = await send('9000');
  await decideAs(own.approvers[0]!, first.planId, 'REJECT', '金额有误');
  const { planId: taskId } = await send('12000');
  await own.admin.call(publishTemplate, { id, number: 1, content: webTemplate('双方另行约定。') });

  for (const [name, look] of [
    ['approval-source', { width: 1440, height: 900 }],
    ['approval-source-390-dark', { width: 390, height: 844, colorScheme: 'dark' as const }],
  ] as const) {
    const { context, page, problems } = await newUser(browser, look);
    await openAs(page, own.approvers[0]!, `/contract/examine?planId=${taskId}`);
    const difference = page.getByRole('region', { name: '与模板的差异' });
    await difference.getByText('壹万贰仟元整').waitFor();
    await difference.getByText('（上次为：玖仟元整）').waitFor();
    await difference.getByText('来自模板“销售合同”第 1 版').waitFor();
    await difference.getByText('模板中的“甲方”没有签署位置').waitFor();
    await difference.getByText('模板已有第 2 版').click();
    await difference.getByText('双方另行约定。').waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await difference.scrollIntoViewIfNeeded();
    await screenshot(page, name);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  }
});

it('the designer asks before what is not saved is left, and lets go of what is', async () => {
  const own = await firm(0);
  const { context, page, problems } = await newUser(browser, { width: 390, height: 844 });
  await openAs(page, own.admin, '/company/approvalFlow?edit=new');
  await page.getByLabel('流程名称').fill('采购审批');
  await page.getByRole('button', { name: '取消' }).click();
  const asked = page.getByRole('alertdialog', { name: '放弃未保存的修改？' });
  await asked.getByRole('button', { name: '取消' }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await page.getByLabel('流程名称').inputValue()).toBe('采购审批');
  await page.getByRole('button', { name: '取消' }).click();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'approval-unsaved-390');
  await asked.getByRole('button', { name: '放弃修改' }).click();
  await page.getByText('还没有审批流程').waitFor();
  // Nothing was typed: the way back is free. What was saved is free, too.
  await page.getByRole('link', { name: '新建流程' }).click();
  await page.getByRole('button', { name: '取消' }).click();
  await page.getByText('还没有审批流程').waitFor();
  await page.getByRole('link', { name: '新建流程' }).click();
  await page.getByLabel('流程名称').fill('采购审批');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('heading', { name: '采购审批' }).waitFor();
  expect((await own.admin.call(listFlows, {})).flows.map(({ flow }) => flow.name)).toEqual(['采购审批']);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
