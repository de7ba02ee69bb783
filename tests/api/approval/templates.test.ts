import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  decideApproval,
  deleteApproval,
  getApproval,
  listApprovals,
  withdrawApproval,
} from '#core/approval/calls.ts';
import { switchFlow } from '#core/approval/flow-calls.ts';
import type { Decision } from '#core/approval/states.ts';
import { downloadApprovedTemplate, getApprovedTemplate } from '#core/approval/template-calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { listPartRecords } from '#core/template/calls.ts';
import { diffContent } from '#core/template/diff-content.ts';
import { listTemplates, removeTemplate, saveTemplate, updateTemplate } from '#core/template/record-calls.ts';
import {
  disableTemplate,
  enableTemplate,
  listUsable,
  listVersions,
  publishTemplate,
  readTemplate,
} from '#core/template/version-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { enableFlow, type Firm, firm, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { webTemplate } from '#tests/fixtures/template-content.ts';

let world: Firm;
let first: ApiClient;
let second: ApiClient;
beforeAll(async () => {
  world = await firm(2);
  [first, second] = world.approvers as [ApiClient, ApiClient];
  const nodes = world.approverPeople.map(({ id }) => node([id]));
  // Templates for purchases alone ask; a name of a counterparty that no template has yet does not get around it.
  const when = { businessTypes: ['PURCHASE' as const], counterparties: ['某公司'] };
  await enableFlow(world.admin, flowOf(nodes, { subjects: ['TEMPLATE'], when }));
});

let made = 0;
const draft = (businessType: 'PURCHASE' | 'SALES' = 'PURCHASE') =>
  world.admin
    .call(saveTemplate, {
      templateName: `模板${++made}`,
      templateType: 'WEB',
      businessType,
      sceneType: 'ENT',
    })
    .then(({ id }) => id);
const publish = (id: string, number: number, words?: string) =>
  world.admin.call(publishTemplate, { id, number, content: webTemplate(words) });
const decide = async (client: ApiClient, approvalId: string, decision: Decision, words = '') => {
  const { digest } = await client.call(getApproval, { approvalId });
  return (await client.call(decideApproval, { approvalId, digest, decision, words }, once())).state;
};
const approveAll = async (approvalId: string) => {
  await decide(first, approvalId, 'PASS');
  return decide(second, approvalId, 'PASS');
};
const standing = async (id: string) => {
  const { status, version, review } = await world.admin.call(readTemplate, { id });
  return [status, version?.number ?? 0, review?.state ?? ''];
};
/** Whether the list of templates says that it is under approval. */
const badge = async (id: string) =>
  (await world.admin.call(listTemplates, { size: 50 })).records.find((one) => one.id === id)?.reviewing;
const usable = async (id: string) =>
  (await world.sender.call(listUsable, { size: 50 })).records.some((one) => one.id === id);
const stateOf = async (approvalId: string) => (await world.admin.call(getApproval, { approvalId })).state;

