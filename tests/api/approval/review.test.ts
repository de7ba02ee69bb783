import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addApprover,
  decideApproval,
  deleteApproval,
  getApproval,
  listApprovals,
  transferApproval,
  urgeApproval,
  withdrawApproval,
} from '#core/approval/calls.ts';
import { countApprovals } from '#core/approval/count-calls.ts';
import { removePerson } from '#core/company/calls.ts';
import { getCredits } from '#core/credit/calls.ts';
import { downloadDocument, getTask, rejectTask, revokeTask, sendTask, urgeTask } from '#core/task/calls.ts';
import { listDrafts } from '#core/task/draft-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { approval, placement, task } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  decideAs,
  enableFlow,
  type Firm,
  firm,
  flowOf,
  node,
  once,
  planOf,
} from '#tests/fixtures/approvals.ts';
import { sign, signBeside } from '#tests/fixtures/contracts.ts';
import { allMessages, sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { addMember, database, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

let world: Firm;
beforeAll(async () => {
  world = await firm(2);
  const [first, second] = world.approverPeople;
  await enableFlow(world.admin, flowOf([node([first!.id]), node([second!.id])]));
});

const status = async (client: ApiClient, taskId: string) => {
  const { status, endReason } = await client.call(getTask, { planId: taskId });
  return endReason ?? status;
};
const reserved = async () => (await world.admin.call(getCredits, {})).reserved;
const events = async (client: ApiClient, taskId: string) =>
  (await trailEntries(client, taskId)).map(({ event }) => event);
const noticesOf = async (client: ApiClient, keyword: string, category: 'approval' | 'contract') =>
  (await sentNotices(client, { keyword, normalMessageCategory: category })).records;
const stateOf = async (taskId: string) =>
  (await database().select().from(approval).where(eq(approval.subjectId, taskId)))[0]!.state;
const draftsOf = async (client: ApiClient) =>
  (await client.call(listDrafts, { size: 50 })).records.map(({ draftId }) => draftId);

describe('a task that needs approval', () => {
  it('[4.10a] [4.10b] [4.10c] [2.23a] is sent by the yes of all steps, and hidden until then', async () => {
    const { sender, outside, approvers, outsidePerson } = world;
    const [first, second] = approvers as [ApiClient, ApiClient];
    const before = await reserved();
    const plan = await planOf(world);
    const { planId: taskId, status: sent } = await sender.call(sendTask, plan, once());
    expect(sent).toBe('REVIEWING');
    await runJobs();
    expect(await reserved()).toBe(before + 1);
    // Nobody outside is told or finds it, and nobody inside whose turn it is not.
    expect(await refusal(outside, getTask, { planId: taskId })).toBe('NOT_FOUND');
    expect((await outside.call(listTasks, { box: 'all' })).total).toBe(0);
    expect(await noticesOf(outside, plan.taskName, 'contract')).toEqual([]);
    const messages = await allMessages();
    expect(messages.filter(({ target }) => target.includes(outsidePerson.mobile))).toEqual([]);
    expect(await refusal(second, getTask, { planId: taskId })).toBe('NOT_FOUND');
    expect(await refusal(second, getApproval, { planId: taskId })).toBe('NOT_FOUND');
    expect(await noticesOf(second, plan.taskName, 'approval')).toEqual([]);
    // The first approver is told, finds it, and reads the task with its file.
    expect((await noticesOf(first, plan.taskName, 'approval')).map(({ planId: id }) => id)).toEqual([taskId]);
    const listed = (await first.call(listApprovals, { box: 'toDecide' })).records;
    expect(listed.map(({ planId: id, actions }) => [id, actions])).toEqual([[taskId, ['decide']]]);
    expect((await first.call(countApprovals, {})).toDecide).toBe(1);
    expect((await first.call(getTask, { planId: taskId })).label).toBe('REVIEWING');
    expect(
      (await first.download(downloadDocument, { planId: taskId, fileIndex: 0, purpose: 'view' })).bytes
        .length,
    ).toBeGreaterThan(1_000);
    const shown = await first.call(getApproval, { planId: taskId });
    expect(shown.steps.map(({ state }) => state)).toEqual(['IN_PROGRESS', 'NOT_STARTED']);

    expect((await decideAs(first, taskId, 'PASS', '同意，价格合理')).state).toBe('REVIEWING');
    expect((await first.call(listApprovals, { box: 'toDecide' })).total).toBe(0);
    expect((await first.call(listApprovals, { box: 'decided' })).total).toBe(1);
    // Who decided still reads it.
    expect((await first.call(getTask, { planId: taskId })).label).toBe('REVIEWING');
    const then = await second.call(getApproval, { planId: taskId });
    expect(then.steps.map(({ state }) => state)).toEqual(['REVIEWED', 'IN_PROGRESS']);
    expect(then.steps[0]!.approvers[0]).toMatchObject({ decision: 'PASS', words: '同意，价格合理' });
    expect((await decideAs(second, taskId, 'PASS')).state).toBe('APPROVED');
    await runJobs();
    expect(await status(sender, taskId)).toBe('IN_PROGRESS');
    expect((await outside.call(listTasks, { box: 'pending' })).records.map((row) => row.planId)).toEqual([
      taskId,
    ]);
    expect((await noticesOf(outside, plan.taskName, 'contract')).length).toBe(1);
    expect((await noticesOf(sender, plan.taskName, 'approval')).length).toBe(1);
    expect(await draftsOf(sender)).not.toContain(plan.draftId);
  });

  it('[4.1c] traces who decided as what, at which node, on what; words stay among colleagues', async () => {
    const { sender, approvers, outside, approverPeople } = world;
    const { planId: taskId } = await sender.call(sendTask, await planOf(world), once());
    const { approvalId, digest } = await approvers[0]!.call(getApproval, { planId: taskId });
    await decideAs(approvers[0]!, taskId, 'PASS', '底价可以再谈');
    await decideAs(approvers[1]!, taskId, 'PASS');
    expect(await events(sender, taskId)).toEqual([
      'INITIATED',
      'SENT_FOR_REVIEW',
      'REVIEWED',
      'REVIEWED',
      'REVIEW_PASSED',
      'STARTED',
    ]);
    const entries = await trailEntries(outside, taskId);
    expect(await firstBrokenLink(entries)).toBeNull();
    expect(entries[2]).toMatchObject({
      operator: approverPeople[0]!.name,
      evidence: { approved: digest, decision: 'PASS', node: '节点1', role: 'APPROVER' },
    });
    expect(JSON.stringify(entries)).not.toContain('底价');
    const bound = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(`${approvalId}\n底价可以再谈`),
    );
    expect(entries[2]!.evidence.words).toBe(Buffer.from(bound).toString('hex'));
  });

  it.each([
    ['REJECT', 'REJECTED'],
    ['RETURN', 'RETURNED'],
  ] as const)('ends by %s, and its draft and its copy are the sender’s again', async (decision, state) => {
    const { sender, approvers, outside } = world;
    const plan = await planOf(world);
    const before = await reserved();
    const { planId: taskId } = await sender.call(sendTask, plan, once());
    const { approvalId, digest } = await approvers[0]!.call(getApproval, { planId: taskId });
    expect(await refusal(approvers[0]!, decideApproval, { approvalId, digest, decision, words: ' ' })).toBe(
      'INPUT_INVALID',
    );
    expect((await decideAs(approvers[0]!, taskId, decision, '付款条件要改')).state).toBe(state);
    await runJobs();
    expect(await status(sender, taskId)).toBe('REVIEW_FAILED');
    expect((await sender.call(getTask, { planId: taskId })).rejectReason).toBe('付款条件要改');
    expect(await reserved()).toBe(before);
    expect(await draftsOf(sender)).toContain(plan.draftId);
    expect((await events(sender, taskId)).slice(-2)).toEqual(['REVIEWED', 'REVIEW_FAILED']);
    expect((await noticesOf(sender, plan.taskName, 'approval'))[0]!.subject).toContain('付款条件要改');
    expect(await refusal(outside, getTask, { planId: taskId })).toBe('NOT_FOUND');

    // Asked for again it is another task and another approval, which shows what changed.
    const again = { ...plan, taskName: `${plan.taskName} 修订` };
    const { planId: next } = await sender.call(sendTask, again, once());
    const shown = await approvers[0]!.call(getApproval, { planId: next });
    expect(shown.beforeId).toBe(approvalId);
    expect(shown.changes).toContainEqual({ change: 'NAME', subject: plan.taskName });
    expect(shown.changes.map(({ change }) => change)).not.toContain('FILE_CHANGED');
    expect(await stateOf(taskId)).toBe(state);
    await sender.call(withdrawApproval, { approvalId: shown.approvalId }, once());
  });

  it('is taken back by its sender alone, by either call, and can be deleted once it ended', async () => {
    const { sender, approvers } = world;
    for (const way of ['withdraw', 'revoke'] as const) {
      const plan = await planOf(world);
      const before = await reserved();
      const { planId: taskId } = await sender.call(sendTask, plan, once());
      const { approvalId } = await sender.call(getApproval, { planId: taskId });
      expect(await refusal(approvers[0]!, withdrawApproval, { approvalId })).toBe('NO_PERMISSION');
      expect(await refusal(sender, deleteApproval, { approvalId })).toBe('APPROVAL_RUNNING');
      if (way === 'withdraw') await sender.call(withdrawApproval, { approvalId }, once());
      else await sender.call(revokeTask, { planId: taskId, reason: '不签了' }, once());
      expect(await stateOf(taskId)).toBe('WITHDRAWN');
      expect(await status(sender, taskId)).toBe(way === 'withdraw' ? 'REVIEW_FAILED' : 'WITHDRAWN');
      expect(await reserved()).toBe(before);
      expect(await draftsOf(sender)).toContain(plan.draftId);
      expect(await refusal(approvers[0]!, getTask, { planId: taskId })).toBe('NOT_FOUND');
      const mine = async () =>
        (await sender.call(listApprovals, { box: 'submitted', size: 50 })).records.map(
          (one) => one.approvalId,
        );
      expect(await mine()).toContain(approvalId);
      await sender.call(deleteApproval, { approvalId });
      expect(await mine()).not.toContain(approvalId);
      expect((await events(sender, taskId)).length).toBeGreaterThan(2);
    }
  });
});

describe('no way round', () => {
  it('lets nobody sign, refuse or urge while it is under review', async () => {
    const { ent, admin, boss, sender, approvers, outside } = world;
    const plan = await planOf(world);
    // One of the firm itself is to sign, too, with its seal.
    const own = { ...plan.planSendSignatoryOrderVOList[0]!, signatoryId: plan.draftId };
    const { planId: taskId } = await sender.call(
      sendTask,
      {
        ...plan,
        planSendSignatoryOrderVOList: [
          ...plan.planSendSignatoryOrderVOList,
          {
            ...own,
            userName: boss.name,
            mobile: boss.mobile,
            signatoryType: 'ENTERPRISE',
            entId: ent.id,
            entName: ent.name,
          },
        ],
        placementList: [
          ...plan.placementList!,
          { ...plan.placementList![0]!, placementId: plan.draftId, signatoryId: plan.draftId, x: 120 },
        ],
      },
      once(),
    );
    await expect(sign(admin, taskId)).rejects.toThrow('409270');
    await expect(sign(approvers[0]!, taskId)).rejects.toThrow('409270');
    await expect(signBeside(outside, taskId)).rejects.toThrow('404000');
    expect(await refusal(admin, rejectTask, { planId: taskId, reason: '不' })).toBe('TASK_REVIEWING');
    expect(await refusal(sender, urgeTask, { planId: taskId })).toBe('TASK_REVIEWING');
    expect(await refusal(sender, sendTask, plan)).toBe('DRAFT_ALREADY_SENT');
    expect(await status(admin, taskId)).toBe('REVIEWING');
    await sender.call(revokeTask, { planId: taskId, reason: '试验' }, once());
  });

  it('is decided by whose turn it is alone, once, and on what was shown', async () => {
    const { sender, approvers, admin, outside } = world;
    const [first, second] = approvers as [ApiClient, ApiClient];
    const { planId: taskId } = await sender.call(sendTask, await planOf(world), once());
    const { approvalId, digest } = await first.call(getApproval, { planId: taskId });
    const yes = { approvalId, digest, decision: 'PASS' as const, words: '' };
    expect(await refusal(sender, decideApproval, yes)).toBe('APPROVAL_NOT_YOUR_TURN');
    expect(await refusal(admin, decideApproval, yes)).toBe('APPROVAL_NOT_YOUR_TURN');
    expect(await refusal(second, decideApproval, yes)).toBe('NOT_FOUND');
    expect(await refusal(outside, decideApproval, yes)).toBe('SWITCH_TO_ENTERPRISE');
    expect(await refusal(first, decideApproval, { ...yes, digest: 'a'.repeat(64) })).toBe('APPROVAL_CHANGED');
    const twice = await Promise.all([
      refusal(first, decideApproval, yes),
      refusal(first, decideApproval, { ...yes, decision: 'REJECT', words: '不' }),
    ]);
    expect(twice.filter((code) => code === 'OK')).toHaveLength(1);
    expect(['APPROVAL_NOT_YOUR_TURN', 'APPROVAL_CLOSED']).toContain(twice.find((code) => code !== 'OK'));
  });

  it('holds for exactly what was shown: changed behind its back, the yes is void', async () => {
    const { sender, approvers, outside } = world;
    const plan = await planOf(world);
    const { planId: taskId } = await sender.call(sendTask, plan, once());
    await decideAs(approvers[0]!, taskId, 'PASS');
    await database().update(placement).set({ x: 77 }).where(eq(placement.taskId, taskId));
    expect((await decideAs(approvers[1]!, taskId, 'PASS')).state).toBe('VOIDED');
    expect(await status(sender, taskId)).toBe('REVIEW_FAILED');
    expect(await draftsOf(sender)).toContain(plan.draftId);
    expect(await refusal(outside, getTask, { planId: taskId })).toBe('NOT_FOUND');
  });

  it('ends with its deadline, and the draft and the copy are there again', async () => {
    const { sender, approvers } = world;
    const plan = await planOf(world);
    const before = await reserved();
    const { planId: taskId } = await sender.call(sendTask, plan, once());
    const { approvalId, digest } = await approvers[0]!.call(getApproval, { planId: taskId });
    await database()
      .update(task)
      .set({ deadline: Date.now() - 1 })
      .where(eq(task.id, taskId));
    await runJobs();
    expect(await status(sender, taskId)).toBe('EXPIRED');
    expect(await stateOf(taskId)).toBe('EXPIRED');
    expect(await reserved()).toBe(before);
    expect(await draftsOf(sender)).toContain(plan.draftId);
    expect(
      await refusal(approvers[0]!, decideApproval, { approvalId, digest, decision: 'PASS', words: '' }),
    ).toBe('APPROVAL_CLOSED');
    expect(await refusal(approvers[0]!, getTask, { planId: taskId })).toBe('NOT_FOUND');
  });

  it('freezes at once when it is passed while an enterprise that has to sign is disabled', async () => {
    const { sender, approvers } = world;
    const other = await firm(0);
    const plan = await planOf(world);
    const to = plan.planSendSignatoryOrderVOList[0]!;
    const { planId: taskId } = await sender.call(
      sendTask,
      {
        ...plan,
        planSendSignatoryOrderVOList: [
          {
            ...to,
            signatoryType: 'ENTERPRISE',
            entId: other.ent.id,
            entName: other.ent.name,
            userName: other.boss.name,
            mobile: other.boss.mobile,
          },
        ],
      },
      once(),
    );
    await decideAs(approvers[0]!, taskId, 'PASS');
    await setCompany(other.ent, { businessStatus: 'DISABLE' });
    await decideAs(approvers[1]!, taskId, 'PASS');
    await runJobs();
    expect(await status(sender, taskId)).toBe('FROZEN');
    expect(await events(sender, taskId)).toContain('FROZEN');
  });
});

describe('who decides', () => {
  it('hands on to a colleague, and adds one before and after', async () => {
    const { ent, sender, approvers, approverPeople, outsidePerson } = world;
    const [first, second] = approvers as [ApiClient, ApiClient];
    const secondPerson = approverPeople[1]!;
    const { planId: taskId } = await sender.call(sendTask, await planOf(world), once());
    const { approvalId } = await first.call(getApproval, { planId: taskId });
    expect(await refusal(first, transferApproval, { approvalId, to: outsidePerson.id })).toBe(
      'APPROVAL_NOT_A_COLLEAGUE',
    );
    expect(await refusal(first, transferApproval, { approvalId, to: world.senderPerson.id })).toBe(
      'APPROVAL_OWN',
    );
    expect(ent.id).not.toBe('');
    await first.call(addApprover, { approvalId, who: world.boss.id, where: 'BEFORE' }, once());
    expect(await refusal(first, getTask, { planId: taskId })).toBe('NOT_FOUND');
    await decideAs(world.admin, taskId, 'PASS');
    await first.call(addApprover, { approvalId, who: world.boss.id, where: 'AFTER' }, once());
    await first.call(transferApproval, { approvalId, to: secondPerson.id }, once());
    expect(await refusal(first, getApproval, { approvalId })).toBe('NOT_FOUND');
    const steps = async () =>
      (await sender.call(getApproval, { approvalId })).steps.map(({ state }) => state);
    expect(await steps()).toEqual(['REVIEWED', 'IN_PROGRESS', 'NOT_STARTED', 'NOT_STARTED']);
    await decideAs(second, taskId, 'PASS');
    await decideAs(world.admin, taskId, 'PASS');
    expect((await decideAs(second, taskId, 'PASS')).state).toBe('APPROVED');
  });

  it('reminds once in ten minutes', async () => {
    const { sender, approvers } = world;
    const plan = await planOf(world);
    const { planId: taskId } = await sender.call(sendTask, plan, once());
    const { approvalId } = await sender.call(getApproval, { planId: taskId });
    expect((await sender.call(urgeApproval, { approvalId })).urged).toBe(1);
    expect(await refusal(sender, urgeApproval, { approvalId })).toBe('URGED_TOO_OFTEN');
    expect(await refusal(approvers[0]!, urgeApproval, { approvalId })).toBe('NO_PERMISSION');
    await runJobs();
    expect(await noticesOf(approvers[0]!, plan.taskName, 'approval')).toHaveLength(2);
  });

  it('is an administrator if the approver left the enterprise', async () => {
    const own = await firm(1);
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const { planId: taskId } = await own.sender.call(sendTask, await planOf(own), once());
    await own.admin.call(removePerson, { userId: own.approverPeople[0]!.id }, once());
    await runJobs();
    expect(
      (await own.admin.call(listApprovals, { box: 'toDecide' })).records.map((one) => one.planId),
    ).toEqual([taskId]);
    expect((await decideAs(own.admin, taskId, 'PASS')).state).toBe('APPROVED');
  });

  it('waits, STUCK, while nobody can decide, and continues when somebody can', async () => {
    const own = await firm(1);
    // The administrator sends, so that nobody is left to take the approver's place.
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const { planId: taskId } = await own.admin.call(
      sendTask,
      await planOf({ ...own, sender: own.admin }),
      once(),
    );
    await own.admin.call(removePerson, { userId: own.approverPeople[0]!.id }, once());
    await runJobs();
    const shown = await own.admin.call(getApproval, { planId: taskId });
    expect(shown).toMatchObject({ stuck: true, waitingFor: [], state: 'REVIEWING' });
    expect(
      await refusal(own.admin, decideApproval, {
        approvalId: shown.approvalId,
        digest: shown.digest,
        decision: 'PASS',
        words: '',
      }),
    ).toBe('APPROVAL_NOT_YOUR_TURN');
    const deputy = await newPerson();
    await addMember(own.ent, deputy, ['BUSINESS_ADMIN']);
    await runJobs();
    expect((await decideAs(await signedIn(deputy, own.ent), taskId, 'PASS')).state).toBe('APPROVED');
  });

  it('is reminded when the time is over, then the administrators as well, or it ends', async () => {
    const own = await firm(1);
    const approver = own.approverPeople[0]!.id;
    for (const [late, state] of [
      ['REMIND', 'REVIEWING'],
      ['ESCALATE', 'REVIEWING'],
      ['END', 'EXPIRED'],
    ] as const) {
      const chosen = await enableFlow(
        own.admin,
        flowOf([node([approver], { hours: 1, late })], { applies: 'CHOSEN' }),
      );
      const plan = await planOf(own, { examineProcessId: chosen });
      const { planId: taskId } = await own.sender.call(sendTask, plan, once());
      const [row] = await database().select().from(approval).where(eq(approval.subjectId, taskId));
      const past = Date.now() - 2 * 3_600_000;
      await database()
        .update(approval)
        .set({ dueAt: past, steps: row!.steps.map((step) => ({ ...step, startedAt: past })) })
        .where(and(eq(approval.id, row!.id)));
      await runJobs();
      await runJobs();
      const shown = await own.sender.call(getApproval, { planId: taskId });
      expect([late, shown.state]).toEqual([late, state]);
      const asked = shown.steps[0]!.approvers.map(({ accountId }) => accountId);
      expect(asked).toEqual(late === 'ESCALATE' ? [approver, own.boss.id] : [approver]);
      const told = await noticesOf(own.approvers[0]!, plan.taskName, 'approval');
      expect(told).toHaveLength(late === 'END' ? 1 : 2);
    }
  });
});
