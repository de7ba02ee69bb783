/** How messages about a contract fare, as its sender sees it. */
import { expect, it } from 'vitest';
import { reportSimulated } from '#core/internal/calls.ts';
import { openInvitation } from '#core/invitation/calls.ts';
import { revokeTask, sendTask, urgeTask } from '#core/task/calls.ts';
import { correctSigner, getSigner } from '#core/task/correct-calls.ts';
import { getDelivery } from '#core/task/delivery-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { ApiClient } from '#tests/client.ts';
import { newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { sentNotice, sentNotices, sentText } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { drained } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const nobody = () => new ApiClient(product().baseUrl);
/** Numbers of the simulator that do not exist, and of which it reports nothing by itself. */
const missing = () => `199404${newMobile().slice(-5)}`;
const silent = () => `199408${newMobile().slice(-5)}`;

/** A contract that a new company sends to these numbers, in no order, with a copy to the last. */
async function sentTo(...mobiles: string[]) {
  const boss = await newPerson();
  const ent = await newCompany(boss);
  const sender = await signedIn(boss, ent);
  const signers = mobiles.map((mobile, i) => personSigner({ realName: `陈收件${'甲乙丙'[i]}`, mobile }));
  const reader = { copyId: newKey(), copyType: 'PERSON' as const, userName: '陈抄送', mobile: newMobile() };
  const plan = await taskToSend(sender, signers, { ccList: [reader] });
  const { planId: taskId } = await sender.call(sendTask, plan);
  const read = async () => {
    await drained();
    return (await sender.call(getDelivery, { planId: taskId })).parties;
  };
  const failed = async () =>
    (await sender.call(listTasks, { box: 'startWithMe', delivery: 'FAILED' })).records.map(
      (one) => one.planId,
    );
  return { sender, boss, ent, planId: taskId, taskName: plan.taskName, read, failed };
}

it('a sender sees of each party what was sent, delivered, failed, and when it was opened', async () => {
  const good = newMobile();
  const { sender, planId: taskId, read, failed, taskName } = await sentTo(good, missing());
  const [first, second, reader] = await read();
  expect(first).toMatchObject({
    openedAt: null,
    messages: [{ channel: 'sms', subject: 'SIGN', state: 'DELIVERED', reason: '', former: false }],
  });
  const { askedAt, sentAt, settledAt } = first!.messages[0]!;
  expect(askedAt).toBeLessThanOrEqual(sentAt!);
  expect(sentAt).toBeLessThanOrEqual(settledAt!);
  expect(second!.messages).toMatchObject([{ state: 'FAILED', reason: 'NUMBER_INVALID' }]);
  expect(reader!.messages).toMatchObject([{ subject: 'COPY', state: 'DELIVERED' }]);
  // A failure is a notice, once, and found in the list.
  await sentNotice(sender, '未送达');
  const { records } = await sentNotices(sender, { keyword: taskName, size: 50 });
  expect(records.filter(({ subject }) => subject.includes('未送达'))).toHaveLength(1);
  expect(await failed()).toEqual([taskId]);
  const code = (await sentText(nobody(), good, /(\/i\/[0-9a-z]{26})$/)).slice(-26);
  // The sender who tries the link is not its recipient.
  await sender.call(openInvitation, { code });
  expect((await read())[0]!.openedAt).toBeNull();
  await nobody().call(openInvitation, { code });
  const opened = (await read())[0]!.openedAt;
  expect(opened).toBeGreaterThanOrEqual(settledAt!);
  await nobody().call(openInvitation, { code });
  expect((await read())[0]!.openedAt).toBe(opened);
});

it('no party and no stranger sees how messages fared, nor whom they failed to reach', async () => {
  const person = await newPerson();
  const { boss, ent, planId: taskId } = await sentTo(person.mobile, missing());
  const signer = await signedIn(person);
  expect(await refusal(signer, getDelivery, { planId: taskId })).toBe('NO_PERMISSION');
  const found = await signer.call(listTasks, { box: 'all', delivery: 'FAILED', dataRange: 'ALL' });
  expect(found.records).toEqual([]);
  const stranger = await newPerson();
  expect(await refusal(await signedIn(stranger), getDelivery, { planId: taskId })).toBe('NOT_FOUND');
  const colleague = await newPerson();
  await addMember(ent, colleague, ['SIGN_OPERATOR']);
  expect(await refusal(await signedIn(colleague, ent), getDelivery, { planId: taskId })).toBe('NOT_FOUND');
  // The sender as a person is not the enterprise.
  expect(await refusal(await signedIn(boss), getDelivery, { planId: taskId })).toBe('NOT_FOUND');
});

it('one signer is written to again, at most every ten minutes and never after the end', async () => {
  const mobile = silent();
  const { sender, planId: taskId, read, failed } = await sentTo(mobile, newMobile());
  const [first, second, reader] = await read();
  const { messageId } = first!.messages[0]!;
  expect(first!.messages[0]!.state).toBe('SENT');
  await nobody().call(reportSimulated, { id: messageId, state: 'FAILED', reason: 'UNREACHABLE' });
  expect((await read())[0]!.messages[0]).toMatchObject({ state: 'FAILED', reason: 'UNREACHABLE' });
  expect(await failed()).toEqual([taskId]);

  const again = { planId: taskId, signerId: first!.partyId };
  expect(await sender.call(urgeTask, again)).toEqual({ urged: 1 });
  const [after, other] = await read();
  expect(after!.messages.map(({ subject, state }) => [subject, state])).toEqual([
    ['URGE', 'SENT'],
    ['SIGN', 'FAILED'],
  ]);
  expect(other!.messages).toHaveLength(1);
  // The later message was taken, so the former failure waits for nobody.
  expect(await failed()).toEqual([]);
  expect(await refusal(sender, urgeTask, again)).toBe('URGED_TOO_OFTEN');
  expect(await refusal(sender, urgeTask, { planId: taskId, signerId: reader!.partyId })).toBe('NOT_FOUND');
  await sender.call(revokeTask, { planId: taskId, reason: '写错了' });
  const late = { planId: taskId, signerId: second!.partyId };
  expect(await refusal(sender, urgeTask, late)).toBe('TASK_CLOSED');
});

it('after a correction the former’s messages are marked, and the new one’s count', async () => {
  const { sender, planId: taskId, read, failed } = await sentTo(missing());
  const { partyId } = (await read())[0]!;
  expect(await failed()).toEqual([taskId]);
  const { edition } = await sender.call(getSigner, { planId: taskId, signerId: partyId });
  const mobile = newMobile();
  await sender.call(correctSigner, { planId: taskId, signerId: partyId, edition, mobile, reason: '空号' });
  const [corrected] = await read();
  const shown = corrected!.messages.map(({ subject, former, state }) => ({ subject, former, state }));
  expect(shown).toContainEqual({ subject: 'SIGN', former: false, state: 'DELIVERED' });
  expect(shown).toContainEqual({ subject: 'SIGN', former: true, state: 'FAILED' });
  expect(await failed()).toEqual([]);
});
