import { expect, it } from 'vitest';
import {
  type ApprovalRow,
  getApproval,
  listApprovals,
  PASSED_AT_ONCE,
  passApprovals,
  transferApproval,
} from '#core/approval/calls.ts';
import { getAuthUrl } from '#core/approval/external-calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';

it('200 are approved by four calls, contracts among them: each counts once, also if repeated', async () => {
  const own = await firm(1);
  const [approver] = own.approverPeople;
  const [client] = own.approvers;
  await enableFlow(own.admin, flowOf([node([approver!.id])], { subjects: ['TASK', 'EXTERNAL'] }));
  const plans: string[] = [];
  for (let i = 0; i < 8; i++) plans.push((await own.sender.call(sendTask, await planOf(own), once())).planId);
  for (let from = 0; from < 192; from += 16)
    await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        own.sender.call(getAuthUrl, { businessId: `FK-${from + i}`, businessName: `付款 ${from + i}` }),
      ),
    );
  const rows: ApprovalRow[] = [];
  for (let current = 1; current <= 4; current++)
    rows.push(...(await client!.call(listApprovals, { box: 'toDecide', size: 50, current })).records);
  expect(rows).toHaveLength(200);

  const inputs = Array.from({ length: 4 }, (_, i) => ({
    approvals: rows
      .slice(i * PASSED_AT_ONCE, (i + 1) * PASSED_AT_ONCE)
      .map(({ approvalId, digest }) => ({ approvalId, digest })),
    words: '同意',
  }));
  for (const input of inputs) {
    const { results } = await client!.call(passApprovals, input);
    expect(results).toEqual(
      input.approvals.map(({ approvalId }) => ({ approvalId, passed: true, message: '' })),
    );
  }
  // The answer was lost, and the page asks again.
  const again = await client!.call(passApprovals, inputs[0]!);
  expect(again.results.every(({ passed }) => passed)).toBe(true);
  expect((await client!.call(listApprovals, { box: 'toDecide' })).total).toBe(0);
  expect((await client!.call(listApprovals, { box: 'decided' })).total).toBe(200);
  for (const taskId of plans)
    expect((await own.sender.call(getTask, { planId: taskId })).status).toBe('IN_PROGRESS');
  const { steps } = await client!.call(getApproval, { planId: plans[0]! });
  expect(steps.flatMap(({ approvers }) => approvers)).toMatchObject([{ decision: 'PASS', words: '同意' }]);
});

it('of several one that cannot be passed leaves the others, and says why', async () => {
  const own = await firm(2);
  const [first, second] = own.approverPeople;
  const [client, other] = own.approvers;
  await enableFlow(own.admin, flowOf([node([first!.id])]));
  const sent: string[] = [];
  for (let i = 0; i < 5; i++) sent.push((await own.sender.call(sendTask, await planOf(own), once())).planId);
  const asked = await Promise.all(sent.map((taskId) => client!.call(getApproval, { planId: taskId })));
  const [good, changed, ended, handed, last] = asked.map(({ approvalId, digest }) => ({
    approvalId,
    digest,
  }));
  await decideAs(client!, sent[2]!, 'REJECT', '不行');
  await client!.call(transferApproval, { approvalId: handed!.approvalId, to: second!.id }, once());
  const { results } = await client!.call(passApprovals, {
    approvals: [
      good!,
      { ...changed!, digest: 'a'.repeat(64) },
      ended!,
      handed!,
      { ...good!, approvalId: 'z'.repeat(24) },
      last!,
    ],
    words: '',
  });
  expect(results.map(({ passed }) => passed)).toEqual([true, false, false, false, false, true]);
  expect(results.map(({ message }) => message)).toEqual([
    '',
    expect.stringContaining('不一致'),
    expect.stringContaining('已经结束'),
    // Handed on, or none of theirs.
    expect.stringContaining('没有找到'),
    expect.stringContaining('没有找到'),
    '',
  ]);
  const states = await Promise.all(
    sent.map(async (taskId) => (await own.sender.call(getTask, { planId: taskId })).status),
  );
  expect(states).toEqual(['IN_PROGRESS', 'REVIEWING', 'ENDED', 'REVIEWING', 'IN_PROGRESS']);
  expect(await refusal(own.outside, passApprovals, { approvals: [changed!], words: '' })).toBe(
    'SWITCH_TO_ENTERPRISE',
  );
  const foreign = await other!.call(passApprovals, { approvals: [changed!], words: '' });
  expect(foreign.results[0]!.passed).toBe(false);
});
