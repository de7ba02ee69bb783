import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask, sendTask } from '#core/task/calls.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { sign } from '#tests/fixtures/contracts.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { openAs } from '../open-as.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const shownTime = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

it('a task’s page tells its approving flow, its pages’ code, and when files were last saved', async () => {
  const own = await firm(1);
  const flow = flowOf([node([own.approverPeople[0]!.id])]);
  await enableFlow(own.admin, flow);
  const { planId: taskId } = await own.sender.call(
    sendTask,
    await planOf(own, { codeStatus: 'ENABLE' }),
    once(),
  );
  await decideAs(own.approvers[0]!, taskId, 'PASS');
  const before = await own.sender.call(getTask, { planId: taskId });
  await sign(own.outside, taskId);
  await untilPreserved(own.sender, taskId);
  const task = await own.sender.call(getTask, { planId: taskId });
  expect(before.latestSavingTime).toBe(before.startTime);
  expect(task.latestSavingTime).toBeGreaterThanOrEqual(task.signerList[0]!.signedAt!);

  const { page, context, problems } = await newUser(browser);
  await openAs(page, own.sender, `/contract/summary/${taskId}`);
  const facts = page.getByRole('region', { name: '任务信息' });
  const fact = (label: string, value: string) =>
    facts
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .getByText(value, { exact: true });
  await fact('审批流程', flow.name).waitFor();
  await fact('页脚二维码', '每页都有').waitFor();
  await fact('最近保存时间', shownTime(task.latestSavingTime)).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'facts-390');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
