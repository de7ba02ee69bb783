import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { decideApproval, getApproval, listApprovals } from '#core/approval/calls.ts';
import { saveSubstitute } from '#core/approval/flow-calls.ts';
import { getSealUses, requestSealUse } from '#core/approval/seal-calls.ts';
import type { Call, InputOf } from '#core/call.ts';
import { removePerson } from '#core/company/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { getTask, rejectTask, sendTask } from '#core/task/calls.ts';
import { account, approvalSubstitute, task } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
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
import { enterpriseSigner, personSigner, seenIn, sign, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { database, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { askForApproval, grantTo, type SealingFirm, sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { loggedIn, signedIn } from '#tests/fixtures/sign-in.ts';

const YES = { decision: 'PASS' as const, words: '' };
const shownTo = async (client: ApiClient, taskId: string) => {
  const { approvalId, digest } = await client.call(getApproval, { planId: taskId });
  return { approvalId, digest };
};
/** How the approval and the contract stand. */
const standing = async (client: ApiClient, taskId: string) => {
  const { state, stuck, waitingFor } = await client.call(getApproval, { planId: taskId });
  const { status, endReason } = await client.call(getTask, { planId: taskId });
  return { state, stuck, waitingFor, task: endReason ?? status };
};
const send = async (own: Firm, change: Parameters<typeof planOf>[1] = {}) => {
  const plan = await planOf(own, change);
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  return { planId: taskId, name: plan.taskName };
};
/** What somebody is told of an approval, the last first. */
const told = async (client: ApiClient, keyword: string) =>
  (await sentNotices(client, { keyword, normalMessageCategory: 'approval' })).records.map((one) =>
    one.subject.replace('【Signet】', ''),
  );
/** The one sentence of a refusal. */
const sentence = async <C extends Call>(client: ApiClient, call: C, input: InputOf<C>) =>
  (await client.envelope(call, input)).message;

/** Asks for the use of the firm's seal at its own places of a contract that others sign, too. */
const ask = async ({ operator, stampId }: SealingFirm, taskId: string) => {
  const { client } = operator;
  const { placements, signerList } = await client.call(getTask, { planId: taskId });
  const mine = signerList.find((one) => one.mine)!.signerId;
  const fillings = placements
    .filter(({ signerId }) => signerId === mine)
    .map(({ placementId }) => ({ placementId, sealId: stampId }));
  const seen = await seenIn(client, taskId);
  return client.call(requestSealUse, { planId: taskId, seen, fillings, reason: '采购' }, once());
};

describe('what goes wrong while a contract is approved has one state and one sentence', () => {
  it('an approver leaves: the administrators are asked instead', async () => {
    const own = await firm(1);
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const { planId: taskId, name } = await send(own);
    await own.admin.call(removePerson, { userId: own.approverPeople[0]!.id }, once());
    await runJobs();
    expect(await standing(own.sender, taskId)).toEqual({
      ...{ state: 'REVIEWING', stuck: false, waitingFor: [own.boss.name], task: 'REVIEWING' },
    });
    expect(await told(own.admin, name)).toEqual([`${own.senderPerson.name} 提交的“${name}”需要您审批。`]);
  });

  it('an approver’s account is disabled: administrators, or a joint step’s others, are asked', async () => {
    const own = await firm(3);
    const [gone, other, third] = own.approverPeople.map(({ id }) => id) as [string, string, string];
    await enableFlow(own.admin, flowOf([node([gone]), node([other, third], { mode: 'JOINT' })]));
    const { planId: taskId, name } = await send(own);
    await database().update(account).set({ status: 'DISABLE' }).where(eq(account.id, gone));
    await runJobs();
    expect((await standing(own.sender, taskId)).waitingFor).toEqual([own.boss.name]);
    expect(await told(own.admin, name)).toEqual([`${own.senderPerson.name} 提交的“${name}”需要您审批。`]);
    await decideAs(own.admin, taskId, 'PASS');
    await decideAs(own.approvers[1]!, taskId, 'PASS');
    await database().update(account).set({ status: 'DISABLE' }).where(eq(account.id, third));
    await runJobs();
    // Who left takes no yes with them: one of the administrators is asked for it.
    expect(await standing(own.sender, taskId)).toEqual({
      ...{ state: 'REVIEWING', stuck: false, waitingFor: [own.boss.name], task: 'REVIEWING' },
    });
    expect((await decideAs(own.admin, taskId, 'PASS')).state).toBe('APPROVED');
  });

  it('the sender is the approver: their own approval counts only if the flow allows it', async () => {
    const own = await firm(0);
    const alone = node([own.senderPerson.id], { name: '经办人' });
    await enableFlow(own.admin, flowOf([alone], { applies: 'ALWAYS', when: { businessTypes: ['LEASE'] } }));
    expect(await sentence(own.sender, sendTask, await planOf(own, { businessType: 'LEASE' }))).toBe(
      '审批节点“经办人”没有可以审批的人，未能提交。请联系企业管理员调整审批流程或人员。',
    );
    const allowed = await enableFlow(
      own.admin,
      flowOf([{ ...alone, ownAllowed: true }], { applies: 'CHOSEN' }),
    );
    const { planId: taskId } = await send(own, { examineProcessId: allowed });
    expect(await standing(own.sender, taskId)).toEqual({
      ...{ state: 'REVIEWING', stuck: false, waitingFor: [own.senderPerson.name], task: 'REVIEWING' },
    });
    expect((await decideAs(own.sender, taskId, 'PASS')).state).toBe('APPROVED');
  });

  it('two approvers decide in one second: of a yes and a no one counts, of a joint step both do', async () => {
    const own = await firm(2);
    const [one, other] = own.approvers as [ApiClient, ApiClient];
    const people = own.approverPeople.map(({ id }) => id);
    const [single, joint] = [
      await enableFlow(own.admin, flowOf([node(people)], { applies: 'CHOSEN' })),
      await enableFlow(own.admin, flowOf([node(people, { mode: 'JOINT' })], { applies: 'CHOSEN' })),
    ];
    const first = await send(own, { examineProcessId: single });
    const shown = await shownTo(one, first.planId);
    const answers = await Promise.all([
      one.envelope(decideApproval, { ...shown, ...YES }),
      other.envelope(decideApproval, { ...shown, decision: 'REJECT', words: '不同意' }),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.find(({ code }) => code !== 200)!.message).toBe('该审批已经结束，请刷新查看结果。');
    const passed = answers[0]!.code === 200;
    expect(await standing(own.sender, first.planId)).toMatchObject({
      state: passed ? 'APPROVED' : 'REJECTED',
      task: passed ? 'IN_PROGRESS' : 'REVIEW_FAILED',
    });
    const second = await send(own, { examineProcessId: joint });
    const both = await shownTo(one, second.planId);
    const yeses = await Promise.all(
      [one, other].map((client) => client.envelope(decideApproval, { ...both, ...YES }, once())),
    );
    expect(yeses.map(({ code }) => code)).toEqual([200, 200]);
    expect(await standing(own.sender, second.planId)).toMatchObject({
      state: 'APPROVED',
      task: 'IN_PROGRESS',
    });
  });

  it('a flow has nobody who could approve: nothing is sent, and the node is named', async () => {
    const own = await firm(0);
    const nobody = { approvers: { by: 'SEAL_KEEPER' as const }, name: '印章管理' };
    await enableFlow(own.admin, flowOf([nobody]));
    const plan = await planOf(own);
    expect(await sentence(own.sender, sendTask, plan)).toBe(
      '审批节点“印章管理”没有可以审批的人，未能提交。请联系企业管理员调整审批流程或人员。',
    );
    expect(await database().select().from(task).where(eq(task.draftId, plan.draftId!))).toEqual([]);
  });

  it('substitutes in a circle are refused; of two written at once, each decides themself', async () => {
    const own = await firm(3);
    const ids = own.approverPeople.map(({ id }) => id) as [string, string, string];
    const [from, toAt] = [Date.now() - 1_000, Date.now() + 86_400_000];
    const name = (i: number, substituteId: string) =>
      own.approvers[i]!.call(saveSubstitute, { substituteId, from, to: toAt });
    await name(0, ids[1]);
    await name(1, ids[2]);
    expect(await sentence(own.approvers[2]!, saveSubstitute, { substituteId: ids[0], from, to: toAt })).toBe(
      '对方的审批已（间接）由您代为处理，不能互相代理，请选择其他人。',
    );
    await enableFlow(own.admin, flowOf([node([ids[0]])]));
    const before = await send(own);
    expect((await standing(own.sender, before.planId)).waitingFor).toEqual([own.approverPeople[2]!.name]);
    // Written behind the check, as by two at the same instant.
    await database()
      .insert(approvalSubstitute)
      .values({ enterpriseId: own.ent.id, accountId: ids[2], substituteId: ids[0], fromAt: from, toAt });
    const { planId: taskId } = await send(own);
    await runJobs();
    expect(await standing(own.sender, taskId)).toEqual({
      ...{ state: 'REVIEWING', stuck: false, waitingFor: [own.approverPeople[0]!.name], task: 'REVIEWING' },
    });
    expect((await decideAs(own.approvers[0]!, taskId, 'PASS')).state).toBe('APPROVED');
  });

  it('the deadline passes during the approval: both expire, and the sender is notified', async () => {
    const own = await firm(1);
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const { planId: taskId, name } = await send(own);
    const shown = await shownTo(own.approvers[0]!, taskId);
    const past = Date.now() - 1;
    await database().update(task).set({ deadline: past }).where(eq(task.id, taskId));
    await runJobs();
    expect(await standing(own.sender, taskId)).toEqual({
      ...{ state: 'EXPIRED', stuck: false, waitingFor: [], task: 'EXPIRED' },
    });
    expect(await told(own.sender, name)).toEqual([
      `“${name}”超过期限未审批，已结束。草稿已恢复，可重新提交。`,
    ]);
    expect(await sentence(own.admin, decideApproval, { ...shown, ...YES })).toBe(
      '该审批已经结束，请刷新查看结果。',
    );
  });

  it('a use of seals is refused after the first signature: it stays and the contract waits', async () => {
    const own = await sealingFirm();
    await grantTo(own.admin, own.stampId, [own.boss, own.operator.person]);
    await askForApproval(own.admin, own.stampId);
    const { client, person } = own.operator;
    const other = await newPerson({ signPassword: DEMO.signPassword });
    const [outside, signers] = [
      await signedIn(other),
      [
        personSigner({ realName: other.name, mobile: other.mobile }),
        enterpriseSigner(own.ent, { realName: person.name, mobile: person.mobile }, 2),
      ],
    ];
    const plan = await taskToSend(client, signers);
    const { planId: taskId } = await client.call(sendTask, plan, once());
    await sign(outside, taskId);
    const { approvalId } = await ask(own, taskId);
    const { digest } = await own.admin.call(getApproval, { approvalId });
    const no = { approvalId, digest, decision: 'REJECT' as const, words: '金额有误' };
    expect((await own.admin.call(decideApproval, no, once())).state).toBe('REJECTED');
    await runJobs();
    const { status, signerList } = await client.call(getTask, { planId: taskId });
    expect([status, signerList.map((one) => one.status).toSorted()]).toEqual([
      'IN_PROGRESS',
      ['SIGNED', 'SIGNING'],
    ]);
    expect((await client.call(getSealUses, { planId: taskId })).use).toMatchObject({
      state: 'REFUSED',
      words: '金额有误',
    });
    expect(await told(client, plan.taskName)).toEqual([
      `${own.boss.name} 驳回了“${plan.taskName}”的用印申请：金额有误。可修改后重新申请。`,
    ]);
    // The contract itself is refused: what is asked for again lapses with it.
    await ask(own, taskId);
    await client.call(rejectTask, { planId: taskId, reason: '不再签署' });
    await runJobs();
    expect((await own.admin.call(listApprovals, { box: 'toDecide' })).total).toBe(0);
    expect((await told(client, plan.taskName))[0]).toBe(
      `“${plan.taskName}”的用印申请已失效：合同已结束、已由他人处理，或超过期限未审批。`,
    );
  });

  it('the enterprise is disabled meanwhile: nobody decides, nothing is sent, later it continues', async () => {
    const own = await firm(1);
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const { planId: taskId } = await send(own);
    const shown = await shownTo(own.approvers[0]!, taskId);
    await setCompany(own.ent, { businessStatus: 'DISABLE' });
    // Nobody acts for it: whoever is signed in is led out, and told why when they come back.
    const asked = { approvalId: shown.approvalId };
    const code = async () => (await own.approvers[0]!.envelope(getApproval, asked)).code;
    // A session is believed for three seconds.
    await expect.poll(code).toBe(ERROR_CODES.SESSION_REPLACED);
    expect((await own.approvers[0]!.envelope(decideApproval, { ...shown, ...YES })).code).toBe(
      ERROR_CODES.SESSION_REPLACED,
    );
    await expect(loggedIn(own.approverPeople[0]!, own.ent)).rejects.toThrow('该企业尚未启用');
    await runJobs();
    await setCompany(own.ent, { businessStatus: 'ENABLE' });
    expect(await standing(own.sender, taskId)).toEqual({
      ...{ state: 'REVIEWING', stuck: false, waitingFor: [own.approverPeople[0]!.name], task: 'REVIEWING' },
    });
    expect((await decideAs(own.approvers[0]!, taskId, 'PASS')).state).toBe('APPROVED');
  });
});