describe('a template that needs approval', () => {
  it('is enabled by the yes of all steps, and is read by those alone who are asked', async () => {
    const { admin, sender, approverPeople, boss } = world;
    const id = await draft();
    const asked = await publish(id, 0, '第一版。');
    expect(asked).toMatchObject({ versionId: '', number: 0 });
    const { approvalId } = asked;
    expect(await standing(id)).toEqual(['DRAFT', 0, 'REVIEWING']);
    expect(await badge(id)).toBe(true);
    expect((await admin.call(listVersions, { id })).total).toBe(0);
    expect(await usable(id)).toBe(false);
    // Enabling what was never published is no way round, and the same content is not asked about twice.
    expect(await refusal(admin, enableTemplate, { id })).toBe('TEMPLATE_NOT_PUBLISHED');
    expect((await publish(id, 0, '第一版。')).approvalId).toBe(approvalId);

    const rows = (await first.call(listApprovals, { box: 'toDecide' })).records;
    expect(rows.find((row) => row.approvalId === approvalId)).toMatchObject({
      subject: 'TEMPLATE',
      planId: '',
      template: { id, templateType: 'WEB' },
      actions: ['decide'],
    });
    await runJobs();
    const told = await sentNotices(first, { keyword: `模板${made}`, normalMessageCategory: 'approval' });
    expect(told.records.map(({ subject }) => subject)).toEqual([expect.stringContaining('启用模板')]);
    // Whoever is asked reads what it says, with its pages; a colleague who is not asked reads nothing.
    const shown = await first.call(getApprovedTemplate, { approvalId });
    expect(JSON.stringify(shown.content)).toContain('第一版。');
    expect([shown.before, shown.askedBefore, shown.pages?.length]).toEqual([null, null, 1]);
    const pages = await first.download(downloadApprovedTemplate, { approvalId });
    expect(new TextDecoder().decode(pages.bytes.slice(0, 5))).toBe('%PDF-');
    for (const stranger of [second, sender, world.outside]) {
      const code = stranger === world.outside ? 'SWITCH_TO_ENTERPRISE' : 'NOT_FOUND';
      expect(await refusal(stranger, getApprovedTemplate, { approvalId })).toBe(code);
      expect(await refusal(stranger, downloadApprovedTemplate, { approvalId })).toBe(code);
    }
    expect(await decide(first, approvalId, 'PASS', '措辞清楚')).toBe('REVIEWING');
    expect(await standing(id)).toEqual(['DRAFT', 0, 'REVIEWING']);
    expect(await decide(second, approvalId, 'PASS')).toBe('APPROVED');
    expect(await standing(id)).toEqual(['ENABLED', 1, '']);
    expect(await badge(id)).toBe(false);
    expect(await usable(id)).toBe(true);
    const digest = (await admin.call(getApproval, { approvalId })).digest;
    const { records } = await admin.call(listPartRecords, { kind: 'TEMPLATE', size: 4 });
    expect(records.map(({ record, operator }) => [record, operator])).toEqual([
      ['PUBLISHED', boss.name],
      ['REVIEWED', approverPeople[1]!.name],
      ['REVIEWED', approverPeople[0]!.name],
      ['REVIEW_ASKED', boss.name],
    ]);
    expect(records[2]!.changes).toEqual([
      { what: 'node', before: '', after: '节点1' },
      { what: 'decision', before: '', after: 'PASS' },
      { what: 'digest', before: '', after: digest },
    ]);
    // The same stands in a hash chain, with the words bound by their digest.
    const { trail } = await admin.call(getApprovedTemplate, { approvalId });
    expect(await firstBrokenLink(trail)).toBeNull();
    expect(trail.map(({ event, operator }) => [event, operator])).toEqual([
      ['SENT_FOR_REVIEW', boss.name],
      ['REVIEWED', approverPeople[0]!.name],
      ['REVIEWED', approverPeople[1]!.name],
      ['REVIEW_PASSED', 'Signet'],
    ]);
    const words = createHash('sha256').update(`${approvalId}\n措辞清楚`).digest('hex');
    expect(trail[1]).toMatchObject({
      taskId: approvalId,
      agent: world.ent.name,
      evidence: { approved: digest, decision: 'PASS', node: '节点1', role: 'APPROVER', words },
    });
    expect(JSON.stringify(trail)).not.toContain('措辞清楚');
  });

  it('asks again for a changed draft, and the yeses for the former are void', async () => {
    const id = await draft();
    const { approvalId } = await publish(id, 0, '原文。');
    await decide(first, approvalId, 'PASS');
    const again = await publish(id, 0, '改文。');
    expect(again.approvalId).not.toBe(approvalId);
    expect(await stateOf(approvalId)).toBe('VOIDED');
    expect((await world.admin.call(getApprovedTemplate, { approvalId })).trail.at(-1)).toMatchObject({
      ...{ event: 'REVIEW_FAILED', evidence: { state: 'VOIDED' } },
    });
    const { digest } = await world.admin.call(getApproval, { approvalId });
    expect(await refusal(second, decideApproval, { approvalId, digest, decision: 'PASS', words: '' })).toBe(
      'APPROVAL_CLOSED',
    );
    expect(
      await refusal(world.admin, decideApproval, { approvalId, digest, decision: 'PASS', words: '' }),
    ).toBe('APPROVAL_CLOSED');
    const shown = await first.call(getApprovedTemplate, { approvalId: again.approvalId });
    const texts = diffContent(shown.askedBefore!, shown.content).text.map(({ kind, text }) => [kind, text]);
    expect(texts).toContainEqual(['REMOVED', expect.stringContaining('原文。')]);
    expect(texts).toContainEqual(['ADDED', expect.stringContaining('改文。')]);
    expect(await approveAll(again.approvalId)).toBe('APPROVED');
    // The next version asks too, and what is in force stays so meanwhile.
    const next = await publish(id, 1, '第二版。');
    expect(await standing(id)).toEqual(['ENABLED', 1, 'REVIEWING']);
    expect((await first.call(getApprovedTemplate, { approvalId: next.approvalId })).before?.number).toBe(1);
    expect(await decide(first, next.approvalId, 'REJECT', '不能这样写')).toBe('REJECTED');
    expect(await standing(id)).toEqual(['ENABLED', 1, 'REJECTED']);
    // Asked again it names the one before, and what it was.
    const after = await publish(id, 1, '第三稿。');
    expect((await first.call(getApproval, { approvalId: after.approvalId })).beforeId).toBe(next.approvalId);
    expect(await approveAll(after.approvalId)).toBe('APPROVED');
    expect(await standing(id)).toEqual(['ENABLED', 2, '']);
  });

  it('is enabled again without asking only as what was approved', async () => {
    const { admin } = world;
    const id = await draft();
    await approveAll((await publish(id, 0)).approvalId);
    await admin.call(disableTemplate, { id });
    expect((await admin.call(enableTemplate, { id })).approvalId).toBe('');
    expect(await standing(id)).toEqual(['ENABLED', 1, '']);
    // What nobody asked about before a change of its business type is asked about with it.
    const sales = await draft('SALES');
    expect((await publish(sales, 0)).approvalId).toBe('');
    const { templateName, sceneType } = (await admin.call(listTemplates, { size: 50 })).records.find(
      (row) => row.id === sales,
    )!;
    const change = { id: sales, templateName, sceneType, businessType: 'PURCHASE' as const };
    expect(await refusal(admin, updateTemplate, change)).toBe('TEMPLATE_ASKS');
    await admin.call(disableTemplate, { id: sales });
    await admin.call(updateTemplate, change);
    const { approvalId } = await admin.call(enableTemplate, { id: sales });
    expect(approvalId).not.toBe('');
    expect(await standing(sales)).toEqual(['DISABLED', 1, 'REVIEWING']);
    // Publishing the same content is no way round either.
    expect((await publish(sales, 1)).approvalId).toBe(approvalId);
    expect((await first.call(getApprovedTemplate, { approvalId })).before).toBeNull();
    expect(await approveAll(approvalId)).toBe('APPROVED');
    expect(await standing(sales)).toEqual(['ENABLED', 1, '']);
  });

  it('holds for exactly what was shown: changed behind its back, the yes is void', async () => {
    const { admin } = world;
    const id = await draft();
    const { approvalId } = await publish(id, 0);
    await decide(first, approvalId, 'PASS');
    const templateName = `模板${made}`;
    await admin.call(updateTemplate, { id, templateName, businessType: 'SALES', sceneType: 'ENT' });
    expect(await decide(second, approvalId, 'PASS')).toBe('VOIDED');
    expect(await standing(id)).toEqual(['DRAFT', 0, 'VOIDED']);
  });

  it('is taken back by who submitted it, and ends with the template', async () => {
    const { admin } = world;
    const id = await draft();
    const { approvalId } = await publish(id, 0);
    expect(await refusal(first, withdrawApproval, { approvalId })).toBe('NO_PERMISSION');
    await admin.call(withdrawApproval, { approvalId }, once());
    expect(await standing(id)).toEqual(['DRAFT', 0, 'WITHDRAWN']);
    const listed = await admin.call(listApprovals, { box: 'submitted', size: 50 });
    const row = listed.records.find((one) => one.approvalId === approvalId)!;
    expect(row.actions).toEqual(['resubmit', 'delete']);
    await admin.call(deleteApproval, { approvalId });
    const again = await publish(id, 0);
    await admin.call(removeTemplate, { id });
    expect(await stateOf(again.approvalId)).toBe('VOIDED');
    expect((await first.call(listApprovals, { box: 'toDecide', keyword: `模板${made}` })).total).toBe(0);
    expect((await admin.call(getApproval, { approvalId: again.approvalId })).template).toBeNull();
  });

  it('asks nobody once the flow is off, and what ran for another content is void', async () => {
    const own = await firm(1);
    const flow = flowOf([node([own.approverPeople[0]!.id])], { subjects: ['TEMPLATE'] });
    const flowId = await enableFlow(own.admin, flow);
    const { id } = await own.admin.call(saveTemplate, {
      ...{ templateName: '采购', templateType: 'WEB', businessType: 'PURCHASE', sceneType: 'ENT' },
    });
    const { approvalId } = await own.admin.call(publishTemplate, { id, number: 0, content: webTemplate() });
    await own.admin.call(switchFlow, { flowId, enabled: false });
    const other = { id, number: 0, content: webTemplate('无须审批。') };
    expect((await own.admin.call(publishTemplate, other)).approvalId).toBe('');
    expect((await own.admin.call(getApproval, { approvalId })).state).toBe('VOIDED');
    // Of its own submission nobody else could decide: nothing is submitted.
    await own.admin.call(switchFlow, { flowId, enabled: true });
    const alone = flowOf([node([own.boss.id])], { subjects: ['TEMPLATE'] });
    await enableFlow(own.admin, alone);
    expect(
      await refusal(own.admin, publishTemplate, { id, number: 1, content: webTemplate('第二版。') }),
    ).toBe('APPROVAL_NO_APPROVER');
  });
});
