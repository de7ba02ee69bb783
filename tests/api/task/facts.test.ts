import { expect, it } from 'vitest';
import { getPlan, revokePlan, sendPlan } from '#core/task/calls.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';

const WATERMARK = { text: '仅供采购', fontSize: 24, ratation: -30, opacity: 25 };

it('a task tells how it is marked, by which flow it was approved and when it was taken back; others never by which flow', async () => {
  const own = await firm(1);
  const flow = flowOf([node([own.approverPeople[0]!.id])]);
  await enableFlow(own.admin, flow);
  const plan = await planOf(own, {
    watermarkState: 'ENABLE',
    watermark: WATERMARK,
    codeStatus: 'ENABLE',
  });
  const { planId } = await own.sender.call(sendPlan, plan, once());
  const waiting = await own.sender.call(getPlan, { planId });
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
  await decideAs(own.approvers[0]!, planId, 'PASS');
  const seen = await own.outside.call(getPlan, { planId });
  expect(seen).toMatchObject({ watermark: WATERMARK, codeStatus: 'ENABLE', approvalFlows: [] });
  const before = Date.now();
  await own.sender.call(revokePlan, { planId, reason: '条款有误' });
  const { endedTime, endReason, revokeReason } = await own.outside.call(getPlan, { planId });
  expect([endReason, revokeReason]).toEqual(['WITHDRAWN', '条款有误']);
  expect(Math.abs(endedTime! - before)).toBeLessThan(60_000);
});

it('a task without watermark and code says so, also where its sender filled in a watermark and turned it off', async () => {
  const own = await firm(1);
  const plan = await planOf(own, { watermark: WATERMARK });
  const { planId } = await own.sender.call(sendPlan, plan, once());
  expect(await own.sender.call(getPlan, { planId })).toMatchObject({
    watermark: null,
    codeStatus: 'DISABLE',
    approvalFlows: [],
  });
});
