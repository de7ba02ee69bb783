import { expect, it } from 'vitest';
import { decideApproval, getApproval, listApprovals } from '#core/approval/calls.ts';
import type { ApprovalFlow } from '#core/approval/flow.ts';
import {
  getSubstitute,
  listFlows,
  listStaff,
  previewApproval,
  removeFlow,
  saveFlow,
  saveSubstitute,
  switchFlow,
  tryFlow,
} from '#core/approval/flow-calls.ts';
import { getSealUses, requestSealUse } from '#core/approval/seal-calls.ts';
import { addDepartment, headDepartment, placePersons } from '#core/company/department-calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { personSigner, seenIn, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { addMember, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { askFor, fillingsWith, grantTo, newSealOf, sealingFirm, toStamp } from '#tests/fixtures/seal-uses.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

it('[1.4] [3.17] are versioned, switched, tried and removed; what runs keeps its own version', async () => {
  const own = await firm(2);
  const { admin, sender, approverPeople, approvers, senderPerson, boss } = own;
  const [first, second] = approverPeople.map(({ id }) => id) as [string, string];
  const flow = flowOf([
    node([first, second], { mode: 'JOINT', name: '部门会签' }),
    node([], { approvers: { by: 'ROLE', role: 'ENT_ADMIN' }, name: '管理员', hours: 24 }),
  ]);
  const contract = { businessType: 'PURCHASE' as const, applicantId: senderPerson.id };
  const tried = await admin.call(tryFlow, { flow, ...contract });
  expect(tried).toMatchObject({ applies: true, withoutApprover: [] });
  expect(
    tried.steps.map(({ name, mode, approvers: some }) => [
      name,
      mode,
      some.map(({ accountId }) => accountId),
    ]),
  ).toEqual([
    ['部门会签', 'JOINT', [first, second]],
    ['管理员', 'SINGLE', [boss.id]],
  ]);
  // Of the administrator's own contract nobody could decide in the second node.
  expect((await admin.call(tryFlow, { flow, ...contract, applicantId: boss.id })).withoutApprover).toEqual([
    '管理员',
  ]);

  expect(await refusal(sender, saveFlow, { flow })).toBe('NO_PERMISSION');
  const { flowId } = await admin.call(saveFlow, { flow }, once());
  expect(await refusal(admin, saveFlow, { flow: { ...flow } })).toBe('APPROVAL_FLOW_NAME_TAKEN');
  const unknown = flowOf([node(['nobody0000'])]);
  expect(await refusal(admin, saveFlow, { flow: unknown })).toBe('APPROVAL_NOT_A_COLLEAGUE');
  // Switched off it asks nobody.
  const { status } = await sender.call(sendTask, await planOf(own), once());
  expect(status).toBe('IN_PROGRESS');
  await admin.call(switchFlow, { flowId, enabled: true });
  expect(await refusal(admin, sendTask, await planOf({ ...own, sender: admin }))).toBe(
    'APPROVAL_NO_APPROVER',
  );
  const { planId: taskId } = await sender.call(sendTask, await planOf(own), once());
  const [row] = (await admin.call(listFlows, {})).flows;
  expect(row).toMatchObject({ flowId, version: 2, enabled: true, running: 1 });
  const shorter = { ...flow, nodes: flow.nodes.slice(0, 1) };
  expect(await refusal(admin, saveFlow, { flowId, version: 1, flow: shorter })).toBe('CONFLICT');
  expect((await admin.call(saveFlow, { flowId, version: 2, flow: shorter }, once())).version).toBe(3);
  await admin.call(removeFlow, { flowId });
  expect((await admin.call(listFlows, {})).flows).toEqual([]);
  expect(await refusal(admin, switchFlow, { flowId, enabled: true })).toBe('APPROVAL_FLOW_NOT_FOUND');
  // The one that runs still asks both nodes of its version.
  await decideAs(approvers[1]!, taskId, 'PASS');
  await decideAs(approvers[0]!, taskId, 'PASS');
  expect((await sender.call(getApproval, { planId: taskId })).state).toBe('REVIEWING');
  expect((await decideAs(admin, taskId, 'PASS')).state).toBe('APPROVED');
});

