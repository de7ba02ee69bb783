/** The links in messages about contracts: to whom they lead, what they tell, and when they end. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';
import { AGREEMENT_VERSION } from '#core/identity/agreements.ts';
import { getRegisteredUser } from '#core/identity/calls.ts';
import { acceptInvitation, openInvitation, sendInvitationCode } from '#core/invitation/calls.ts';
import { revokeTask, sendTask, urgeTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { outbox, signer } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { companyA, newKey, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { codeSentTo, sentMessages, sentText } from '#tests/fixtures/messages.ts';
import { maskedMobile, newMobile } from '#tests/fixtures/new-number.ts';
import { database, newPerson } from '#tests/fixtures/people.ts';
import { registerPerson as newcomer, verifyName } from '#tests/fixtures/registration.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const LINK = /(http:\/\/\S+\/i\/[0-9a-z]{26})$/;
const nobody = () => new ApiClient(product().baseUrl);
const agreements = {
  1: AGREEMENT_VERSION,
  2: AGREEMENT_VERSION,
  3: AGREEMENT_VERSION,
  4: AGREEMENT_VERSION,
};

/** A contract sent to a number, and the code of the link that the number was sent. */
async function sentTo(mobile: string, realName = '陈受邀') {
  const sender = await companyA();
  const plan = await taskToSend(sender, [personSigner({ realName, mobile })]);
  const { planId: taskId } = await sender.call(sendTask, plan);
  const link = await sentText(nobody(), mobile, LINK);
  return { sender, planId: taskId, taskName: plan.taskName, link, code: link.slice(-26) };
}

const codeFor = async (code: string, mobile: string) => {
  await nobody().call(sendInvitationCode, { code });
  return codeSentTo(nobody(), mobile, '验证码');
};

it('a contract sent to a number without account brings a short link, the same in every message', async () => {
  const mobile = newMobile();
  const { sender, planId: taskId, link, taskName, code } = await sentTo(mobile);
  expect(link.length).toBeLessThanOrEqual(80);
  await sender.call(urgeTask, { planId: taskId });
  const texts = (await sentMessages(nobody(), mobile)).map(({ text }) => LINK.exec(text)?.[1]);
  expect(texts).toEqual([link, link]);

  // What it tells nobody in particular, as often as it is asked.
  const told = {
    state: 'OPEN',
    taskName,
    files: 1,
    mobile: maskedMobile(mobile),
    reader: 'NOBODY',
    target: null,
  };
  for (let i = 0; i < 3; i++) expect(await nobody().call(openInvitation, { code })).toMatchObject(told);
  expect(JSON.stringify(await nobody().call(openInvitation, { code }))).not.toContain(taskId);
  // The code is nowhere: neither in what is to be sent nor beside the digest.
  expect(JSON.stringify(await database().select().from(outbox))).not.toContain(code);
});

it('makes an account without a password by code and agreements, and the contract is there', async () => {
  const mobile = newMobile();
  const { planId: taskId, code } = await sentTo(mobile);
  const authCode = await codeFor(code, mobile);
  const wrong = authCode === '000000' ? '111111' : '000000';
  expect(await refusal(nobody(), acceptInvitation, { code, authCode: wrong })).toBe('CODE_WRONG');
  expect(await nobody().call(acceptInvitation, { code, authCode })).toEqual({ session: null });
  const old = { ...agreements, 4: 'older' };
  expect(await refusal(nobody(), acceptInvitation, { code, authCode, agreements: old })).toBe(
    'AGREEMENT_NOT_ACCEPTED',
  );
  const client = nobody();
  client.session = (await client.call(acceptInvitation, { code, authCode, agreements })).session!;
  const { records } = await client.call(listTasks, { box: 'pending', dataRange: 'ALL' });
  expect(records.map((one) => one.planId)).toEqual([taskId]);
  expect((await client.call(getRegisteredUser, { id: client.session.userId })).defaultPwd).toBe(false);
  // The code was used up by it.
  expect(await refusal(nobody(), acceptInvitation, { code, authCode })).toBe('CODE_WRONG');
  expect(await client.call(openInvitation, { code })).toMatchObject({
    reader: 'RECIPIENT',
    target: { planId: taskId, entId: '', signs: true, lacks: 'NAME' },
  });
});

