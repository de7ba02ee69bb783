/** Signers whom the sender corrects before they sign. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { decideApproval, getApproval } from '#core/approval/calls.ts';
import type { InputOf } from '#core/call.ts';
import { getTask, revokeTask, sendTask, signTask } from '#core/task/calls.ts';
import { correctSigner, getSigner } from '#core/task/correct-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { creditTransfer } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import {
  enterpriseSigner,
  fillingsFor,
  personSigner,
  seenIn,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { sentMessages, sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { companyWithAdmin, database, newPerson, type Person } from '#tests/fixtures/people.ts';
import { consentOf } from '#tests/fixtures/seal-uses.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const REASON = '手机号写错了';
const to = ({ name, mobile }: Person, order = 1) => personSigner({ realName: name, mobile }, order);
const person = () => newPerson({ signPassword: DEMO.signPassword });

/** A contract that a company has sent to some people. */
async function sentTo(people: readonly Person[], change: Partial<InputOf<typeof sendTask>> = {}) {
  const { ent, admin, boss } = await companyWithAdmin();
  const plan = await taskToSend(
    admin,
    people.map((one, i) => to(one, i + 1)),
    change,
  );
  const { planId: taskId } = await admin.call(sendTask, plan, once());
  return { ent, admin, boss, planId: taskId, taskName: plan.taskName };
}

const signersOf = async (client: ApiClient, taskId: string) =>
  (await client.call(getTask, { planId: taskId })).signerList;

type Fields = Omit<InputOf<typeof correctSigner>, 'planId' | 'signerId' | 'edition' | 'reason'>;

/** OK, or why the correction of the nth signer was refused. */
async function correcting(client: ApiClient, taskId: string, nth: number, fields: Fields) {
  const { signerId } = (await signersOf(client, taskId))[nth]!;
  const { edition } = await client.call(getSigner, { planId: taskId, signerId });
  return refusal(client, correctSigner, { planId: taskId, signerId, edition, ...fields, reason: REASON });
}

const correct = async (...asked: Parameters<typeof correcting>) =>
  expect(await correcting(...asked)).toBe('OK');

const listed = async (client: ApiClient) =>
  (await client.call(listTasks, { box: 'all', dataRange: 'ALL' })).records.map(
    ({ planId: taskId }) => taskId,
  );

const signAs = async (client: ApiClient, taskId: string) =>
  client.call(signTask, {
    planId: taskId,
    seen: await seenIn(client, taskId),
    fillings: await fillingsFor(client, taskId),
    consent: await consentOf(client),
  });

const textsTo = async (client: ApiClient, mobile: string, name: string) =>
  (await sentMessages(client, mobile)).map(({ text }) => text).filter((text) => text.includes(name));

