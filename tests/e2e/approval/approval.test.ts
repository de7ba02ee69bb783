import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getApproval } from '#core/approval/calls.ts';
import { listFlows } from '#core/approval/flow-calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('[2.5] [2.6] [2.18a] is examined full-screen, returned, changed and then approved by phone', async () => {
  const own = await firm(2);
  const [first, second] = own.approverPeople as [
    (typeof own.approverPeople)[0],
    (typeof own.approverPeople)[0],
  ];
  await enableFlow(
    own.admin,
    flowOf([node([first.id], { name: '法务' }), node([second.id], { name: '财务' })]),
  );
  const plan = await planOf(own);
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());

  const desk = await newUser(browser);
  await openAs(desk.page, own.approvers[0]!, '/contract/approval');
  await desk.page.getByRole('tab', { name: /待我审批/ }).waitFor();
  const row = desk.page.getByRole('row').filter({ hasText: plan.taskName });
  await row.waitFor();
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'approval-list');
  await row.getByText('查看', { exact: true }).click();
  await desk.page.getByRole('heading', { name: plan.taskName }).waitFor();
  await desk.page.locator('canvas').first().waitFor();
  const steps = desk.page.getByRole('list', { name: '审批进度' });
  await steps.getByText('法务').waitFor();
  expect(await steps.locator('[aria-current=step]').textContent()).toContain(first.name);
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'approval-examine');
  await desk.page.getByRole('button', { name: '退回' }).click();
  const dialog = desk.page.getByRole('dialog', { name: '退回给提交人修改？' });
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect.poll(() => dialog.getByLabel('审批意见').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('审批意见').fill('付款期限改为 30 天');
  expect(await flaws(desk.page)).toEqual([]);
  await dialog.getByRole('button', { name: '退回' }).click();
  await desk.page.getByText('已退回', { exact: true }).first().waitFor();
  await desk.page.getByText('付款期限改为 30 天').waitFor();

  // The sender sees why, and the way to change it.
  const sender = await newUser(browser, { width: 390, height: 844 });
  await openAs(sender.page, own.sender, `/contract/examine?planId=${taskId}`);
  await sender.page.getByText('付款期限改为 30 天').waitFor();
  const again = sender.page.getByRole('link', { name: '修改后重新提交' });
  expect(await again.getAttribute('href')).toContain(plan.draftId);
  expect(await flaws(sender.page)).toEqual([]);
  await screenshot(sender.page, 'approval-returned-390');
  const { planId: next } = await own.sender.call(
    sendTask,
    { ...plan, taskName: `${plan.taskName} 二稿` },
    once(),
  );
  await decideAs(own.approvers[0]!, next, 'PASS', '可以');

  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await openAs(phone.page, own.approvers[1]!, `/contract/examine?planId=${next}`);
  await phone.page.getByText('任务名称已修改').waitFor();
  await phone.page.getByText('可以', { exact: true }).waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'approval-examine-390-dark');
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.page.getByRole('button', { name: '通过' }).click();
  await phone.page
    .getByRole('dialog', { name: '通过这份合同？' })
    .getByRole('button', { name: '通过' })
    .click();
  await phone.page.getByText('审批已通过，合同已发起签署。').waitFor();
  expect((await own.sender.call(getTask, { planId: next })).status).toBe('IN_PROGRESS');
  expect(await problemsLeft(desk.problems, sender.problems, phone.problems)).toEqual([]);
  await Promise.all([desk, sender, phone].map(({ context }) => context.close()));
});

