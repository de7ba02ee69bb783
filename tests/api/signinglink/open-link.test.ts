/** A signing link: what it tells whom, how somebody enters, fills in and signs, and what their contract is. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';
import { AGREEMENT_VERSION } from '#core/identity/agreements.ts';
import { listSigningLinkEntries, publishSigningLink, readSigningLink } from '#core/signinglink/calls.ts';
import {
  enterSigningLink,
  openSigningLink,
  readSigningLinkForm,
  submitSigningLink,
} from '#core/signinglink/opener-calls.ts';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { signingLinkEntry } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { CallFailed } from '#tests/client.ts';
import { newKey, seenIn, sign } from '#tests/fixtures/contracts.ts';
import { sentMessage, trailEntries } from '#tests/fixtures/messages.ts';
import { maskedMobile, newMobile } from '#tests/fixtures/new-number.ts';
import { database, newPerson } from '#tests/fixtures/people.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import {
  AMOUNT,
  codeAtLink,
  enteredAt,
  nobody,
  publishedLink,
  sendIn,
} from '#tests/fixtures/signing-links.ts';
import { KEYS } from '#tests/fixtures/template-content.ts';

const agreements = {
  1: AGREEMENT_VERSION,
  2: AGREEMENT_VERSION,
  3: AGREEMENT_VERSION,
  4: AGREEMENT_VERSION,
};

const wrongOf = async (attempt: Promise<unknown>) => {
  const error = await attempt.catch((e: unknown) => e);
  return error instanceof CallFailed
    ? error.envelope.fields?.map(({ path, problem }) => [path, problem])
    : error;
};

it('tells a visitor who publishes what, as often as it is opened, and writes nothing', async () => {
  const { code, ent, url, linkId, admin } = await publishedLink();
  expect(new URL(url, 'http://x').pathname.length).toBeLessThan(40);
  for (let i = 0; i < 3; i++)
    expect(await nobody().call(openSigningLink, { code })).toEqual({
      state: 'OPEN',
      initiator: ent.name,
      taskName: '会员协议',
      approval: false,
    });
  expect(await admin.call(listSigningLinkEntries, { linkId })).toMatchObject({ records: [], total: 0 });
  expect(await refusal(nobody(), openSigningLink, { code: '0'.repeat(26) })).toBe('SIGNING_LINK_UNKNOWN');
  expect(await refusal(nobody(), readSigningLinkForm, { code })).toBe('SESSION_INVALID');
});

it('somebody with an account proves their number, fills in and signs a contract of their own', async () => {
  const { code, linkId, admin, ent } = await publishedLink();
  const person = await newPerson({ signPassword: DEMO.signPassword });
  const client = await enteredAt(code, person.mobile);
  const form = await client.call(readSigningLinkForm, { code });
  expect(form).toMatchObject({
    initiator: ent.name,
    userName: person.name,
    mobile: maskedMobile(person.mobile),
    mine: null,
    repeats: false,
  });
  expect(form.fields.map(({ name }) => name)).toEqual(['金额']);
  const { state, planId: taskId } = await sendIn(client, code);
  expect(state).toBe('SENT');
  const contract = await admin.call(getTask, { planId: taskId });
  expect(contract.taskName).toBe(`会员协议 - ${person.name}`);
  expect(contract.signerList.map(({ userName }) => userName)).toContain(person.name);
  // The trail says by which link it came.
  expect((await trailEntries(admin, taskId))[0]?.evidence.signingLink).toBe(linkId);
  expect((await client.call(readSigningLinkForm, { code })).mine).toEqual({
    state: 'SENT',
    planId: taskId,
    signs: true,
    lacksName: false,
  });
  await sentMessage(nobody(), person.mobile, /\/i\/[0-9a-z]{26}$/);
  expect(await seenIn(client, taskId)).toHaveLength(1);
  await sign(client, taskId);
  const { records } = await admin.call(listSigningLinkEntries, { linkId });
  expect(records).toEqual([
    expect.objectContaining({
      userName: person.name,
      mobile: person.mobile,
      state: 'SENT',
      values: [{ name: '金额', value: '1280' }],
      planId: taskId,
      planNumber: contract.number,
    }),
  ]);
  expect((await admin.call(readSigningLink, { linkId })).sent).toBe(1);
});

it('a newcomer gets an account by code and agreements, and the contract is theirs', async () => {
  const { code } = await publishedLink();
  const mobile = newMobile();
  const client = nobody();
  const authCode = await codeAtLink(code, mobile, client);
  expect(await client.call(enterSigningLink, { code, mobile, authCode })).toEqual({ session: null });
  expect(await refusal(nobody(), enterSigningLink, { code, mobile, authCode: '000000', agreements })).toBe(
    'CODE_WRONG',
  );
  expect(
    await refusal(client, enterSigningLink, {
      code,
      mobile,
      authCode,
      agreements: { ...agreements, 2: 'older' },
    }),
  ).toBe('AGREEMENT_NOT_ACCEPTED');
  const { session } = await client.call(enterSigningLink, { code, mobile, authCode, agreements });
  client.session = session!;
  const { planId: taskId } = await sendIn(client, code);
  expect((await client.call(readSigningLinkForm, { code })).mine).toMatchObject({
    planId: taskId,
    lacksName: true,
  });
  const again = await signedIn(mobile);
  const { records } = await again.call(listTasks, { box: 'pending', dataRange: 'ALL' });
  expect(records.map((one) => one.planId)).toEqual([taskId]);
});

it('says which field is wrong, and keeps nothing of what it refused', async () => {
  const { code, linkId } = await publishedLink();
  const client = await signedIn(await newPerson());
  const send = (fields: Record<string, string>) =>
    wrongOf(client.call(submitSigningLink, { code, userName: '陈', fields }));
  expect(await send({})).toEqual([[`fields.${KEYS.amount}`, 'cellRequired']]);
  expect(await send({ [KEYS.amount]: '很多' })).toEqual([[`fields.${KEYS.amount}`, 'fieldType']]);
  // A value that the publisher fixed is not the opener's to change.
  expect(await send({ ...AMOUNT, [KEYS.number]: 'HT-OTHER' })).toEqual([
    [`fields.${KEYS.number}`, 'unknownName'],
  ]);
  const kept = await database().select().from(signingLinkEntry).where(eq(signingLinkEntry.linkId, linkId));
  expect(kept).toEqual([]);
});

it('refuses to publish what no contract of it could be, with the path of what is wrong', async () => {
  const seller = await selling();
  const input = {
    templateId: seller.id,
    opener: '乙方（个人）',
    signers: [seller.signers[0]!],
    fields: { 合同编号: 'HT' },
  };
  const publish = (change: object) => wrongOf(seller.admin.call(publishSigningLink, { ...input, ...change }));
  expect(await publish({ opener: '丙方' })).toEqual([
    ['opener', 'unknownName'],
    ['signers.乙方（个人）', 'required'],
  ]);
  expect(await publish({ opener: '甲方', signers: [seller.signers[1]!] })).toEqual([
    ['opener', 'personNeeded'],
  ]);
  expect(await publish({ signers: [] })).toEqual([['signers.甲方', 'required']]);
  expect(await publish({ until: Date.now() - 1000 })).toEqual([['until', 'endInPast']]);
  expect(await publish({ allowed: ['13800138000', '12345'] })).toEqual([['allowed.1', 'rule:mobile']]);
  // A program with a key publishes nothing, and neither does a person for themself.
  expect(await refusal(seller.program, publishSigningLink, input)).toBe('API_KEY_SCOPE');
  expect(await refusal(await signedIn(seller.buyer), publishSigningLink, input)).toBe('SWITCH_TO_ENTERPRISE');
});

it('slows down whoever guesses links, by their address alone', async () => {
  const { code } = await publishedLink();
  const from = { 'cf-connecting-ip': '203.0.113.88' };
  const guess = () => nobody().envelope(openSigningLink, { code: newKey().padEnd(26, '0') }, from);
  const guesses = await Promise.all(Array.from({ length: 150 }, guess));
  expect(new Set(guesses.map((one) => one.code))).toEqual(
    new Set([ERROR_CODES.SIGNING_LINK_UNKNOWN, ERROR_CODES.TOO_OFTEN]),
  );
  expect((await nobody().envelope(openSigningLink, { code }, from)).code).toBe(ERROR_CODES.TOO_OFTEN);
  expect((await nobody().call(openSigningLink, { code })).state).toBe('OPEN');
});