describe('a signer whose number was wrong', () => {
  it('signs after the correction; whoever had the number is told and sees the task no more', async () => {
    const [wrong, right] = [await person(), await person()];
    const { admin, planId: taskId, taskName } = await sentTo([wrong]);
    const former = await signedIn(wrong);
    expect(await listed(former)).toEqual([taskId]);
    await correct(admin, taskId, 0, { userName: right.name, mobile: right.mobile });

    expect(await listed(former)).toEqual([]);
    expect(await refusal(former, getTask, { planId: taskId })).toBe('NOT_FOUND');
    expect(await textsTo(admin, wrong.mobile, taskName)).toContainEqual(
      expect.stringContaining('您无需再签署'),
    );
    const { records } = await sentNotices(former, { keyword: taskName });
    expect(records.find(({ subject }) => subject.includes('您无需再签署'))).toMatchObject({ planId: '' });
    expect(await textsTo(admin, right.mobile, taskName)).toEqual([expect.stringContaining('邀请您签署')]);

    const entry = (await trailEntries(admin, taskId)).at(-1)!;
    expect(entry.event).toBe('CORRECTED');
    const shown = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
    expect(entry.remark).toBe(
      `${wrong.name} ${shown(wrong.mobile)} → ${right.name} ${shown(right.mobile)} · ${REASON}`,
    );
    await signAs(await signedIn(right), taskId);
    expect(await admin.call(getTask, { planId: taskId })).toMatchObject({ endReason: 'COMPLETED' });
    const moves = await database().select().from(creditTransfer).where(eq(creditTransfer.taskId, taskId));
    expect(moves.map(({ kind }) => kind).toSorted()).toEqual(['RESERVE', 'USE']);
  });

  it('who was never called hears nothing, nor who comes in their place before their turn', async () => {
    const [first, wrong, right] = [await person(), await person(), await person()];
    const { admin, planId: taskId, taskName } = await sentTo([first, wrong], { orderState: 'ORDER' });
    await correct(admin, taskId, 1, { userName: right.name, mobile: right.mobile });
    expect(await textsTo(admin, wrong.mobile, taskName)).toEqual([]);
    expect(await textsTo(admin, right.mobile, taskName)).toEqual([]);
    await signAs(await signedIn(first), taskId);
    expect(await textsTo(admin, right.mobile, taskName)).toEqual([expect.stringContaining('邀请您签署')]);
  });

  it('may be nobody’s here yet; an e-mail alone calls nobody anew', async () => {
    const wrong = await person();
    const { admin, planId: taskId, taskName } = await sentTo([wrong]);
    await correct(admin, taskId, 0, { email: 'a@example.com' });
    expect(await textsTo(admin, wrong.mobile, taskName)).toHaveLength(1);
    const mobile = newMobile();
    await correct(admin, taskId, 0, { mobile });
    expect((await signersOf(admin, taskId))[0]).toMatchObject({ registered: false, status: 'SIGNING' });
    expect(await textsTo(admin, mobile, taskName)).toEqual([expect.stringContaining('邀请您签署')]);
    // The next correction begins with what was typed in this one.
    const { signerId } = (await signersOf(admin, taskId))[0]!;
    expect(await admin.call(getSigner, { planId: taskId, signerId })).toMatchObject({
      mobile,
      email: 'a@example.com',
    });
  });

  it('an enterprise is corrected to another one, and to another operator of it', async () => {
    const [one, other] = [await companyWithAdmin(), await companyWithAdmin()];
    const { admin } = await companyWithAdmin();
    const operator = { realName: one.boss.name, mobile: one.boss.mobile };
    const plan = await taskToSend(admin, [enterpriseSigner(one.ent, operator)]);
    const { planId: taskId } = await admin.call(sendTask, plan, once());
    expect(await listed(one.admin)).toEqual([taskId]);
    const anew = { entName: other.ent.name, userName: other.boss.name, mobile: other.boss.mobile };
    await correct(admin, taskId, 0, anew);
    expect(await listed(one.admin)).toEqual([]);
    expect(await listed(other.admin)).toEqual([taskId]);
    expect((await signersOf(other.admin, taskId))[0]).toMatchObject({ entName: other.ent.name, mine: true });
  });
});

describe('a correction is refused', () => {
  it('to everybody but the sender and their administrators, and once the signer has signed', async () => {
    const [first, second] = [await person(), await person()];
    const { admin, planId: taskId } = await sentTo([first, second]);
    const signer = await signedIn(first);
    const [one] = await signersOf(admin, taskId);
    const input = { planId: taskId, signerId: one!.signerId };
    expect(await refusal(signer, getSigner, input)).not.toBe('OK');
    expect(await refusal((await companyWithAdmin()).admin, getSigner, input)).toBe('NOT_FOUND');
    await signAs(signer, taskId);
    expect(await refusal(admin, getSigner, input)).toBe('SIGNER_SIGNED');
    const twice = { userName: first.name, mobile: first.mobile };
    expect(await correcting(admin, taskId, 1, twice)).toBe('SIGNER_TWICE');
    await admin.call(revokeTask, { planId: taskId, reason: REASON });
    const [, left] = await signersOf(admin, taskId);
    const closed = { planId: taskId, signerId: left!.signerId };
    expect(await refusal(admin, getSigner, closed)).toBe('TASK_CLOSED');
  });

  it('if somebody else has corrected the signer since it was opened, also at the same moment', async () => {
    const [wrong, one, two] = [await person(), await person(), await person()];
    const { admin, planId: taskId } = await sentTo([wrong]);
    const { signerId } = (await signersOf(admin, taskId))[0]!;
    const { edition } = await admin.call(getSigner, { planId: taskId, signerId });
    const as = ({ name, mobile }: Person) =>
      refusal(admin, correctSigner, {
        planId: taskId,
        signerId,
        edition,
        userName: name,
        mobile,
        reason: REASON,
      });
    expect((await Promise.all([as(one), as(two)])).toSorted()).toEqual(['OK', 'SIGNER_CHANGED']);
    const lines = (await trailEntries(admin, taskId)).filter(({ event }) => event === 'CORRECTED');
    expect(lines).toHaveLength(1);
  });

  it('or the signer signs at that moment: one of both wins whole', async () => {
    for (let round = 0; round < 3; round++) {
      const [wrong, right] = [await person(), await person()];
      const { admin, planId: taskId } = await sentTo([wrong, await person()]);
      const former = await signedIn(wrong);
      const [signed, corrected] = await Promise.allSettled([
        signAs(former, taskId),
        correct(admin, taskId, 0, { userName: right.name, mobile: right.mobile }),
      ]);
      const isSigned = signed.status === 'fulfilled';
      expect(corrected.status === 'fulfilled').toBe(!isSigned);
      const [one] = await signersOf(admin, taskId);
      expect(one).toMatchObject(
        isSigned ? { userName: wrong.name, status: 'SIGNED' } : { userName: right.name, status: 'SIGNING' },
      );
    }
  });
});

