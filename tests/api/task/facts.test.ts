import { expect, it } from 'vitest';
import { getTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';

const WATERMARK = { text: '仅供采购', fontSize: 24, ratation: -30, opacity: 25 };

it('a task tells its marks, approving flow and withdrawal; others never learn the flow', async () => {
  const own = await firm(1);
  const flow = flowOf([node([own.approverPeople[0]!.id])]);
  await enableFlow(own.admin, flow);
  const plan = await planOf(own, {
    watermarkState: 'ENABLE',
    watermark: WATERMARK,
    codeStatus: 'ENABLE',
  });
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  const waiting = await own.sender.call(getTask, { planId: taskId });
  expect(waiting).toMatchObject({
    taskFileType: 'PDF',
    fileNum: 1,
    watermark: WATERMARK,
    codeStatus: 'ENABLE',
    approvalFlows: [flow.name],
    endedTime: null,
    latestSavingTime: waiting.startTime,
  });
  expect(waiting.documents.map(({ number }) => number)).toEqual([`${waiting.number}-1`]);
  await decideAs(own.approvers[0]!, taskId, 'PASS');
  const seen = await own.outside.call(getTask, { planId: taskId });
  expect(seen).toMatchObject({ watermark: WATERMARK, codeStatus: 'ENABLE', approvalFlows: [] });
  const before = Date.now();
  await own.sender.call(revokeTask, { planId: taskId, reason: '条款有误' });
  const { endedTime, endReason, revokeReason } = await own.outside.call(getTask, { planId: taskId });
  expect([endReason, revokeReason]).toEqual(['WITHDRAWN', '条款有误']);
  expect(Math.abs(endedTime! - before)).toBeLessThan(60_000);
});

it('a task without watermark and code says so, also where the sender turned one off again', async () => {
  const own = await firm(1);
  const plan = await planOf(own, { watermark: WATERMARK });
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  expect(await own.sender.call(getTask, { planId: taskId })).toMatchObject({
    watermark: null,
    codeStatus: 'DISABLE',
    approvalFlows: [],
  });
});
