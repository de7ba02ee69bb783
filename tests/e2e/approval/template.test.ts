import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideApproval, getApproval } from '#core/approval/calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate, readTemplate } from '#core/template/version-calls.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { enableFlow, firm, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('a template is examined with its differences, returned with words, enabled on a phone', async () => {
  const own = await firm(1);
  const approver = own.approvers[0]!;
  const nodes = [node([own.approverPeople[0]!.id], { name: '法务' })];
  await enableFlow(own.admin, flowOf(nodes, { subjects: ['TEMPLATE'], name: '模板审核' }));
  const templateName = '采购框架合同';
  const { id } = await own.admin.call(saveTemplate, {
    ...{ templateName, templateType: 'WEB', businessType: 'PURCHASE', sceneType: 'ENT' },
  });
  const submit = (number: number, words: string) =>
    own.admin.call(publishTemplate, { id, number, content: webTemplate(words) });
  const first = await submit(0, '货到付款。');
  const { digest } = await approver.call(getApproval, { approvalId: first.approvalId });
  const yes = { approvalId: first.approvalId, digest, decision: 'PASS' as const, words: '' };
  await approver.call(decideApproval, yes, once());
  const { approvalId } = await submit(1, '预付三成。');
  const lister = await newUser(browser);
  await openAs(lister.page, own.admin, '/company/frontTemplateFile');
  await lister.page.getByRole('row').filter({ hasText: templateName }).getByText('审批中').waitFor();
  await screenshot(lister.page, 'approval-template-list');
  await lister.context.close();

  const desk = await newUser(browser);
  await openAs(desk.page, approver, '/contract/approval');
  const row = desk.page.getByRole('row').filter({ hasText: templateName });
  await row.getByText('启用模板').waitFor();
  await row.getByText('查看', { exact: true }).click();
  await desk.page.locator('canvas').first().waitFor();
  const differences = desk.page.getByRole('list', { name: '正文' });
  await differences.first().waitFor();
  expect(await differences.first().locator('ins').allInnerTexts()).toContainEqual(
    expect.stringContaining('预付三成。'),
  );
  expect(await differences.first().locator('del').allInnerTexts()).toContainEqual(
    expect.stringContaining('货到付款。'),
  );
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'approval-template');
  await desk.page.getByRole('button', { name: '退回' }).click();
  const dialog = desk.page.getByRole('dialog', { name: '退回给提交人修改？' });
  await dialog.getByLabel('审批意见').fill('预付不超过两成');
  await dialog.getByRole('button', { name: '退回' }).click();
  await desk.page.getByText('审批被退回，模板未启用。').waitFor();

  // Whoever submitted it sees in the editor that it was not approved, and goes from there to why.
  const author = await newUser(browser);
  await openAs(author.page, own.admin, `/company/frontTemplateFile/webTemplate?id=${id}`);
  const why = author.page.getByRole('link', { name: '上次提交未通过' });
  expect(await why.getAttribute('href')).toContain(approvalId);
  await screenshot(author.page, 'approval-template-editor');
  const again = await submit(1, '预付两成。');

  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await speak(phone, 'en-US');
  await openAs(phone.page, approver, `/contract/examine?approvalId=${again.approvalId}`);
  await phone.page.getByText('Compared with version 1').waitFor();
  await phone.page.locator('canvas').first().waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(phone.page, 'approval-template-390-dark-en');
  await phone.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await phone.page.getByText('It was approved, and the template is enabled.').waitFor();
  const { version, review } = await own.admin.call(readTemplate, { id });
  expect([version?.number, review]).toEqual([2, null]);
  expect(await problemsLeft(desk.problems, author.problems, phone.problems)).toEqual([]);
  await Promise.all([desk, author, phone].map(({ context }) => context.close()));
});