describe('what a company approves', () => {
  it('is asked anew while they decide; a decision on the former party is refused', async () => {
    const own = await firm(1);
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const { planId: taskId } = await own.sender.call(sendTask, await planOf(own), once());
    const { signerId } = (await signersOf(own.sender, taskId))[0]!;
    // The approvers were found by who submitted it.
    expect(await refusal(own.admin, getSigner, { planId: taskId, signerId })).toBe('TASK_REVIEWING');
    const approver = own.approvers[0]!;
    const first = await approver.call(getApproval, { planId: taskId });
    const asked = async () => (await sentNotices(approver, { size: 50 })).records.length;
    const before = await asked();
    const right = await person();
    await correct(own.sender, taskId, 0, { userName: right.name, mobile: right.mobile });
    const stale = {
      approvalId: first.approvalId,
      digest: first.digest,
      decision: 'PASS' as const,
      words: '',
    };
    expect(await refusal(approver, decideApproval, stale)).toBe('APPROVAL_CHANGED');
    expect(await asked()).toBe(before + 1);
    // Nobody outside has heard of it, neither the former nor the new one.
    expect(await listed(await signedIn(right))).toEqual([]);
    expect(await listed(own.outside)).toEqual([]);
    const events = (await trailEntries(own.sender, taskId)).map(({ event }) => event);
    expect(events.slice(-2)).toEqual(['CORRECTED', 'SENT_FOR_REVIEW']);
    await decideAs(approver, taskId, 'PASS');
    expect(await listed(await signedIn(right))).toEqual([taskId]);
    expect(await listed(own.outside)).toEqual([]);
  });

  it('begins anew with the first approver: what was decided on the former party counts no more', async () => {
    const own = await firm(2);
    const [one, two] = own.approverPeople;
    await enableFlow(own.admin, flowOf([node([one!.id]), node([two!.id])]));
    const plan = await planOf(own);
    const { planId: taskId } = await own.sender.call(sendTask, plan, once());
    await decideAs(own.approvers[0]!, taskId, 'PASS');
    const right = await person();
    await correct(own.sender, taskId, 0, { userName: right.name, mobile: right.mobile });
    // The second is not asked before the first has decided on the new party.
    const { digest } = await own.approvers[0]!.call(getApproval, { planId: taskId });
    await decideAs(own.approvers[0]!, taskId, 'PASS');
    expect((await own.approvers[1]!.call(getApproval, { planId: taskId })).digest).toBe(digest);
    await decideAs(own.approvers[1]!, taskId, 'PASS');
    expect(await listed(await signedIn(right))).toEqual([taskId]);
  });

  it('is not asked again for another number of an operator, whom approvers do not judge', async () => {
    const [own, other] = [await firm(1), await companyWithAdmin()];
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const operator = { realName: other.boss.name, mobile: other.boss.mobile };
    const plan = await taskToSend(own.sender, [enterpriseSigner(other.ent, operator)]);
    const { planId: taskId } = await own.sender.call(sendTask, plan, once());
    const { digest } = await own.approvers[0]!.call(getApproval, { planId: taskId });
    await correct(own.sender, taskId, 0, { mobile: newMobile() });
    expect((await trailEntries(own.sender, taskId)).at(-1)!.event).toBe('CORRECTED');
    expect((await own.approvers[0]!.call(getApproval, { planId: taskId })).digest).toBe(digest);
  });

  it('and sent is not given to another party any more, only to another number of its operator', async () => {
    const [own, other] = [await firm(1), await companyWithAdmin()];
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const operator = { realName: other.boss.name, mobile: other.boss.mobile };
    const plan = await taskToSend(own.sender, [enterpriseSigner(other.ent, operator), to(own.outsidePerson)]);
    const { planId: taskId } = await own.sender.call(sendTask, plan, once());
    await decideAs(own.approvers[0]!, taskId, 'PASS');
    const right = await person();
    const anew = { userName: right.name, mobile: right.mobile };
    expect(await correcting(own.sender, taskId, 1, anew)).toBe('PARTIES_APPROVED');
    await correct(own.sender, taskId, 0, { mobile: newMobile() });
    expect((await trailEntries(own.sender, taskId)).at(-1)!.event).toBe('CORRECTED');
  });
});
