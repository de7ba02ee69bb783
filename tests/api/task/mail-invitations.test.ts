/** Invitations by mail: what is written to whom, and what ends reminders. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateMail } from '#core/account/calls.ts';
import { AGREEMENT_VERSION } from '#core/identity/agreements.ts';
import { getRegisteredUser, requestToken, sendAuthCode, sendMailCode } from '#core/identity/calls.ts';
import {
  acceptInvitation,
  endReminders,
  openInvitation,
  sendInvitationCode,
} from '#core/invitation/calls.ts';
import { getTask, sendTask, urgeTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { account, invitation, signer } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { sendMail } from '#edge/notice/send-mail.ts';
import { ApiClient } from '#tests/client.ts';
import { companyA, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { codeSentTo, sentMessages, sentText } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { database, newPerson } from '#tests/fixtures/people.ts';
import { environment, keyring, newId } from '#tests/fixtures/product-database.ts';
import { passCaptcha } from '#tests/fixtures/registration.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const nobody = () => new ApiClient(product().baseUrl);
const newMail = () => `lin-${newId()}@example.com`;

const taken: Record<string, unknown>[] = [];
const gateway = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += String(part);
  taken.push(JSON.parse(text) as Record<string, unknown>);
  response.writeHead(200).end('{}');
});
beforeAll(() => new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => gateway.close(done)));

/** What a Worker with a gateway has: the product's database and keys. */
async function withGateway(): Promise<Context> {
  const now = Date.now();
  const env = {
    ...environment(),
    MAIL_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/emails`,
    MAIL_FROM: 'Signet <no-reply@signet.example>',
    PUBLIC_URL: product().baseUrl,
  };
  const made = { env, db: database(), keys: await keyring(), now, newId, language: 'zh-CN' };
  return made as unknown as Context;
}

/** A contract sent to a number and an address, with its signer as kept. */
async function sentTo(mobile: string, email: string) {
  const sender = await companyA();
  const plan = await taskToSend(sender, [{ ...personSigner({ realName: '林受邀', mobile }), email }]);
  const { planId: taskId } = await sender.call(sendTask, plan);
  const [row] = await database().select().from(signer).where(eq(signer.taskId, taskId));
  return { sender, planId: taskId, taskName: plan.taskName, row: row! };
}

const mailTo = (
  { id, taskId, emailSealed, mobileIndex, accountId }: typeof signer.$inferSelect,
  template: 'TASK_TO_SIGN' | 'TASK_URGED',
  params: Record<string, string>,
) => ({
  template,
  params,
  taskId,
  emailSealed,
  sealContext: `email:${id}`,
  toAccountId: accountId,
  ownAddress: false,
  invited: { taskId, partyId: id, mobileIndex },
});

it('an address beside the number gets the same invitation and link, and every later word', async () => {
  const [mobile, mail] = [newMobile(), newMail()];
  const { sender, planId: taskId, taskName } = await sentTo(mobile, mail);
  const link = await sentText(nobody(), mobile, /(http:\/\/\S+\/i\/[0-9a-z]{26})$/);
  const invited = await sentText(nobody(), mail, /([\s\S]*)/);
  expect(invited).toContain(`邀请您签署“${taskName}”`);
  expect(invited).toContain(link);
  expect(invited).not.toContain('不再接收');
  await sender.call(urgeTask, { planId: taskId });
  const texts = (await sentMessages(nobody(), mail)).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts.find((text) => text.includes('提醒您签署'))).toContain('不再接收这份合同的提醒');
  expect(JSON.stringify(await sender.call(getTask, { planId: taskId }))).not.toContain(mail);
});

it('is from the sender by name, answers reach their address, one POST ends reminders', async () => {
  const { sender, row, taskName } = await sentTo(newMobile(), newMail());
  const context = await withGateway();
  const params = { initiator: '甲方', task: taskName };
  const own = sender.session!.userId;
  const sealed = await context.keys.sealField('sender@company.example', `email:${own}`);
  const [former] = await database().select().from(account).where(eq(account.id, own));
  await database().update(account).set({ emailSealed: sealed }).where(eq(account.id, own));
  try {
    await sendMail(context, mailTo(row, 'TASK_TO_SIGN', params), newId(), context.now);
  } finally {
    await database().update(account).set({ emailSealed: former!.emailSealed }).where(eq(account.id, own));
  }
  const first = taken.at(-1) as { headers: Record<string, string>; text: string; html: string };
  expect(first).toMatchObject({
    reply_to: 'sender@company.example',
    subject: `甲方 邀请您签署“${taskName}”`,
  });
  expect(first).toMatchObject({ from: expect.stringMatching(/^".+（.+）" <no-reply@signet\.example>$/) });
  expect(first.headers['List-Unsubscribe']).toBeUndefined();
  expect(first.html).toContain('打开合同');

  await sendMail(context, mailTo(row, 'TASK_URGED', params), newId(), context.now);
  const reminder = taken.at(-1) as typeof first;
  expect(reminder).not.toHaveProperty('reply_to');
  expect(reminder.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const address = /^<(.+)>$/.exec(reminder.headers['List-Unsubscribe']!)![1]!;

  // A program that follows links ends nothing.
  const looked = await fetch(address, { redirect: 'manual' });
  expect(looked.status).toBe(303);
  expect(looked.headers.get('location')).toMatch(/^\/i\/[0-9a-z]{26}\?reminders=off$/);
  const rows = () => database().select().from(invitation).where(eq(invitation.partyId, row.id));
  expect((await rows())[0]!.remindersOffAt).toBeNull();

  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(address, { method: 'POST', body: form })).status).toBe(204);
  expect((await rows())[0]!.remindersOffAt).toBeGreaterThan(0);
  const before = taken.length;
  await sendMail(context, mailTo(row, 'TASK_URGED', params), newId(), context.now);
  expect(taken).toHaveLength(before);
  await sendMail(context, mailTo(row, 'TASK_TO_SIGN', params), newId(), context.now);
  expect(taken).toHaveLength(before + 1);
});

it('a recipient ends reminders on the page; a guessed link ends nothing and says so', async () => {
  const mail = newMail();
  const { row } = await sentTo(newMobile(), mail);
  const code = (await sentText(nobody(), mail, /\/i\/([0-9a-z]{26})/)) as string;
  await nobody().call(endReminders, { code });
  const [kept] = await database().select().from(invitation).where(eq(invitation.partyId, row.id));
  expect(kept!.remindersOffAt).toBeGreaterThan(0);
  await expect(nobody().call(endReminders, { code: '0'.repeat(26) })).rejects.toMatchObject({
    envelope: { code: 404312 },
  });
});

it('a closed account is written to no more, in the language of whoever reads', async () => {
  const person = await newPerson();
  const mail = newMail();
  const { row } = await sentTo(person.mobile, mail);
  await database().update(account).set({ language: 'en-US' }).where(eq(account.id, person.id));
  const context = await withGateway();
  const params = { initiator: 'A', task: 'B' };
  await sendMail(
    context,
    { ...mailTo(row, 'TASK_TO_SIGN', params), toAccountId: person.id },
    newId(),
    context.now,
  );
  await database().update(account).set({ status: 'CANCELLED' }).where(eq(account.id, person.id));
  const before = taken.length;
  await sendMail(
    context,
    { ...mailTo(row, 'TASK_TO_SIGN', params), toAccountId: person.id },
    newId(),
    context.now,
  );
  expect(taken).toHaveLength(before);
});

const agreements = {
  1: AGREEMENT_VERSION,
  2: AGREEMENT_VERSION,
  3: AGREEMENT_VERSION,
  4: AGREEMENT_VERSION,
};
const listed = async (client: ApiClient) =>
  (await client.call(listTasks, { box: 'pending', dataRange: 'ALL' })).records.map((one) => one.planId);

/** A contract sent to an address alone, and the code of the link that it got. */
async function mailed(mail: string, realName = '陈受邀') {
  const sender = await companyA();
  const plan = await taskToSend(sender, [{ ...personSigner({ realName, mobile: '' }), email: mail }]);
  const { planId: taskId } = await sender.call(sendTask, plan);
  return { sender, planId: taskId, code: await sentText(nobody(), mail, /\/i\/([0-9a-z]{26})/) };
}

it('the owner of an address without a number enters by code, and logs in by mail anew', async () => {
  const mail = newMail();
  const { planId: taskId, code } = await mailed(mail);
  const shown = await nobody().call(openInvitation, { code });
  expect(shown).toMatchObject({ state: 'OPEN', mobile: 'l***@example.com', reader: 'NOBODY', target: null });
  await nobody().call(sendInvitationCode, { code });
  const authCode = await codeSentTo(nobody(), mail, '验证码');
  expect((await nobody().call(acceptInvitation, { code, authCode })).session).toBeNull();
  const client = nobody();
  const { session } = await client.call(acceptInvitation, { code, authCode, agreements });
  client.session = session!;
  expect(await listed(client)).toEqual([taskId]);
  const own = await client.call(getRegisteredUser, { id: session!.userId });
  expect(own).toMatchObject({ account: mail, mail: 'l***@example.com', mobile: 'l***@example.com' });
  expect(await nobody().call(openInvitation, { code })).toMatchObject({ reader: 'NOBODY' });

  // Anew, from the login page.
  await client.call(sendAuthCode, { authCodeType: 'LOGIN', mobile: mail, ...(await passCaptcha(client)) });
  const again = nobody();
  const login = await codeSentTo(nobody(), mail, '登录验证码');
  again.session = await again.call(requestToken, { grant_type: 'sms_code', mobile: mail, code: login });
  expect(await listed(again)).toEqual([taskId]);
  // The same address makes no second account.
  const second = await mailed(mail);
  expect(await listed(again)).toContain(second.planId);
});

it('whoever binds an address takes over what was sent to it, in the same transaction', async () => {
  const mail = newMail();
  const person = await newPerson();
  const { planId: taskId } = await mailed(mail, person.name);
  const client = await signedIn(person);
  expect(await listed(client)).toEqual([]);
  await client.call(sendAuthCode, { authCodeType: 'CHECK_MOBILE' });
  const checkCode = await codeSentTo(nobody(), person.mobile, '身份确认验证码');
  await client.call(sendMailCode, { authCodeType: 'UPDATE_MAIL', mail });
  const authCode = await codeSentTo(nobody(), mail, '绑定邮箱验证码');
  await client.call(updateMail, { mail, authCode, checkCode });
  expect(await listed(client)).toEqual([taskId]);
});

it('refuses a signer without number and address, and two signers of one address', async () => {
  const sender = await companyA();
  const mail = newMail();
  const none = await taskToSend(sender, [personSigner({ realName: '陈无址', mobile: '' })]);
  expect((await sender.envelope(sendTask, none)).code).not.toBe(200);
  const one = { ...personSigner({ realName: '陈同址', mobile: '' }), email: mail };
  const other = { ...personSigner({ realName: '陈同址', mobile: '' }), email: mail.toUpperCase() };
  const twice = await taskToSend(sender, [one, other]);
  expect((await sender.envelope(sendTask, twice)).code).not.toBe(200);
});