it('[3.15a] ask in turn: those that apply, then those named; a condition leaves a contract out', async () => {
  const own = await firm(2);
  const [first, second] = own.approverPeople.map(({ id }) => id) as [string, string];
  const leases = await enableFlow(own.admin, flowOf([node([first])], { when: { businessTypes: ['LEASE'] } }));
  const chosen = await enableFlow(own.admin, flowOf([node([second])], { applies: 'CHOSEN' }));
  const preview = (businessType: 'LEASE' | 'PURCHASE', flowId = '') =>
    own.sender.call(previewApproval, { businessType, counterparties: [], flowId });
  expect((await preview('PURCHASE')).flows).toEqual([]);
  expect((await preview('PURCHASE')).choices.map((one) => one.flowId)).toEqual([chosen]);
  expect((await preview('LEASE')).flows.map((one) => [one.flowId, one.always])).toEqual([[leases, true]]);
  const both = await preview('LEASE', chosen);
  expect(both.steps.map(({ approvers }) => approvers[0]!.accountId)).toEqual([first, second]);

  const send = async (change: Parameters<typeof planOf>[1]) =>
    own.sender.call(sendTask, await planOf(own, change), once());
  expect((await send({ businessType: 'PURCHASE' })).status).toBe('IN_PROGRESS');
  expect((await send({ businessType: 'LEASE' })).status).toBe('REVIEWING');
  for (const name of ['processId', 'examineProcessId'] as const) {
    const { planId: taskId, status } = await send({ businessType: 'LEASE', [name]: chosen });
    expect(status).toBe('REVIEWING');
    expect((await own.sender.call(getApproval, { planId: taskId })).steps).toHaveLength(2);
  }
  expect(await refusal(own.sender, sendTask, await planOf(own, { processId: 'aaaaaaaaaa' }))).toBe(
    'APPROVAL_FLOW_NOT_FOUND',
  );
  const foreign = await firm(1);
  expect(await refusal(foreign.sender, sendTask, await planOf(foreign, { processId: chosen }))).toBe(
    'APPROVAL_FLOW_NOT_FOUND',
  );
});

it('are decided by a substitute while an approver is away; a circle is refused', async () => {
  const own = await firm(2);
  const [first, second] = own.approverPeople.map(({ id }) => id) as [string, string];
  const [one, other] = own.approvers as [(typeof own.approvers)[0], (typeof own.approvers)[0]];
  await enableFlow(own.admin, flowOf([node([first])]));
  const staff = (await one.call(listStaff, {})).staff.map(({ accountId }) => accountId);
  expect(staff.toSorted()).toEqual([first, second, own.boss.id, own.senderPerson.id].toSorted());
  const running = await own.sender.call(sendTask, await planOf(own), once());
  const [from, to] = [Date.now() - 1_000, Date.now() + 86_400_000];
  expect(await refusal(one, saveSubstitute, { substituteId: first, from, to })).toBe(
    'APPROVAL_NOT_A_COLLEAGUE',
  );
  expect(await refusal(one, saveSubstitute, { substituteId: second, from: to, to: from })).toBe(
    'INPUT_INVALID',
  );
  await one.call(saveSubstitute, { substituteId: second, from, to });
  expect((await one.call(getSubstitute, {})).substitute).toMatchObject({ substituteId: second, from, to });
  expect(await refusal(other, saveSubstitute, { substituteId: first, from, to })).toBe('SUBSTITUTE_CIRCLE');
  // What is sent from now on asks the substitute, and what waited is handed on.
  const later = await own.sender.call(sendTask, await planOf(own), once());
  await runJobs();
  const waiting = (await other.call(listApprovals, { box: 'toDecide' })).records.map(
    ({ planId: taskId }) => taskId,
  );
  expect(waiting.toSorted()).toEqual([running.planId, later.planId].toSorted());
  expect((await decideAs(other, later.planId, 'PASS')).state).toBe('APPROVED');
  expect((await own.sender.call(getTask, { planId: later.planId })).status).toBe('IN_PROGRESS');
  await one.call(saveSubstitute, { substituteId: '', from: 0, to: 0 });
  expect((await one.call(getSubstitute, {})).substitute).toBeNull();
});

it('[3.17] tell whoever gets a copy when the node begins, to see the approval, not to decide', async () => {
  const own = await firm(3);
  const [first, second, copied] = own.approverPeople.map(({ id }) => id) as [string, string, string];
  await enableFlow(own.admin, flowOf([node([first]), node([second], { copies: [copied] })]));
  const plan = await planOf(own);
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  const reader = own.approvers[2]!;
  const inBox = async () => (await reader.call(listApprovals, { box: 'copied' })).records;
  const told = async () =>
    (await sentNotices(reader, { keyword: plan.taskName, normalMessageCategory: 'approval' })).records;
  await runJobs();
  expect([await inBox(), await told()]).toEqual([[], []]);
  await decideAs(own.approvers[0]!, taskId, 'PASS');
  await runJobs();
  expect(await inBox()).toMatchObject([{ planId: taskId, actions: [] }]);
  expect(await told()).toHaveLength(1);
  const { approvalId, digest, steps } = await reader.call(getApproval, { planId: taskId });
  expect(steps[1]!.copies).toEqual([own.approverPeople[2]!.name]);
  expect(await refusal(reader, decideApproval, { approvalId, digest, decision: 'PASS', words: '' })).toBe(
    'APPROVAL_NOT_YOUR_TURN',
  );
});

