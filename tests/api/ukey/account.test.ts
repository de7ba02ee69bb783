import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentClient } from '#core/agent/client.ts';
import { toBase64 } from '#core/bytes.ts';
import type { InputOf } from '#core/call.ts';
import { ERROR_CODES, type ErrorName } from '#core/errors.ts';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import {
  bindUkey,
  getUkeyChallenge,
  listMyUkeys,
  loginByUkey,
  unbindUkey,
} from '#core/identity/ukey-calls.ts';
import { downloadDocument, getTask, sendTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { beginTaskUkey } from '#core/task/ukey-calls.ts';
import { certificate } from '#db/schema/index.ts';
import { agentForTest, type TestAgent } from '#tests/agent/with-agent.ts';
import { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  COMPANY_A,
  companyA,
  enterpriseSigner,
  INDIVIDUAL,
  personSigner,
  SIGNATURE,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newUkey, proofOf, signToTheEnd } from '#tests/fixtures/ukeys.ts';
import { product } from '#tests/product.ts';

let agent: TestAgent;
let page: AgentClient;
let person: ApiClient;
let ukey: string;
let keyId: string;
let certificateSerial: string;
const site = () => product().baseUrl;
beforeAll(async () => {
  agent = await agentForTest({ origins: [site()] });
  page = await agent.connect(site());
  person = await signedIn(INDIVIDUAL);
  ukey = await newUkey(agent, page);
});
afterAll(async () => {
  for (const { id } of await person.call(listMyUkeys, {})) await person.call(unbindUkey, { id });
  await agent.end();
});

const nameOf = ({ code }: { code: number }) =>
  code === 200 ? 'OK' : (Object.keys(ERROR_CODES) as ErrorName[]).find((name) => ERROR_CODES[name] === code);

/** Binds the UKey to whoever the client is, as the account page does. */
async function bind(client: ApiClient, serial = ukey) {
  const made = await page.call('key.create', { serial, algorithm: 'EC', subject: INDIVIDUAL.realName });
  const answer = await client.envelope(bindUkey, {
    serial,
    label: '我的 UKey',
    request: made.request,
    proof: await proofOf(client),
  });
  if (answer.code === 200) {
    await page.call('certificate.store', { serial, keyId: made.keyId, certificate: answer.data.certificate });
    keyId = made.keyId;
  }
  return answer;
}

/** Logs in with a challenge that is signed; `change` spoils what is sent. */
async function login(
  change: Partial<InputOf<typeof loginByUkey>> = {},
  origin = site(),
  headers: Record<string, string> = {},
) {
  const visitor = new ApiClient(site());
  const { challenge } = await visitor.call(getUkeyChallenge, {});
  const { value } = await page.call('login.sign', { serial: ukey, keyId, challenge });
  const input = { certificateSerial, challenge, value, ...change };
  return { input, answer: await visitor.envelope(loginByUkey, input, { Origin: origin, ...headers }) };
}

it('[7.8g] [8.7h] binds a UKey to an account: its key gets a certificate of the person', async () => {
  expect(
    nameOf(
      await person.envelope(bindUkey, {
        serial: ukey,
        label: '',
        request: 'AAAA',
        proof: await proofOf(person),
      }),
    ),
  ).toBe('CERTIFICATE_REQUEST_BROKEN');
  expect(nameOf(await bind(person))).toBe('OK');
  const [mine, ...others] = await person.call(listMyUkeys, {});
  expect(others).toEqual([]);
  expect(mine).toMatchObject({ serial: ukey, label: '我的 UKey' });
  certificateSerial = mine!.certificateSerial;
  // Another account cannot have the same device.
  const other = await signedIn(ADMIN_A);
  const taken = await bind(other);
  expect([nameOf(taken), taken.message]).toEqual([
    'UKEY_TAKEN',
    '绑定失败：该 UKey 已绑定其他账号，请先解绑。',
  ]);
  expect(await other.call(listMyUkeys, {})).toEqual([]);
  // The same account may renew it; its old certificate is revoked.
  expect(nameOf(await bind(person))).toBe('OK');
  const [renewed] = await person.call(listMyUkeys, {});
  expect(renewed!.certificateSerial).not.toBe(certificateSerial);
  const [old] = await database().select().from(certificate).where(eq(certificate.serial, certificateSerial));
  expect(old?.revokedAt).not.toBeNull();
  certificateSerial = renewed!.certificateSerial;
});

it('[1.13a] logs in by certificate: a challenge signed for this site, once', async () => {
  const { input, answer } = await login();
  expect(nameOf(answer)).toBe('OK');
  const client = new ApiClient(site());
  client.session = answer.data;
  expect((await client.call(getLoggedUserInfo, {})).loginUser.userId).toBe(INDIVIDUAL.id);
  const visitor = new ApiClient(site());
  const again = await visitor.envelope(loginByUkey, input, { Origin: site() });
  expect(nameOf(again)).toBe('UKEY_LOGIN_FAILED');
  for (const change of [
    { value: toBase64(new Uint8Array(70)) },
    { certificateSerial: 'abcdef' },
    { challenge: 'made.up.bythepage0000000000' },
  ])
    expect(nameOf((await login(change)).answer)).toBe('UKEY_LOGIN_FAILED');
  // Signed for another site, or handed in by a page of one.
  for (const origin of ['https://evil.example.com', 'null', ''])
    expect(nameOf((await login({}, origin)).answer), origin).not.toBe('OK');
});

it('[1.13a] a stranger who knows the certificate from a document locks nobody out', async () => {
  const from = { 'cf-connecting-ip': '198.51.100.201' };
  const spoilt = { value: toBase64(new Uint8Array(70)) };
  for (let i = 0; i < 30; i++)
    expect(nameOf((await login(spoilt, site(), from)).answer)).toBe('UKEY_LOGIN_FAILED');
  expect(nameOf((await login(spoilt, site(), from)).answer)).toBe('TOO_OFTEN');
  expect(nameOf((await login({}, site(), { 'cf-connecting-ip': '198.51.100.202' })).answer)).toBe('OK');
});

it('[4.15a] signs as a person with the UKey of the account', async () => {
  const sender = await companyA();
  const plan = await taskToSend(sender, [
    enterpriseSigner(COMPANY_A, ADMIN_A, 1),
    personSigner(INDIVIDUAL, 2),
  ]);
  const { planId: taskId } = await sender.call(sendTask, plan);
  await sign(sender, taskId);
  const task = await person.call(getTask, { planId: taskId });
  const mine = task.signerList.find((s) => s.mine)!;
  const fillings = task.placements
    .filter((p) => p.signerId === mine.signerId)
    .map(({ placementId }) => ({ placementId, drawing: SIGNATURE }));
  const begin = (ukeySerial: string) =>
    person.envelope(beginTaskUkey, {
      planId: taskId,
      seen: seenOf(task.documents),
      ukeySerial,
      fillings,
    } as InputOf<typeof beginTaskUkey>);
  expect(nameOf(await begin('SOMEBODY-ELSES'))).toBe('UKEY_NOT_AUTHORIZED');
  const db = database();
  const row = eq(certificate.serial, certificateSerial);
  const [{ notBefore, notAfter }] = (await db.select().from(certificate).where(row)) as [
    typeof certificate.$inferSelect,
  ];
  await db
    .update(certificate)
    .set({ notBefore: Date.now() + 60_000 })
    .where(row);
  expect(nameOf(await begin(ukey)), '[8.7f]').toBe('UKEY_NOT_YET_VALID');
  await db
    .update(certificate)
    .set({ notBefore, notAfter: Date.now() - 1 })
    .where(row);
  expect(nameOf(await begin(ukey)), '[8.7g]').toBe('UKEY_EXPIRED');
  await db.update(certificate).set({ notAfter }).where(row);
  const begun = await begin(ukey);
  expect([begun.code, begun.message]).toEqual([200, '']);
  await signToTheEnd(person, page, ukey, begun.data);
  const { bytes } = await person.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  expect(judge(bytes)).toMatchObject({ valid: 2, signatures: 2 });
});

it('[8.7f] [8.7g] says of a certificate that it is not valid yet or has expired', async () => {
  const db = database();
  const row = eq(certificate.serial, certificateSerial);
  const [held] = await db.select().from(certificate).where(row);
  await db
    .update(certificate)
    .set({ notBefore: Date.now() + 60_000 })
    .where(row);
  const early = (await login()).answer;
  expect([nameOf(early), early.message]).toEqual([
    'UKEY_NOT_YET_VALID',
    'UKey 中的证书尚未生效，请在生效后再使用。',
  ]);
  await db
    .update(certificate)
    .set({ notBefore: held!.notBefore, notAfter: Date.now() - 1 })
    .where(row);
  const late = (await login()).answer;
  expect([nameOf(late), late.message]).toEqual(['UKEY_EXPIRED', 'UKey 中的证书已过期，请更新证书后再使用。']);
  await db.update(certificate).set({ notAfter: held!.notAfter }).where(row);
});

it('[7.8h] unbinds a UKey: it signs and logs in no more, and may be bound again', async () => {
  const [mine] = await person.call(listMyUkeys, {});
  const other = await signedIn(ADMIN_A);
  expect(nameOf(await other.envelope(unbindUkey, { id: mine!.id }))).toBe('NOT_FOUND');
  await person.call(unbindUkey, { id: mine!.id });
  expect(await person.call(listMyUkeys, {})).toEqual([]);
  expect(nameOf((await login()).answer)).toBe('UKEY_LOGIN_FAILED');
  expect(nameOf(await person.envelope(unbindUkey, { id: mine!.id }))).toBe('NOT_FOUND');
  expect(nameOf(await bind(person))).toBe('OK');
});
