import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { decideApproval, getApproval, listApprovals, withdrawApproval } from '#core/approval/calls.ts';
import { countApprovals } from '#core/approval/count-calls.ts';
import { getSealUses, requestSealUse, stampSealUse } from '#core/approval/seal-calls.ts';
import type { Decision } from '#core/approval/states.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { createQuickFiles, getQuickFiles, signQuickFiles } from '#core/quicksign/calls.ts';
import { beginQuickUkey } from '#core/quicksign/ukey-calls.ts';
import { decideSimulatedCheck } from '#core/realname/calls.ts';
import { disableSeal, setSealApproval } from '#core/seal/calls.ts';
import { confirmBatch, openBatch, signBatch } from '#core/task/batch-calls.ts';
import { getTask, revokeTask, signTask } from '#core/task/calls.ts';
import { startConsent } from '#core/task/consent-calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { beginTaskUkey } from '#core/task/ukey-calls.ts';
import { placement, sealUse } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { enableFlow, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { newKey, seenIn, twoPages } from '#tests/fixtures/contracts.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { database } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import {
  askFor,
  askForApproval,
  consentOf,
  fillingsWith,
  grantTo,
  newSealOf,
  type SealingFirm,
  sealingFirm,
  toStamp,
} from '#tests/fixtures/seal-uses.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';

const decide = async (client: ApiClient, approvalId: string, decision: Decision, words = '') => {
  const { digest } = await client.call(getApproval, { approvalId });
  return client.call(decideApproval, { approvalId, digest, decision, words }, once());
};
const signing = async (client: ApiClient, taskId: string, sealId: string) => ({
  planId: taskId,
  seen: await seenIn(client, taskId),
  consent: await consentOf(client),
  fillings: await fillingsWith(client, taskId, sealId),
});
const stamping = async (client: ApiClient, approvalId: string) => {
  const { seals, planId: taskId } = await client.call(getApproval, { approvalId });
  return { useId: seals!.useId, seen: await seenIn(client, taskId), consent: await consentOf(client) };
};
const stateOf = async (client: ApiClient, taskId: string) =>
  (await client.call(getSealUses, { planId: taskId })).use?.state;
const events = async (client: ApiClient, taskId: string) =>
  (await trailEntries(client, taskId)).map(({ event }) => event);

