import { beforeAll, describe, expect, it } from 'vitest';
import { getApproval } from '#core/approval/calls.ts';
import { addComment, listComments, replyComment, resolveComment } from '#core/approval/comment-calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
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
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { addMember, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

let own: Firm;
beforeAll(async () => {
  own = await firm(2);
  const [first, second] = own.approverPeople;
  await enableFlow(own.admin, flowOf([node([first!.id]), node([second!.id])]));
});

/** A contract in approval, with where its pages are. */
async function submitted(plan?: Awaited<ReturnType<typeof planOf>>) {
  const sent = plan ?? (await planOf(own));
  const { planId: taskId } = await own.sender.call(sendTask, sent, once());
  const { approvalId } = await own.sender.call(getApproval, { planId: taskId });
  const { documents } = await own.sender.call(getTask, { planId: taskId });
  return { plan: sent, planId: taskId, approvalId, documents };
}

const pin = (approvalId: string, change: Partial<Parameters<typeof place>[0]> = {}) =>
  place({ approvalId, fileIndex: 0, page: 1, x: 30.04, y: 40, text: '违约金过高', ...change });
const place = (input: {
  approvalId: string;
  fileIndex: number;
  page: number;
  x: number;
  y: number;
  text: string;
}) => input;

const told = async (client: ApiClient, taskName: string) => {
  await runJobs();
  const { records } = await sentNotices(client, { normalMessageCategory: 'approval', size: 50 });
  return records
    .map(({ subject }) => subject)
    .filter((one) => one.includes('批注') && one.includes(taskName));
};

describe('comments on the pages of what is to be approved', () => {
  it('[2.6] are pinned, replied to and resolved by participants, and bound by the next decision', async () => {
    const [first, second] = own.approvers as [ApiClient, ApiClient];
    const [firstPerson] = own.approverPeople;
    const { plan, planId: taskId, approvalId } = await submitted();
    const { commentId } = await first.call(addComment, pin(approvalId), once());
    expect(await told(own.sender, plan.taskName)).toHaveLength(1);
    const { mayWrite, comments } = await own.sender.call(listComments, { approvalId });
    expect(mayWrite).toBe(true);
    expect(comments).toMatchObject([
      {
        ...{ commentId, number: 1, author: firstPerson!.name, mine: false, text: '违约金过高' },
        ...{ fileIndex: 0, page: 1, x: 30, y: 40, earlier: false, resolvedBy: '', replies: [] },
      },
    ]);
    await own.sender.call(replyComment, { approvalId, commentId, text: '已与对方谈妥\n详见附件' }, once());
    expect(await told(first, plan.taskName)).toHaveLength(1);
    // The second step has not begun: its approver takes no part yet.
    expect(await told(second, plan.taskName)).toEqual([]);
    expect(await refusal(second, listComments, { approvalId })).toBe('NOT_FOUND');
    await first.call(resolveComment, { approvalId, commentId, resolved: true });
    const [after] = (await own.sender.call(listComments, { approvalId })).comments;
    expect(after).toMatchObject({ resolvedBy: firstPerson!.name, replies: [{ mine: true }] });

    await decideAs(first, taskId, 'PASS', '同意');
    const entries = await trailEntries(own.sender, taskId);
    expect(await firstBrokenLink(entries)).toBeNull();
    const decided = entries.find(({ event }) => event === 'REVIEWED')!;
    expect(decided.evidence.comments).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(entries)).not.toContain('违约金');
    // Who decided takes part until the end, and the next approver sees what was said before.
    expect((await first.call(listComments, { approvalId })).mayWrite).toBe(true);
    expect((await second.call(listComments, { approvalId })).comments).toHaveLength(1);
    await second.call(resolveComment, { approvalId, commentId, resolved: false });
    await decideAs(second, taskId, 'PASS');
    const decisions = (await trailEntries(own.sender, taskId)).filter(({ event }) => event === 'REVIEWED');
    expect(decisions[1]!.evidence.comments).not.toBe(decided.evidence.comments);
    // With its end they are a record.
    expect(await refusal(first, addComment, pin(approvalId))).toBe('APPROVAL_CLOSED');
    expect(await refusal(first, resolveComment, { approvalId, commentId, resolved: true })).toBe(
      'APPROVAL_CLOSED',
    );
    expect((await own.sender.call(listComments, { approvalId })).mayWrite).toBe(false);
  });

  it('[2.6] stay after a resubmission: in place on the same file, as earlier on a changed one', async () => {
    const [first] = own.approvers as [ApiClient, ApiClient];
    const before = await submitted();
    const { commentId } = await first.call(addComment, pin(before.approvalId), once());
    await decideAs(first, before.planId, 'RETURN', '请看批注');
    const again = await submitted({ ...before.plan, taskName: `${before.plan.taskName} 二稿` });
    const [kept] = (await first.call(listComments, { approvalId: again.approvalId })).comments;
    expect(kept).toMatchObject({ commentId, fileIndex: 0, earlier: true, x: 30 });
    // It is answered and closed where it is read now.
    await own.sender.call(replyComment, { approvalId: again.approvalId, commentId, text: '已改' }, once());
    await first.call(resolveComment, { approvalId: again.approvalId, commentId, resolved: true });
    await decideAs(first, again.planId, 'RETURN', '换一份文件');

    const [document] = before.plan.planSendDocumentVOList;
    const fileKey = await own.sender.upload(await contractPdf('甲方', own.outsidePerson.name));
    const changed = await submitted({
      ...before.plan,
      planSendDocumentVOList: [{ ...document!, fileKey }, ...before.plan.planSendDocumentVOList.slice(1)],
    });
    const [old] = (await first.call(listComments, { approvalId: changed.approvalId })).comments;
    expect(old).toMatchObject({ commentId, fileIndex: null, earlier: true, text: '违约金过高' });
    expect(old!.fileName).toBe(document!.fileName);
  });

  it('refuses what is off the page, of another approval, hidden, empty or too long, unstored', async () => {
    const [first] = own.approvers as [ApiClient, ApiClient];
    const { approvalId, documents } = await submitted();
    const other = await submitted();
    const { commentId: elsewhere } = await first.call(addComment, pin(other.approvalId), once());
    const [size] = documents[0]!.pages;
    const tried = (change: Parameters<typeof pin>[1]) => refusal(first, addComment, pin(approvalId, change));
    for (const change of [
      { x: size!.widthMm + 1 },
      { y: size!.heightMm + 1 },
      { page: documents[0]!.pages.length + 1 },
      { fileIndex: documents.length },
    ])
      expect(await tried(change), JSON.stringify(change)).toBe('APPROVAL_COMMENT_OFF_PAGE');
    for (const change of [
      ...[{ x: -1 }, { y: -0.5 }, { x: 1e9 }, { page: 0 }, { page: 1.5 }, { fileIndex: -1 }],
      ...[{ text: '' }, { text: ' \n ' }, { text: '字'.repeat(501) }],
      ...[{ text: '价格\u202e001' }, { text: '价\u0000格' }, { text: '\u2067甲\u2069' }],
    ])
      expect(await tried(change), JSON.stringify(change)).toBe('INPUT_INVALID');
    expect(await refusal(first, replyComment, { approvalId, commentId: elsewhere, text: '回复' })).toBe(
      'NOT_FOUND',
    );
    expect(await refusal(first, resolveComment, { approvalId, commentId: elsewhere, resolved: true })).toBe(
      'NOT_FOUND',
    );
    expect((await first.call(listComments, { approvalId })).comments).toEqual([]);
  });

  it('are closed to outsiders, colleagues and the other party; an administrator only reads them', async () => {
    const { approvalId } = await submitted();
    const [first] = own.approvers as [ApiClient, ApiClient];
    const { commentId } = await first.call(addComment, pin(approvalId), once());
    const person = await newPerson();
    await addMember(own.ent, person, ['SIGN_OPERATOR', 'APPROVER']);
    const colleague = await signedIn(person, own.ent);
    for (const [who, code] of [
      [colleague, 'NOT_FOUND'],
      [own.admin, 'NO_PERMISSION'],
    ] as const) {
      expect(await refusal(who, addComment, pin(approvalId))).toBe(code);
      expect(await refusal(who, replyComment, { approvalId, commentId, text: '回复' })).toBe(code);
      expect(await refusal(who, resolveComment, { approvalId, commentId, resolved: true })).toBe(code);
    }
    expect(await refusal(colleague, listComments, { approvalId })).toBe('NOT_FOUND');
    const { mayWrite, comments } = await own.admin.call(listComments, { approvalId });
    expect([mayWrite, comments.length]).toEqual([false, 1]);
    expect(await refusal(own.outside, listComments, { approvalId })).not.toBe('');
    const other = await firm(1);
    expect(await refusal(other.approvers[0]!, listComments, { approvalId })).toBe('NOT_FOUND');
  });

  it('of two written in the same second both stay, and a repeated request is one comment', async () => {
    const { approvalId } = await submitted();
    const [first] = own.approvers as [ApiClient, ApiClient];
    const key = once();
    await Promise.all([
      first.call(addComment, pin(approvalId, { text: '甲' }), once()),
      own.sender.call(addComment, pin(approvalId, { text: '乙' }), once()),
    ]);
    await first.call(addComment, pin(approvalId, { text: '丙' }), key);
    await first.call(addComment, pin(approvalId, { text: '丙' }), key);
    const { comments } = await first.call(listComments, { approvalId });
    expect(comments.map(({ text }) => text).sort()).toEqual(['丙', '乙', '甲']);
    expect(comments.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