it('signs in who has an account by a code, and tells somebody else no more than nobody', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const { planId: taskId, code, taskName } = await sentTo(person.mobile, person.name);
  const stranger = await signedIn(other);
  expect(await stranger.call(openInvitation, { code })).toMatchObject({
    taskName,
    reader: 'OTHER',
    mobile: maskedMobile(person.mobile),
    target: null,
  });
  const client = nobody();
  const authCode = await codeFor(code, person.mobile);
  client.session = (await client.call(acceptInvitation, { code, authCode })).session!;
  expect(client.session.userId).toBe(person.id);
  expect(await client.call(openInvitation, { code })).toMatchObject({
    reader: 'RECIPIENT',
    target: { planId: taskId, signs: true, lacks: '' },
  });
});

it('ends with its task, and as soon as the party has another number', async () => {
  const mobile = newMobile();
  const { sender, planId: taskId, code } = await sentTo(mobile);
  await sender.call(revokeTask, { planId: taskId, reason: '条款有误' });
  expect(await nobody().call(openInvitation, { code })).toMatchObject({ state: 'WITHDRAWN', target: null });
  expect(await refusal(nobody(), sendInvitationCode, { code })).toBe('INVITATION_ENDED');
  expect(await refusal(nobody(), acceptInvitation, { code, authCode: '000000', agreements })).toBe(
    'INVITATION_ENDED',
  );
  const corrected = await sentTo(newMobile());
  await database().update(signer).set({ mobileIndex: newKey() }).where(eq(signer.taskId, corrected.planId));
  const after = await nobody().call(openInvitation, { code: corrected.code });
  expect(after).toMatchObject({ state: 'CHANGED', taskName: '', initiator: '', mobile: '' });
  expect(await refusal(nobody(), sendInvitationCode, { code: corrected.code })).toBe('INVITATION_ENDED');
});

it('tells whoever has the number under another name that it is not theirs, and no more', async () => {
  const { code } = await sentTo(newMobile(), '陈受邀');
  const mobile = newMobile();
  const own = await sentTo(mobile, '陈受邀');
  const person = await newcomer(mobile);
  expect(await person.client.call(openInvitation, { code: own.code })).toMatchObject({ reader: 'RECIPIENT' });
  await verifyName(person, '林另名');
  const after = await person.client.call(openInvitation, { code: own.code });
  expect(after).toMatchObject({ reader: 'OTHER_NAME', target: null });
  expect(await person.client.call(openInvitation, { code })).toMatchObject({ reader: 'OTHER', target: null });
});

it('leads the operator of an unverified enterprise to its verification, the contract waiting', async () => {
  const [sender, operator] = [await companyA(), await newPerson()];
  const entName = `等待${crypto.randomUUID().slice(0, 6)}有限公司`;
  const signer = { signatoryId: newKey(), signatoryType: 'ENTERPRISE' as const, entName };
  const { name: userName, mobile } = operator;
  const plan = await taskToSend(sender, [{ ...signer, userName, mobile, signOrder: 1 }]);
  const { planId } = await sender.call(sendTask, plan);
  const code = (await sentText(nobody(), mobile, LINK)).slice(-26);
  const client = await signedIn(operator);
  expect(await client.call(openInvitation, { code })).toMatchObject({
    enterprise: entName,
    reader: 'RECIPIENT',
    target: { planId, entId: '', lacks: 'ENTERPRISE' },
  });
});

it('refuses a link that is none, and an address that guesses', async () => {
  const guess = { code: '0'.repeat(26) };
  expect(await refusal(nobody(), openInvitation, guess)).toBe('INVITATION_UNKNOWN');
  expect(await refusal(nobody(), sendInvitationCode, guess)).toBe('INVITATION_UNKNOWN');
  expect(await refusal(nobody(), openInvitation, { code: 'short' })).toBe('INPUT_INVALID');
  const from = { 'cf-connecting-ip': '203.0.113.61' };
  const answers: number[] = [];
  for (let i = 0; i < 125; i++) answers.push((await nobody().envelope(openInvitation, guess, from)).code);
  expect(answers.slice(0, 100).every((code) => code === ERROR_CODES.INVITATION_UNKNOWN)).toBe(true);
  expect(answers.at(-1)).toBe(ERROR_CODES.TOO_OFTEN);
});