it('a flow is designed by keyboard, tried, switched on, and asks before what is sent next', async () => {
  const own = await firm(1);
  const approver = own.approverPeople[0]!;
  const { context, page, problems } = await newUser(browser);
  await openAs(page, own.admin, '/company/approvalFlow');
  await page.getByText('还没有审批流程').waitFor();
  await page.getByRole('link', { name: '新建流程' }).click();
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('有内容未填写完整').waitFor();
  await page.getByLabel('流程名称').fill('采购审批');
  await page.getByRole('button', { name: '添加节点' }).click();
  const last = page.getByRole('listitem', { name: '节点 2' });
  await last.getByLabel('节点名称').fill('总经理');
  await page.getByRole('button', { name: '上移“总经理”' }).press('Enter');
  const names = () => page.getByRole('heading', { level: 3 }).allInnerTexts();
  expect(await names()).toEqual(['1. 总经理', '2. 审批']);
  await page.getByRole('button', { name: '试运行' }).click();
  const found = page.getByRole('status').filter({ hasText: '这份合同' });
  await expect.poll(() => found.textContent()).toContain(approver.name);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'approval-flow-editor');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await flaws(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(page, 'approval-flow-editor-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('已添加“采购审批”').waitFor();
  await page.getByRole('button', { name: '启用' }).click();
  await page.getByText('已启用', { exact: true }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'approval-flows');
  const [flow] = (await own.admin.call(listFlows, {})).flows;
  expect(flow!.flow.nodes.map(({ name }) => name)).toEqual(['总经理', '审批']);
  const { planId: taskId, status } = await own.sender.call(sendTask, await planOf(own), once());
  expect(status).toBe('REVIEWING');
  expect((await own.sender.call(getApproval, { planId: taskId })).waitingFor).toEqual([approver.name]);
  // Who sends the next contract is shown who would be asked, before it is sent.
  const wizard = await newUser(browser, { width: 390, height: 844 });
  await openAs(wizard.page, own.sender, '/entcontract/startEntContract?step=order');
  const asked = wizard.page.getByRole('region', { name: '发送前审批' });
  await asked.getByText('采购审批').waitFor();
  await expect.poll(() => asked.textContent()).toContain(approver.name);
  expect(await flaws(wizard.page)).toEqual([]);
  await screenshot(wizard.page, 'approval-wizard-390');
  expect(await problemsLeft(problems, wizard.problems)).toEqual([]);
  await Promise.all([context.close(), wizard.context.close()]);
});

it('many alike are approved at once: the dialog closed, list and menu show how far it is', async () => {
  const own = await firm(1);
  await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
  const plans = await Promise.all(Array.from({ length: 8 }, () => planOf(own)));
  const sent: string[] = [];
  for (const plan of plans) sent.push((await own.sender.call(sendTask, plan, once())).planId);
  await runJobs();
  const { context, page, problems } = await newUser(browser);
  const pass = '**/ecapi/docmanager/approval/passMany';
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(pass, async (route) => {
    await held;
    await route.continue();
  });
  await openAs(page, own.approvers[0]!, '/contract/approval');
  await page.getByRole('row').filter({ hasText: plans[0]!.taskName }).waitFor();
  const entry = page.locator('aside').getByRole('link', { name: /^合同审批/ });
  await entry.getByText('8', { exact: true }).waitFor();
  await page.getByRole('tab', { name: /^待我审批\D*8 / }).waitFor();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: '批量通过' }).click();
  const dialog = page.getByRole('dialog', { name: '通过 8 份合同？' });
  await dialog.waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'approval-batch');
  await dialog.getByRole('button', { name: '全部通过' }).click();
  await dialog.getByText('已处理 0 / 8').waitFor();
  await dialog.getByRole('button', { name: '在后台继续' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('已处理 0 / 8').waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'approval-batch-progress');
  // Another page and back: it goes on.
  await page.getByRole('tab', { name: /我提交的/ }).click();
  await page.getByText('已处理 0 / 8').waitFor();
  release();
  await page.getByText('已通过 8 项').waitFor();
  await page.getByRole('tab', { name: /待我审批/ }).click();
  await page.getByText('没有待审批的合同').waitFor();
  await expect.poll(() => entry.getByText('8', { exact: true }).count()).toBe(0);
  for (const taskId of sent)
    expect((await own.sender.call(getTask, { planId: taskId })).status).toBe('IN_PROGRESS');

  // By thumb as well: two of three are chosen.
  for (let i = 0; i < 3; i++) await own.sender.call(sendTask, await planOf(own), once());
  const phone = await newUser(browser, { width: 390, height: 844 });
  await openAs(phone.page, own.approvers[0]!, '/contract/approval');
  await phone.page.getByRole('tab', { name: /^待我审批\D*3 / }).waitFor();
  for (const row of [1, 2]) await phone.page.getByRole('checkbox', { name: `选择第 ${row} 行` }).check();
  await phone.page.getByRole('button', { name: '批量通过' }).click();
  const asked = phone.page.getByRole('dialog', { name: '通过 2 份合同？' });
  await asked.waitFor();
  expect(await flaws(phone.page)).toEqual([]);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(phone.page, 'approval-batch-390');
  await asked.getByRole('button', { name: '全部通过' }).click();
  await phone.page.getByText('已通过 2 项').waitFor();
  await phone.page.getByRole('tab', { name: /^待我审批\D*1 / }).waitFor();
  await screenshot(phone.page, 'approval-batch-done-390');
  expect(await problemsLeft(problems, phone.problems)).toEqual([]);
  await Promise.all([context.close(), phone.context.close()]);
});