describe('a seal that requires an approval', () => {
  let firm: SealingFirm;
  beforeAll(async () => {
    firm = await sealingFirm();
    await grantTo(firm.admin, firm.stampId, [firm.boss, firm.operator.person]);
    await askForApproval(firm.admin, firm.stampId);
  });

  it('is set so by those who manage seals, not by those who hold it', async () => {
    const { operator, holder, stampId } = firm;
    expect(await refusal(operator.client, setSealApproval, { stampId, needed: false })).toBe('NO_PERMISSION');
    expect(await refusal(holder.client, setSealApproval, { stampId, needed: false })).not.toBe('OK');
  });

  it('stamps no contract without one, by password, phone or UKey, or in single sign-on', async () => {
    const { operator, ent, stampId } = firm;
    const { client } = operator;
    const taskId = await toStamp(firm);
    const input = await signing(client, taskId, stampId);
    expect(await refusal(client, signTask, input)).toBe('SEAL_NEEDS_APPROVAL');
    const { consent: _, ...ukey } = input;
    expect(await refusal(client, beginTaskUkey, { ...ukey, ukeySerial: 'UK-ANY' })).toBe(
      'SEAL_NEEDS_APPROVAL',
    );
    // A yes on the phone is a yes of the person and not of the enterprise.
    const { ticketId, url } = await client.call(startConsent, {
      method: 'FACE',
      subject: { kind: 'PLAN', id: taskId },
      seen: input.seen,
    });
    await client.call(decideSimulatedCheck, { ref: new URL(url).searchParams.get('ref')!, state: 'SUCCESS' });
    expect(await refusal(client, signTask, { ...input, consent: { method: 'FACE', ticketId } })).toBe(
      'SEAL_NEEDS_APPROVAL',
    );
    const sso = await ssoSession(operator.person, ent);
    expect(await refusal(sso, signTask, await signing(sso, taskId, stampId))).toBe('SEAL_NEEDS_APPROVAL');
    expect((await client.call(getTask, { planId: taskId })).status).toBe('IN_PROGRESS');
  });

  it('stamps no file of quick signing, by password or by a UKey', async () => {
    const { client } = firm.operator;
    const fileKey = await client.upload(await twoPages());
    const { id } = await client.call(createQuickFiles, {
      taskName: `盖章函 ${newKey().slice(0, 6)}`,
      businessType: 'OTHER',
      businessTypeName: '其他',
      taskFileType: 'PDF',
      planSendDocumentVOList: [{ fileName: '函', fileKey }],
    });
    const group = await client.call(getQuickFiles, { id });
    const placements = [
      {
        placementId: newKey(),
        documentId: group.documents[0]!.documentId,
        kind: 'ENT_SEAL' as const,
        page: 1,
        x: 20,
        y: 20,
        width: 42,
        height: 42,
        sealId: firm.stampId,
      },
    ];
    const asked = { id, seen: seenOf(group.documents), placements };
    expect(await refusal(client, signQuickFiles, { ...asked, consent: await consentOf(client) })).toBe(
      'SEAL_NEEDS_APPROVAL',
    );
    expect(await refusal(client, beginQuickUkey, { ...asked, ukeySerial: 'UK-ANY' })).toBe(
      'SEAL_NEEDS_APPROVAL',
    );
  });

  it('stamps none of several signed in turn, and no contract that a colleague operates', async () => {
    const { operator, admin, stampId } = firm;
    const several = [await toStamp(firm), await toStamp(firm)];
    for (const taskId of several)
      expect(await refusal(operator.client, signTask, await signing(operator.client, taskId, stampId))).toBe(
        'SEAL_NEEDS_APPROVAL',
      );
    // The administrator holds the seal and sees the contract, and is not who is to sign it.
    expect(await refusal(admin, signTask, await signing(admin, several[0]!, stampId))).toBe(
      'NO_SIGNING_PERMISSION',
    );
  });

  it('is not used in a batch in which others are, except for what was approved', async () => {
    const { operator, stampId } = firm;
    const { client } = operator;
    const free = await newSealOf(firm.admin, firm.ent.name);
    await grantTo(firm.admin, free.stampId, [firm.boss, operator.person]);
    const taskIds = [await toStamp(firm), await toStamp(firm), await toStamp(firm)];
    const [asks, open, approved] = taskIds as [string, string, string];
    const { approvalId } = await askFor(firm, approved);
    await decide(firm.admin, approvalId, 'PASS');
    const tasks = await Promise.all(
      taskIds.map(async (taskId) => ({
        planId: taskId,
        seen: await seenIn(client, taskId),
        fillings: await fillingsWith(client, taskId, taskId === open ? free.stampId : stampId),
      })),
    );
    const { batchId } = await client.call(openBatch, { tasks });
    await client.call(confirmBatch, { batchId, consent: await consentOf(client) });
    const signed = await client.call(signBatch, { batchId, planIds: taskIds });
    expect(signed.map(({ planId: taskId, state, problem }) => [taskId, state, problem?.code])).toEqual([
      [asks, 'EXCEPTION', ERROR_CODES.SEAL_NEEDS_APPROVAL],
      [open, 'SUCCESS', undefined],
      [approved, 'SUCCESS', undefined],
    ]);
    expect(await events(client, asks)).not.toContain('SIGNED');
    expect((await client.call(getTask, { planId: asks })).status).toBe('IN_PROGRESS');
    expect(await stateOf(client, approved)).toBe('STAMPED');
  });

  it('stamps once it was approved, exactly what was approved, and once', async () => {
    const { operator, admin, boss, stampId, ent } = firm;
    const { client } = operator;
    const taskId = await toStamp(firm);
    const uses = await client.call(getSealUses, { planId: taskId });
    expect(uses.use).toBeNull();
    expect(uses.seals.find(({ sealId }) => sealId === stampId)).toMatchObject({ held: true, asks: true });
    const { approvalId } = await askFor(firm, taskId, '供应商催办');
    expect(await stateOf(client, taskId)).toBe('REVIEWING');
    expect(await refusal(client, signTask, await signing(client, taskId, stampId))).toBe(
      'SEAL_NEEDS_APPROVAL',
    );
    // The other holder is asked, is told and reads the contract.
    const row = (await admin.call(listApprovals, { box: 'toDecide' })).records.find(
      (one) => one.approvalId === approvalId,
    )!;
    expect(row).toMatchObject({ subject: 'SEAL', planId: taskId, sealUse: 'REVIEWING', actions: ['decide'] });
    const shown = await admin.call(getApproval, { approvalId });
    expect(shown.seals).toMatchObject({ reason: '供应商催办', names: [firm.sealName], byHolder: false });
    expect(shown.steps.map(({ approvers }) => approvers.map(({ accountId }) => accountId))).toEqual([
      [boss.id],
    ]);
    expect((await decide(admin, approvalId, 'PASS', '可以')).state).toBe('APPROVED');
    expect(await stateOf(client, taskId)).toBe('TO_STAMP');
    // Another seal of the enterprise that asks was not approved.
    const other = await newSealOf(admin, ent.name);
    await grantTo(admin, other.stampId, [boss, operator.person]);
    await askForApproval(admin, other.stampId);
    expect(await refusal(client, signTask, await signing(client, taskId, other.stampId))).toBe(
      'SEAL_USE_DIFFERS',
    );
    expect((await client.call(signTask, await signing(client, taskId, stampId))).status).toBe('ENDED');
    expect(await stateOf(client, taskId)).toBe('STAMPED');
    expect(await events(client, taskId)).toEqual(
      expect.arrayContaining(['SENT_FOR_REVIEW', 'REVIEWED', 'REVIEW_PASSED', 'SIGNED']),
    );
    const entries = await trailEntries(client, taskId);
    expect(await firstBrokenLink(entries)).toBeNull();
    expect(entries.find(({ event }) => event === 'REVIEWED')).toMatchObject({
      operator: boss.name,
      agent: ent.name,
      evidence: { approved: shown.digest, decision: 'PASS' },
    });
    expect(JSON.stringify(entries)).not.toContain('可以');
    // The yes was for one contract.
    const next = await toStamp(firm);
    expect(await refusal(client, signTask, await signing(client, next, stampId))).toBe('SEAL_NEEDS_APPROVAL');
  });

  it('is voided by the last yes where a place changed meanwhile, and asks again', async () => {
    const { operator, admin, stampId } = firm;
    const taskId = await toStamp(firm);
    const { approvalId } = await askFor(firm, taskId);
    await database().update(placement).set({ x: 90 }).where(eq(placement.taskId, taskId));
    expect((await decide(admin, approvalId, 'PASS')).state).toBe('VOIDED');
    expect(await stateOf(operator.client, taskId)).toBe('LAPSED');
    expect(await refusal(operator.client, signTask, await signing(operator.client, taskId, stampId))).toBe(
      'SEAL_NEEDS_APPROVAL',
    );
    await askFor(firm, taskId);
    expect(await stateOf(operator.client, taskId)).toBe('REVIEWING');
  });

  it('stamps nothing where a place changes after the yes', async () => {
    const { operator, admin, stampId } = firm;
    const taskId = await toStamp(firm);
    const { approvalId } = await askFor(firm, taskId);
    await decide(admin, approvalId, 'PASS');
    await database().update(placement).set({ x: 90 }).where(eq(placement.taskId, taskId));
    expect(await refusal(operator.client, signTask, await signing(operator.client, taskId, stampId))).toBe(
      'SEAL_USE_DIFFERS',
    );
  });

  it('[4.10a] can be refused with a comment, withdrawn, and requested once at a time', async () => {
    const { operator, admin } = firm;
    const { client } = operator;
    const taskId = await toStamp(firm);
    const { approvalId } = await askFor(firm, taskId);
    const again = {
      planId: taskId,
      seen: await seenIn(client, taskId),
      fillings: await fillingsWith(client, taskId, firm.stampId),
      reason: '再次申请',
    };
    expect(await refusal(client, requestSealUse, again)).toBe('SEAL_USE_RUNNING');
    expect((await decide(admin, approvalId, 'REJECT', '先走法务')).state).toBe('REJECTED');
    expect((await client.call(getSealUses, { planId: taskId })).use).toMatchObject({
      state: 'REFUSED',
      words: '先走法务',
    });
    const { approvalId: second } = await client.call(requestSealUse, again, once());
    await client.call(withdrawApproval, { approvalId: second });
    expect(await stateOf(client, taskId)).toBe('WITHDRAWN');
    expect((await client.call(requestSealUse, again, once())).approvalId).not.toBe(second);
    await runJobs();
    const notices = await sentNotices(client, {
      normalMessageCategory: 'approval',
      keyword: '先走法务',
    });
    expect(notices.total).toBe(1);
  });

  it('lapses if the contract ends without it', async () => {
    const { operator, admin } = firm;
    const taskId = await toStamp(firm);
    const { approvalId } = await askFor(firm, taskId);
    await operator.client.call(revokeTask, { planId: taskId, reason: '不签了' }, once());
    await runJobs();
    expect((await database().select().from(sealUse).where(eq(sealUse.taskId, taskId)))[0]!.state).toBe(
      'LAPSED',
    );
    expect((await operator.client.call(getApproval, { approvalId })).state).toBe('EXPIRED');
    expect(
      (await admin.call(listApprovals, { box: 'toDecide' })).records.map((row) => row.approvalId),
    ).not.toContain(approvalId);
  });

  it('stamps without an approval once it requires none', async () => {
    const { operator, admin, stampId } = firm;
    await askForApproval(admin, stampId, false);
    const taskId = await toStamp(firm);
    expect(
      await refusal(operator.client, requestSealUse, {
        planId: taskId,
        seen: await seenIn(operator.client, taskId),
        fillings: await fillingsWith(operator.client, taskId, stampId),
        reason: '多余',
      }),
    ).toBe('SEAL_USE_NOT_NEEDED');
    expect(
      (await operator.client.call(signTask, await signing(operator.client, taskId, stampId))).status,
    ).toBe('ENDED');
    await askForApproval(admin, stampId);
  });
});