it('[6.1] ask a person or whoever has a role; a role decides only what it is asked for', async () => {
  const own = await firm(0);
  const roles = ['APPROVER', 'LEGAL_REPRESENTATIVE', 'AUTHORIZER'] as const;
  const holders = await Promise.all(
    roles.map(async (role) => {
      const person = await newPerson();
      await addMember(own.ent, person, [role]);
      return { role, person, client: await signedIn(person, own.ent) };
    }),
  );
  const flowFor = (by: Partial<ApprovalFlow['nodes'][number]>) =>
    enableFlow(own.admin, flowOf([by], { applies: 'CHOSEN' }));
  for (const asked of holders) {
    const byRole = await flowFor({ approvers: { by: 'ROLE', role: asked.role } });
    const byPerson = await flowFor(node([asked.person.id]));
    for (const examineProcessId of [byRole, byPerson]) {
      const { planId: taskId } = await own.sender.call(
        sendTask,
        await planOf(own, { examineProcessId }),
        once(),
      );
      const { approvalId, digest, waitingFor } = await own.sender.call(getApproval, { planId: taskId });
      expect(waitingFor, asked.role).toEqual([asked.person.name]);
      const yes = { approvalId, digest, decision: 'PASS' as const, words: '' };
      for (const { role, client } of holders.filter((one) => one !== asked)) {
        // The legal representative sees every contract of the enterprise, and decides those alone that ask them.
        const seesAll = role === 'LEGAL_REPRESENTATIVE';
        expect(await refusal(client, getApproval, { approvalId }), role).toBe(seesAll ? 'OK' : 'NOT_FOUND');
        expect(await refusal(client, decideApproval, yes), role).toBe(
          seesAll ? 'APPROVAL_NOT_YOUR_TURN' : 'NOT_FOUND',
        );
      }
      expect((await asked.client.call(decideApproval, yes, once())).state).toBe('APPROVED');
      const [step] = (await own.sender.call(getApproval, { planId: taskId })).steps;
      expect(step!.approvers[0]!.roles).toEqual([asked.role]);
    }
  }
});

it('[1.4] [3.17] ask department head and seal holder; apply by role, counterparty and seal', async () => {
  const own = await sealingFirm();
  const { admin, ent, boss, operator, holder, stranger, stampId, join } = own;
  await grantTo(admin, stampId, [boss, operator.person, holder.person]);
  const { departmentId } = await admin.call(addDepartment, { parentId: '', name: '采购部' });
  await admin.call(headDepartment, { departmentId, userId: stranger.person.id });
  const colleague = await join(['BUSINESS_ADMIN']);
  await admin.call(placePersons, {
    userIds: [operator.person.id, colleague.person.id, stranger.person.id],
    departmentId,
  });
  const head = { approvers: { by: 'DEPARTMENT_HEAD' as const, up: 0 }, name: '部门负责人' };
  await enableFlow(
    admin,
    flowOf([head], { when: { senderRoles: ['SIGN_OPERATOR'], counterparties: [ent.name.slice(0, 4)] } }),
  );
  const other = await newPerson();
  const sent = async ({ client }: typeof operator, party: string) => {
    const signers = [personSigner({ realName: party, mobile: other.mobile })];
    const { planId: taskId, status } = await client.call(sendTask, await taskToSend(client, signers), once());
    return status === 'REVIEWING' ? (await client.call(getApproval, { planId: taskId })).waitingFor : status;
  };
  // The head of the department decides on what a signing operator sends to this counterparty, and on nothing else.
  const counterparty = `${ent.name.slice(0, 4)}某人`;
  expect(await sent(operator, counterparty)).toEqual([stranger.person.name]);
  expect(await sent(operator, '别家的人')).toBe('IN_PROGRESS');
  expect(await sent(colleague, counterparty)).toBe('IN_PROGRESS');

  // The keepers of the seal decide on its use; another seal is used without.
  const free = await newSealOf(admin, ent.name);
  await grantTo(admin, free.stampId, [boss, operator.person]);
  const keepers = { approvers: { by: 'SEAL_KEEPER' as const }, mode: 'JOINT' as const };
  await enableFlow(admin, flowOf([keepers], { subjects: ['SEAL'], when: { seals: [stampId] } }));
  const taskId = await toStamp(own);
  const { seals } = await operator.client.call(getSealUses, { planId: taskId });
  const asks = (sealId: string) => seals.find((one) => one.sealId === sealId)?.asks;
  expect([asks(stampId), asks(free.stampId)]).toEqual([true, false]);
  const request = { planId: taskId, seen: await seenIn(operator.client, taskId), reason: '盖章' };
  expect(
    await refusal(operator.client, requestSealUse, {
      ...request,
      fillings: await fillingsWith(operator.client, taskId, free.stampId),
    }),
  ).toBe('SEAL_USE_NOT_NEEDED');
  const { approvalId } = await askFor(own, taskId);
  const { waitingFor } = await operator.client.call(getApproval, { approvalId });
  expect(waitingFor.toSorted()).toEqual([boss.name, holder.person.name].toSorted());
});
