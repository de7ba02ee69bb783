import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { AnyCall, Call, Envelope } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { requestToken, type SessionUser } from '#core/identity/calls.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#core/identity/passkey-calls.ts';
import { bindUkey } from '#core/identity/ukey-calls.ts';
import { sendTask, signTask } from '#core/task/calls.ts';
import { confirmConsent, startConsent } from '#core/task/consent-calls.ts';
import { account } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { inputsOf } from '#tests/fixtures/call-inputs.ts';
import { loginChallenge, page, withPasskey } from '#tests/fixtures/passkeys.ts';
import { PASSWORD, signedIn } from '#tests/fixtures/sign-in.ts';
import { softwareKey } from '#tests/fixtures/software-key.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';
import { fillingsFor, personSigner, seenIn, taskToSend } from '../../fixtures/contracts.ts';
import { companyWithAdmin, database, newCompany, newPerson } from '../../fixtures/people.ts';
import { product } from '../../product.ts';

/**
 * The twelve ways tried again with a passkey, where it makes a difference: what it is taken for, what a session that was begun
 * with it may do alone, and how often an answer of it is good. The other ways do not ask how a session was begun.
 */

const nobody = () => new ApiClient(product().baseUrl);
const from = () => ({ Origin: page().origin });

let owner: Awaited<ReturnType<typeof withPasskey>>;
/** A session of the owner as themself, and one for their enterprise, both begun with password and passkey. */
let person: ApiClient;
let admin: ApiClient;

const loginWith = async (passkey: string): Promise<Envelope<SessionUser>> => {
  const client = nobody();
  const input = {
    grant_type: 'password' as const,
    username: owner.person.loginName,
    password: await client.seal(PASSWORD),
    passkey,
  };
  return client.envelope(requestToken, input, from());
};
async function begun(): Promise<ApiClient> {
  const client = nobody();
  const { code, data } = await loginWith(await owner.device.get(await loginChallenge(), page()));
  expect(code).toBe(200);
  client.session = data;
  return client;
}
const codeOf = async <C extends Call>(client: ApiClient, call: C, input: unknown): Promise<number> =>
  (await client.envelope(call, input, from())).code;

beforeAll(async () => {
  owner = await withPasskey({ ownerType: 'INSIDE', platformAdmin: true });
  const ent = await newCompany(owner.person);
  person = await begun();
  admin = await (await begun()).switchTo(ent.id);
});

it('a session that a passkey began binds nothing alone; its answer is no second proof', async () => {
  // Those two ask for it only where they give the rights of an administrator (tests/api/company/people.test.ts).
  const giving = ['company.passJoin', 'company.savePerson'];
  const lasting = allCalls().filter(
    ({ id, input }: AnyCall) =>
      'shape' in input && 'proof' in (input.shape as object) && !giving.includes(id),
  );
  expect(lasting.length).toBeGreaterThan(9);
  const problems: string[] = [];
  for (const call of lasting) {
    const by = call.access.actor === 'enterprise' ? admin : person;
    const [made] = inputsOf(call, () => 'nothing0here');
    const rest = {
      ...made!.input,
      ...('enabled' in made!.input ? { enabled: true } : {}),
      ...('pass' in made!.input ? { pass: true } : {}),
    };
    const response = await owner.device.get(await loginChallenge(), page());
    for (const proof of [
      undefined,
      response,
      { method: 'PASSKEY', response },
      { method: 'SMS', code: response },
    ]) {
      const { fields } = await by.envelope(call, { ...rest, proof }, from());
      if (!fields?.some(({ path }) => path.startsWith('proof')))
        problems.push(`${call.id} took ${JSON.stringify(proof ?? null).slice(0, 40)} for a proof`);
    }
  }
  expect(problems.join('\n')).toBe('');
  // Nor does the session add a passkey by an answer to another question, or take the first away.
  const answered = await owner.device.get(await loginChallenge(), page());
  expect(await codeOf(person, addPasskey, { name: '电脑', response: answered })).toBe(
    ERROR_CODES.PASSKEY_NOT_TAKEN,
  );
  expect(await person.call(listPasskeys, {})).toHaveLength(1);
});

it('a session of single sign-on does nothing with the passkeys of the person', async () => {
  const { boss, ent } = await companyWithAdmin();
  const sso = await ssoSession(boss, ent);
  for (const call of [listPasskeys, beginPasskey, addPasskey, removePasskey])
    expect(await codeOf(sso, call, {}), call.id).toBe(ERROR_CODES.SSO_NOT_YOURSELF);
});

it('who is unverified signs with no passkey: neither begun afterwards, nor confirmed before', async () => {
  const { admin: sender } = await companyWithAdmin();
  const { person: signer, client, device } = await withPasskey();
  const to = personSigner({ realName: signer.name, mobile: signer.mobile });
  const { planId: taskId } = await sender.call(sendTask, await taskToSend(sender, [to]));
  const seen = await seenIn(client, taskId);
  const fillings = await fillingsFor(client, taskId);
  const asking = { method: 'PASSKEY' as const, subject: { kind: 'PLAN' as const, id: taskId }, seen };
  const { ticketId, passkey } = await client.call(startConsent, asking, from());
  const response = await device.get(passkey!.challenge, page());
  await client.call(confirmConsent, { ticketId, response }, from());
  await database().update(account).set({ personalAuthStatus: 'UNAUTH' }).where(eq(account.id, signer.id));
  // A session is trusted for some seconds; a new one is read.
  const later = await signedIn(signer);
  const consent = { method: 'PASSKEY' as const, ticketId };
  expect(await codeOf(later, signTask, { planId: taskId, seen, fillings, consent })).toBe(
    ERROR_CODES.REAL_NAME_NEEDED,
  );
  expect(await codeOf(later, startConsent, asking)).toBe(ERROR_CODES.REAL_NAME_NEEDED);
});

it('one passkey answer, sent many times at once, begins at most one session and binds no key', async () => {
  const passkey = await owner.device.get(await loginChallenge(), page());
  const answers = await Promise.all(Array.from({ length: 8 }, () => loginWith(passkey)));
  expect(answers.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(1);
  expect((await loginWith(passkey)).code).not.toBe(200);
  const { serial, request } = softwareKey();
  const binding = { serial, label: '', request, proof: { method: 'PASSKEY', response: passkey } };
  expect(await codeOf(person, bindUkey, binding)).toBe(ERROR_CODES.INPUT_INVALID);
});

it('a passkey of somebody else opens no account, whoever they are', async () => {
  const stranger = await withPasskey();
  const theirs = await stranger.device.get(await loginChallenge(), page());
  expect((await loginWith(theirs)).code).not.toBe(200);
  expect(await codeOf(await signedIn(await newPerson()), listPasskeys, {})).toBe(200);
});