describe('an operator without the seal', () => {
  let firm: SealingFirm;
  beforeAll(async () => {
    firm = await sealingFirm();
    await grantTo(firm.admin, firm.stampId, [firm.boss, firm.holder.person]);
  });

  it('[6.3a] is told so, only sees the name of the seal, and can request it', async () => {
    const { operator, stampId } = firm;
    const taskId = await toStamp(firm);
    expect(await refusal(operator.client, signTask, await signing(operator.client, taskId, stampId))).toBe(
      'SEAL_NOT_AUTHORIZED',
    );
    const { seals } = await operator.client.call(getSealUses, { planId: taskId });
    expect(seals.find(({ sealId }) => sealId === stampId)).toMatchObject({ held: false, drawing: null });
    expect((await askFor(firm, taskId)).approvalId).not.toBe('');
  });

  it('[1.4] [2.5] has it stamped by the holder who approves, after one proof of willingness', async () => {
    const { operator, holder, stampId, stranger, admin } = firm;
    const taskId = await toStamp(firm);
    const { approvalId } = await askFor(firm, taskId);
    // Nobody stamps before the yes, and nobody but a holder decides.
    expect(await refusal(stranger.client, getApproval, { approvalId })).toBe('NOT_FOUND');
    expect(await refusal(holder.client, stampSealUse, await stamping(holder.client, approvalId))).toBe(
      'SEAL_USE_CLOSED',
    );
    expect((await decide(holder.client, approvalId, 'PASS')).state).toBe('APPROVED');
    expect((await holder.client.call(getApproval, { approvalId })).actions).toContain('stamp');
    expect((await holder.client.call(countApprovals, {})).toStamp).toBe(1);
    expect(
      (await admin.call(listApprovals, { box: 'toStamp' })).records.map((row) => row.approvalId),
    ).toContain(approvalId);
    // The approval is no authorization of the operator, and a stranger has none either.
    expect(await refusal(operator.client, signTask, await signing(operator.client, taskId, stampId))).toBe(
      'SEAL_NOT_AUTHORIZED',
    );
    const input = await stamping(holder.client, approvalId);
    expect(
      await refusal(stranger.client, stampSealUse, { ...input, consent: await consentOf(stranger.client) }),
    ).toBe('SEAL_NOT_AUTHORIZED');
    expect((await holder.client.call(stampSealUse, input, once())).status).toBe('ENDED');
    expect(await stateOf(operator.client, taskId)).toBe('STAMPED');
    expect((await holder.client.call(countApprovals, {})).toStamp).toBe(0);
    const entries = await trailEntries(operator.client, taskId);
    expect(entries.find(({ event }) => event === 'SIGNED')).toMatchObject({
      operator: holder.person.name,
      agent: firm.ent.name,
      evidence: { consent: 'PASSWORD' },
    });
    expect((await holder.client.call(getApproval, { approvalId })).seals!.stampedBy).toBe(holder.person.name);
    // The list of signers names whom the trail names, beside the operator who asked.
    const { signerList } = await operator.client.call(getTask, { planId: taskId });
    expect(signerList.map(({ userName, stampedBy }) => [userName, stampedBy])).toEqual([
      [operator.person.name, holder.person.name],
    ]);
    // Stamped once.
    expect(await refusal(admin, stampSealUse, { ...input, consent: await consentOf(admin) })).toBe(
      'SEAL_USE_CLOSED',
    );
  });

  it('waits for a holder if the approver holds no seal: two at once stamp once, a later one can', async () => {
    const { admin, holder, stranger, boss, stampId, join } = firm;
    const lawyer = await join(['APPROVER']);
    const flowId = await enableFlow(
      admin,
      flowOf([node([lawyer.person.id])], { subjects: ['SEAL'], when: { seals: [stampId] } }),
    );
    expect(flowId).not.toBe('');
    const taskId = await toStamp(firm);
    const { approvalId } = await askFor(firm, taskId);
    expect((await lawyer.client.call(getApproval, { approvalId })).actions).toEqual(['decide']);
    expect((await decide(lawyer.client, approvalId, 'PASS')).state).toBe('APPROVED');
    expect((await lawyer.client.call(getApproval, { approvalId })).actions).toEqual([]);
    await runJobs();
    const { title } = await holder.client.call(getApproval, { approvalId });
    const told = await sentNotices(holder.client, { normalMessageCategory: 'approval', keyword: title });
    expect(told.total).toBe(1);
    // The seal changes hands while it waits.
    await grantTo(admin, stampId, [boss, holder.person, stranger.person]);
    await runJobs();
    expect(
      (await stranger.client.call(listApprovals, { box: 'toStamp' })).records.map((row) => row.approvalId),
    ).toContain(approvalId);
    const inputs = await Promise.all(
      [holder.client, stranger.client].map((one) => stamping(one, approvalId)),
    );
    const answers = await Promise.all([
      refusal(holder.client, stampSealUse, inputs[0]!),
      refusal(stranger.client, stampSealUse, inputs[1]!),
    ]);
    expect(answers.filter((one) => one === 'OK')).toHaveLength(1);
    expect(answers.filter((one) => one !== 'OK')[0]).toMatch(/SEAL_USE_CLOSED|REVISION_CHANGED/);
    await grantTo(admin, stampId, [boss, holder.person]);
  });

  it('triggers a mandatory flow for a seal without a requirement, and stops a signing under way', async () => {
    const { admin, operator, boss, stampId, ent } = firm;
    const free = await newSealOf(admin, ent.name);
    await grantTo(admin, free.stampId, [boss, operator.person]);
    const before = await toStamp(firm);
    expect(
      (await operator.client.call(signTask, await signing(operator.client, before, free.stampId))).status,
    ).toBe('ENDED');
    await enableFlow(
      admin,
      flowOf([node([boss.id])], { subjects: ['SEAL'], when: { seals: [free.stampId] } }),
    );
    const taskId = await toStamp(firm);
    expect(
      await refusal(operator.client, signTask, await signing(operator.client, taskId, free.stampId)),
    ).toBe('SEAL_NEEDS_APPROVAL');
    expect(stampId).not.toBe(free.stampId);
  });

  it('cannot ask for a seal that cannot stamp at all', async () => {
    const { admin, operator, ent } = firm;
    const off = await newSealOf(admin, ent.name);
    await admin.call(disableSeal, { stampId: off.stampId });
    const taskId = await toStamp(firm);
    expect(
      await refusal(operator.client, requestSealUse, {
        planId: taskId,
        seen: await seenIn(operator.client, taskId),
        fillings: await fillingsWith(operator.client, taskId, off.stampId),
        reason: '停用的章',
      }),
    ).toBe('SEAL_NOT_ENABLED');
  });
});
