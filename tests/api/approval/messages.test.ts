import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { decideApproval, getApproval, transferApproval, urgeApproval } from '#core/approval/calls.ts';
import { openApproval } from '#core/approval/external-calls.ts';
import { LIMITS } from '#core/config/limits.ts';
import { sendTask } from '#core/task/calls.ts';
import { account, approval } from '#db/schema/index.ts';
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
import { sentMessages } from '#tests/fixtures/messages.ts';
import { database, keyring, type Person } from '#tests/fixtures/people.ts';

import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

/** What reached an address about approvals, oldest first. */
async function toldTo({ outside }: Firm, target: string) {
  const messages = await sentMessages(outside, target);
  return messages
    .filter(({ text }) => text.includes('/contract/openApproval?'))
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map(({ text }) => text);
}
const linked = (text: string | undefined) => /approvalId=(\w+)/.exec(text ?? '')?.[1];

async function giveMail(accountId: string, mail: string): Promise<void> {
  const keys = await keyring();
  const emailSealed = await keys.sealField(mail, `email:${accountId}`);
  const emailIndex = await keys.indexOf(mail, 'email');
  await database().update(account).set({ emailSealed, emailIndex }).where(eq(account.id, accountId));
}

async function submit(own: Firm) {
  const plan = await planOf(own);
  const { planId: taskId } = await own.sender.call(sendTask, plan, once());
  const { approvalId } = await own.sender.call(getApproval, { planId: taskId });
  return { planId: taskId, approvalId, taskName: plan.taskName };
}

describe('a message to an approver', () => {
  it('[2.18a] comes on request and reminder, with a link that opens for them alone after a login', async () => {
    const own = await firm(2);
    const [first, second] = own.approverPeople as [Person, Person];
    await enableFlow(own.admin, flowOf([node([first.id]), node([second.id])]));
    const { planId: taskId, approvalId, taskName } = await submit(own);
    const [text, ...more] = await toldTo(own, first.mobile);
    expect(more).toEqual([]);
    expect(text).toContain(`${own.senderPerson.name} 提交的“${taskName}”需要您审批`);
    expect(linked(text)).toBe(approvalId);
    expect(await toldTo(own, second.mobile)).toEqual([]);

    const opened = { approvalId, entId: own.ent.id, entName: own.ent.name };
    // As oneself, too: the answer names the enterprise to act for.
    for (const client of [own.approvers[0]!, await signedIn(first)])
      expect(await client.call(openApproval, { approvalId })).toEqual(opened);
    for (const client of [own.approvers[1]!, own.outside])
      expect(await refusal(client, openApproval, { approvalId })).toBe('NOT_FOUND');

    await own.sender.call(urgeApproval, { approvalId });
    expect((await toldTo(own, first.mobile)).at(-1)).toContain('提醒您审批');
    await decideAs(own.approvers[0]!, taskId, 'PASS');
    expect(linked((await toldTo(own, second.mobile)).at(-1))).toBe(approvalId);
    expect(await own.approvers[1]!.call(openApproval, { approvalId })).toEqual(opened);
  });

  it('comes when time is over, to whom it escalates, and to whom it is handed', async () => {
    const own = await firm(2);
    const [first, second] = own.approverPeople as [Person, Person];
    await enableFlow(own.admin, flowOf([node([first.id], { hours: 1, late: 'ESCALATE' })]));
    const { planId: taskId, approvalId } = await submit(own);
    const [row] = await database().select().from(approval).where(eq(approval.subjectId, taskId));
    const past = Date.now() - 2 * 3_600_000;
    await database()
      .update(approval)
      .set({ dueAt: past, steps: row!.steps.map((step) => ({ ...step, startedAt: past })) })
      .where(eq(approval.id, approvalId));
    expect((await toldTo(own, first.mobile)).at(-1)).toContain('已超过时限');
    expect((await toldTo(own, own.boss.mobile)).map(linked)).toEqual(expect.arrayContaining([approvalId]));
    await own.approvers[0]!.call(transferApproval, { approvalId, to: second.id }, once());
    expect((await toldTo(own, second.mobile)).map(linked)).toEqual([approvalId]);
  });

  it('comes by mail, too, where they have an address, and not more than a few for many at once', async () => {
    const own = await firm(1);
    const [approver] = own.approverPeople as [Person];
    const mail = `a${approver.mobile}@example.com`;
    await giveMail(approver.id, mail);
    await enableFlow(own.admin, flowOf([node([approver.id])]));
    const most = LIMITS.approvalMessages;
    for (let i = 0; i < most + 2; i++) await submit(own);
    expect(await toldTo(own, approver.mobile)).toHaveLength(most);
    expect(await toldTo(own, mail)).toHaveLength(most);
  });

  it('does not come once somebody else decided', async () => {
    const own = await firm(2);
    const [first, second] = own.approverPeople as [Person, Person];
    await enableFlow(own.admin, flowOf([node([first.id]), node([second.id], { hours: 1, late: 'REMIND' })]));
    const { planId: taskId, approvalId } = await submit(own);
    const { digest } = await own.approvers[0]!.call(getApproval, { planId: taskId });
    await own.approvers[0]!.call(
      decideApproval,
      { approvalId, digest, decision: 'REJECT', words: '不行' },
      once(),
    );
    expect(await toldTo(own, second.mobile)).toEqual([]);
  });
});