it('[2.6] a comment is pinned by pointer and keys, found, answered on a phone, kept afterwards', async () => {
  const own = await firm(1);
  await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
  const plan = await planOf(own);
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  const desk = await newUser(browser);
  await openAs(desk.page, own.approvers[0]!, `/contract/examine?planId=${taskId}`);
  const comments = desk.page.getByRole('region', { name: '页面批注' });
  await comments.getByText('还没有批注').waitFor();
  await desk.page.locator('canvas').first().waitFor();
  const add = comments.getByRole('button', { name: '添加批注' });
  const text = comments.getByLabel('第 1 页的批注');
  await add.click();
  await desk.page
    .getByRole('button', { name: '把批注放在第 1 页的这里' })
    .click({ position: { x: 200, y: 150 } });
  await expect.poll(() => text.evaluate((one) => one === document.activeElement)).toBe(true);
  await comments.getByRole('button', { name: '添加', exact: true }).click();
  await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
  await text.fill('违约金过高，请改为 10%');
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'approval-comment-new');
  await comments.getByRole('button', { name: '添加', exact: true }).click();
  const entry = comments.getByRole('button', { name: '在第 1 页查看批注 1' });
  await expect.poll(() => entry.evaluate((one) => one === document.activeElement)).toBe(true);

  // By keyboard alone: from the list to the pin and back, and a second one placed with the arrow keys.
  const name = own.approverPeople[0]!.name;
  const pin = desk.page.getByRole('button', { name: `批注 1，第 1 页，${name}`, exact: true });
  await desk.page.keyboard.press('Enter');
  await expect.poll(() => pin.evaluate((one) => one === document.activeElement)).toBe(true);
  await desk.page.keyboard.press('Enter');
  await expect.poll(() => entry.evaluate((one) => one === document.activeElement)).toBe(true);
  await add.press('Enter');
  const draft = desk.page.getByRole('button', { name: '新批注的位置' });
  await expect.poll(() => draft.evaluate((one) => one === document.activeElement)).toBe(true);
  const leftOf = () => draft.evaluate((one) => Number.parseFloat(one.style.left));
  const left = await leftOf();
  await desk.page.keyboard.press('ArrowLeft');
  await expect.poll(leftOf).toBeLessThan(left);
  await desk.page.keyboard.press('Escape');
  await draft.waitFor({ state: 'detached' });
  await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true);
  await desk.page.keyboard.press('Enter');
  await desk.page.keyboard.press('Shift+ArrowDown');
  await desk.page.keyboard.press('Enter');
  await expect.poll(() => text.evaluate((one) => one === document.activeElement)).toBe(true);
  await desk.page.keyboard.type('第二处');
  await comments.getByRole('button', { name: '添加', exact: true }).press('Enter');
  await comments.getByText('第二处').waitFor();
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'approval-comments');

  // The sender, on a phone and in the dark: reads, answers and resolves; the approver's page shows it.
  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await openAs(phone.page, own.sender, `/contract/examine?planId=${taskId}`);
  const theirs = phone.page.getByRole('region', { name: '页面批注' });
  const firstOf = theirs.getByRole('listitem').filter({ hasText: '违约金过高' });
  await firstOf.getByRole('button', { name: '回复' }).click();
  await theirs.getByLabel(`回复 ${name} 的批注 1`).fill('已与对方谈妥，改为 10%');
  expect(await flaws(phone.page)).toEqual([]);
  await screenshot(phone.page, 'approval-comment-reply-390');
  await firstOf.getByRole('button', { name: '回复' }).click();
  await theirs.getByText('已与对方谈妥，改为 10%').waitFor();
  await firstOf.getByRole('button', { name: '在第 1 页查看批注 1' }).click();
  const theirPin = phone.page.getByRole('button', { name: `批注 1，第 1 页，${name}`, exact: true });
  await expect.poll(() => theirPin.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await flaws(phone.page)).toEqual([]);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await screenshot(phone.page, 'approval-comments-390-dark');
  await firstOf.getByRole('button', { name: '标为已解决' }).click();
  await theirs.getByText('已解决 1 条').waitFor();
  await comments.getByText('已解决 1 条').waitFor();
  await desk.page.getByRole('button', { name: '通过', exact: true }).click();
  await desk.page.getByRole('dialog').getByText('还有 1 条批注未解决。').waitFor();
  await desk.page.keyboard.press('Escape');

  // By thumb: one more is placed on the phone.
  await theirs.getByRole('button', { name: '添加批注' }).click();
  await phone.page
    .getByRole('button', { name: '把批注放在第 1 页的这里' })
    .click({ position: { x: 40, y: 190 } });
  await theirs.getByLabel('第 1 页的批注').fill('签署页见附件');
  await theirs.getByRole('button', { name: '添加', exact: true }).click();
  await theirs.getByText('签署页见附件').waitFor();
  await comments.getByText('签署页见附件').waitFor();

  // Returned with the comments, submitted again with another file: they stand there as of the earlier one.
  await decideAs(own.approvers[0]!, taskId, 'RETURN', '请看批注');
  const fileKey = await own.sender.upload(await contractPdf('甲方', own.outsidePerson.name));
  const [file] = plan.planSendDocumentVOList;
  const { planId: next } = await own.sender.call(
    sendTask,
    {
      ...plan,
      planSendDocumentVOList: [{ ...file!, fileKey }, ...plan.planSendDocumentVOList.slice(1)],
    },
    once(),
  );
  await openAs(desk.page, own.approvers[0]!, `/contract/examine?planId=${next}`);
  await comments.getByText('针对修改前的文件').first().waitFor();
  await desk.page.locator('canvas').first().waitFor();
  expect(await desk.page.getByRole('button', { name: /^批注 \d/ }).count()).toBe(0);
  expect(await flaws(desk.page)).toEqual([]);
  await screenshot(desk.page, 'approval-comments-earlier');
  expect(await problemsLeft(desk.problems, phone.problems)).toEqual([]);
  await Promise.all([desk, phone].map(({ context }) => context.close()));
});
