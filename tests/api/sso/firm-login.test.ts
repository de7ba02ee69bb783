import { eq } from 'drizzle-orm';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updatePassword } from '#core/account/calls.ts';
import { getLoggedUserInfo, requestToken } from '#core/identity/calls.ts';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { listSessions } from '#core/identity/session-calls.ts';
import {
  beginFirmLogin,
  finishFirmLogin,
  getFirmLogin,
  listFirmLinks,
  removeFirmLink,
  saveFirmLogin,
} from '#core/sso/firm-calls.ts';
import { account, firmLogin, firmProvider } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import {
  CLIENT,
  followLogin,
  type Known,
  openDishonestProvider,
  openIdentityProvider,
} from '#tests/fixtures/identity-provider.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';
import { keyProofOf } from '../../fixtures/api-keys.ts';
import {
  addMember,
  companyWithAdmin,
  database,
  keyring,
  newPerson,
  type Person,
} from '../../fixtures/people.ts';

import { product } from '../../product.ts';

const nobody = () => new ApiClient(product().baseUrl);
const newPath = () => `f${crypto.randomUUID().slice(0, 12)}`;
const back = () => `${product().baseUrl}/firmLogin/back`;

/** Gives a person a mail address, as binding one does. */
async function giveMail(person: Person, mail: string): Promise<void> {
  const keys = await keyring();
  await database()
    .update(account)
    .set({
      emailIndex: await keys.indexOf(mail.toLowerCase(), 'email'),
      emailSealed: await keys.sealField(mail, `email:${person.id}`),
    })
    .where(eq(account.id, person.id));
}

let acting: Awaited<ReturnType<typeof companyWithAdmin>>;
let provider: Awaited<ReturnType<typeof openIdentityProvider>>;
let now: Known;
const path = newPath();
const settings = async (by = acting.admin) => ({
  path,
  issuer: provider.issuer,
  ...CLIENT,
  domains: ['firm.example'],
  enabled: true,
  proof: await keyProofOf(by),
});
const closing: (() => void)[] = [];
beforeAll(async () => {
  acting = await companyWithAdmin();
  provider = await openIdentityProvider(back(), () => now);
  closing.push(provider.close);
  await acting.admin.call(saveFirmLogin, await settings());
});
afterAll(() => {
  for (const close of closing) close();
});

/** A member of the firm with an address of its domain, as the provider knows them. */
async function newMember(): Promise<{ person: Person; known: Known }> {
  const person = await newPerson();
  await addMember(acting.ent, person, ['SIGN_OPERATOR']);
  const email = `${person.id}@firm.example`;
  await giveMail(person, email);
  return { person, known: { sub: `sub-${person.id}`, email, email_verified: true } };
}

async function begin(firm = path) {
  const { address, ticket } = await nobody().call(beginFirmLogin, { path: firm });
  return { ticket, address };
}

async function logIn(known: Known) {
  now = known;
  const { ticket, address } = await begin();
  return { ticket, answer: await followLogin(address, back()) };
}

describe('the login by a firm’s own identity provider', () => {
  it('signs a member in with code, PKCE, state and nonce, for that enterprise only', async () => {
    const { person, known } = await newMember();
    const { address } = await begin();
    const asked = new URL(address).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name), name).toMatch(/^[\w-]{43}$/);
    const client = nobody();
    const given = await logIn(known);
    client.session = (await client.call(finishFirmLogin, given)).session;
    const me = await client.call(getLoggedUserInfo, {});
    expect(me.person.id).toBe(person.id);
    expect(client.session.entId).toBe(acting.ent.id);
    // As with single sign-on: nothing of the person’s own, and no other identity.
    expect(await refusal(client, listSessions, {})).toBe('SSO_NOT_YOURSELF');
    const password = { oldPassword: 'x'.repeat(300), password: 'x'.repeat(300) };
    expect((await client.envelope(updatePassword, password)).code).not.toBe(200);
    const other = {
      grant_type: 'refresh_token' as const,
      refresh_token: client.session.refreshToken,
      switch_to: '',
    };
    expect(await refusal(nobody(), requestToken, other)).not.toBe('OK');
    // Good once.
    expect(await refusal(nobody(), finishFirmLogin, given)).toBe('OIDC_LOGIN_ENDED');
  });

  it('refuses an answer to another login, another’s code, a changed state or issuer, a late one', async () => {
    const { known } = await newMember();
    const [victim, attacker] = [await logIn(known), await logIn(known)];
    // The attacker’s answer in the victim’s browser, and the victim’s code in the attacker’s login.
    expect(await refusal(nobody(), finishFirmLogin, { ...victim, answer: attacker.answer })).toBe(
      'OIDC_REFUSED',
    );
    const mixed = new URLSearchParams(attacker.answer);
    mixed.set('code', new URLSearchParams(victim.answer).get('code') ?? '');
    expect(await refusal(nobody(), finishFirmLogin, { ...attacker, answer: String(mixed) })).toBe(
      'OIDC_REFUSED',
    );
    for (const [name, value] of [
      ['iss', 'https://evil.example'],
      ['state', 'A'.repeat(43)],
      ['error', 'access_denied'],
    ] as const) {
      const one = await logIn(known);
      const changed = new URLSearchParams(one.answer);
      changed.set(name, value);
      expect(await refusal(nobody(), finishFirmLogin, { ...one, answer: String(changed) }), name).toBe(
        'OIDC_REFUSED',
      );
    }
    const late = await logIn(known);
    await database()
      .update(firmLogin)
      .set({ expiresAt: Date.now() - 1 });
    expect(await refusal(nobody(), finishFirmLogin, late)).toBe('OIDC_LOGIN_ENDED');
    expect(await refusal(nobody(), finishFirmLogin, { ...late, ticket: 'A'.repeat(43) })).toBe(
      'OIDC_LOGIN_ENDED',
    );
  });

  it('knows members alone: first by a verified address of its domains, then by the subject', async () => {
    const { person, known } = await newMember();
    const enter = async (change: Partial<Known>) =>
      refusal(nobody(), finishFirmLogin, await logIn({ ...known, ...change }));
    const outsider = await newPerson();
    await giveMail(outsider, `${outsider.id}@firm.example`);
    const elsewhere = await newPerson();
    await addMember(acting.ent, elsewhere, ['EMPLOYEE']);
    await giveMail(elsewhere, `${elsewhere.id}@other.example`);
    for (const [why, change] of Object.entries({
      unverified: { email_verified: false },
      'of another domain': { email: `${elsewhere.id}@other.example`, sub: 'sub-else' },
      'below the domain': { email: `${person.id}@x.firm.example` },
      'no member': { email: `${outsider.id}@firm.example`, sub: 'sub-out' },
      'of nobody': { email: 'nobody@firm.example', sub: 'sub-nobody' },
    }))
      expect(await enter(change), why).toBe('OIDC_PERSON_UNKNOWN');
    expect(await enter({})).toBe('OK');
    // The mailbox passes on to somebody else.
    expect(await enter({ sub: 'sub-successor' })).toBe('OIDC_PERSON_UNKNOWN');
    // The address no longer matters for the subject that is linked.
    expect(await enter({ email: 'renamed@firm.example', email_verified: false })).toBe('OK');
    const { records } = await acting.admin.call(listFirmLinks, { size: 50 });
    const link = records.find(({ subject }) => subject === known.sub)!;
    expect(link.name).toBe(person.name);
    const stranger = await companyWithAdmin();
    expect(await refusal(stranger.admin, removeFirmLink, { linkId: link.linkId })).toBe('NOT_FOUND');
    expect((await stranger.admin.call(listFirmLinks, {})).records).toEqual([]);
    await acting.admin.call(removeFirmLink, { linkId: link.linkId });
    expect(await enter({ sub: 'sub-successor' })).toBe('OK');
  });

  it('is set up by an administrator; the secret is kept wrapped, and goes to no other provider', async () => {
    const [row] = await database().select().from(firmProvider).where(eq(firmProvider.path, path));
    expect(JSON.stringify(row)).not.toContain(CLIENT.clientSecret);
    const shown = await acting.admin.call(getFirmLogin, {});
    expect(shown).toMatchObject({ redirectUri: back(), provider: { path, issuer: provider.issuer } });
    expect(JSON.stringify(shown)).not.toContain(CLIENT.clientSecret);
    const save = async (change: object, by = acting.admin) =>
      refusal(by, saveFirmLogin, { ...(await settings(by)), ...change });
    expect(await save({ clientSecret: '' })).toBe('OK');
    expect(await save({ clientSecret: '', clientId: 'other' })).toBe('INPUT_INVALID');
    expect(await save({ issuer: 'https://evil.example', clientSecret: '' })).toBe('INPUT_INVALID');
    for (const issuer of [
      'ftp://x.example',
      'nothing',
      'https://user:pass@login.example.com',
      `${provider.issuer}/x`,
    ])
      expect(await save({ issuer }), issuer).toBe('OIDC_ISSUER');
    const stranger = await companyWithAdmin();
    expect(await save({}, stranger.admin)).toBe('SSO_PATH_TAKEN');
    expect(await save({ path: 'login' })).toBe('INPUT_INVALID');
    expect(await refusal(nobody(), beginFirmLogin, { path: newPath() })).toBe('FIRM_UNKNOWN');
  });

  it('ends its sessions when it is switched off, and begins no more', async () => {
    const { known } = await newMember();
    const client = nobody();
    client.session = (await client.call(finishFirmLogin, await logIn(known))).session;
    const pending = await logIn(known);
    await acting.admin.call(saveFirmLogin, { ...(await settings()), enabled: false, proof: undefined });
    await expect.poll(() => refusal(client, getLoggedUserInfo, {})).toBe('SESSION_EXPIRED');
    expect(await refusal(nobody(), beginFirmLogin, { path })).toBe('FIRM_UNKNOWN');
    expect(await refusal(nobody(), finishFirmLogin, pending)).toBe('FIRM_UNKNOWN');
    await acting.admin.call(saveFirmLogin, await settings());
  });
});

describe('with a session alone', () => {
  it('nobody lets a provider of theirs sign members in: enabling one takes its own proof', async () => {
    const firm = await companyWithAdmin();
    const { proof: _, ...given } = { ...(await settings(firm.admin)), path: newPath() };
    const save = (change: object) => refusal(firm.admin, saveFirmLogin, { ...given, ...change });
    expect(await save({})).toBe('INPUT_INVALID');
    expect(await save({ proof: await proofOf(firm.admin, '000001') })).toBe('SIGN_PASSWORD_WRONG');
    await firm.admin.call(sendAuthCode, { authCodeType: 'MAKE_API_KEY' });
    const another = await codeSentTo(firm.admin, firm.boss.mobile, 'API 密钥验证码');
    expect(await save({ proof: { method: 'SMS', code: another } })).toBe('CODE_WRONG');
    // Prepared without a proof, it lets nobody in.
    expect(await save({ enabled: false })).toBe('OK');
    expect(await refusal(nobody(), beginFirmLogin, { path: given.path })).toBe('FIRM_UNKNOWN');
    expect(await save({})).toBe('INPUT_INVALID');
    expect(await save({ proof: await proofOf(firm.admin) })).toBe('OK');
    expect((await begin(given.path)).ticket).not.toBe('');
    await firm.admin.call(sendAuthCode, { authCodeType: 'FIRM_LOGIN' });
    const code = await codeSentTo(firm.admin, firm.boss.mobile, '企业登录验证码');
    expect(await save({ proof: { method: 'SMS', code } })).toBe('OK');
  });
});

describe('a provider that is not honest', () => {
  it('is not taken up: another issuer in its document, a redirect, an endless document', async () => {
    for (const answers of [
      () => ({ body: { issuer: 'https://accounts.example.com' } }),
      () => ({
        status: 302,
        headers: { Location: `${provider.issuer}/.well-known/openid-configuration` },
        body: '',
      }),
      (issuer: string) => ({ body: { issuer, padding: 'x'.repeat(300_000) } }),
    ]) {
      const other = await openDishonestProvider(answers);
      closing.push(other.close);
      const given = { ...(await settings()), issuer: other.issuer };
      expect(await refusal(acting.admin, saveFirmLogin, given)).toBe('OIDC_ISSUER');
    }
  });

  it('signs nobody in by an ID token of a wrong signature, nonce, audience, issuer or time', async () => {
    const firm = await companyWithAdmin();
    const member = await newPerson();
    await addMember(firm.ent, member, ['EMPLOYEE']);
    await giveMail(member, `${member.id}@firm.example`);
    const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
    const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', kid: 'one', use: 'sig' };
    let token = '';
    const other = await openDishonestProvider((issuer, asked) => {
      if (asked.startsWith('/jwks')) return { body: { keys: [jwk] } };
      if (asked.startsWith('/token'))
        return { body: { access_token: 'a', token_type: 'bearer', id_token: token } };
      return {
        body: {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
        },
      };
    });
    closing.push(other.close);
    const at = newPath();
    await firm.admin.call(saveFirmLogin, {
      ...(await settings(firm.admin)),
      path: at,
      issuer: other.issuer,
    });
    const enter = async (change: Record<string, unknown>, key = own.privateKey) => {
      const { ticket, address } = await begin(at);
      const asked = new URL(address).searchParams;
      const seconds = Math.floor(Date.now() / 1000);
      token = await new SignJWT({
        iss: other.issuer,
        aud: CLIENT.clientId,
        sub: 'one',
        nonce: asked.get('nonce'),
        email: `${member.id}@firm.example`,
        email_verified: true,
        iat: seconds,
        exp: seconds + 60,
        ...change,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(key);
      const answer = `code=c&state=${asked.get('state')}`;
      return refusal(nobody(), finishFirmLogin, { ticket, answer });
    };
    expect(await enter({}, foreign.privateKey)).toBe('OIDC_REFUSED');
    expect(await enter({ nonce: 'A'.repeat(43) })).toBe('OIDC_REFUSED');
    expect(await enter({ aud: 'another-client' })).toBe('OIDC_REFUSED');
    expect(await enter({ iss: 'https://accounts.example.com' })).toBe('OIDC_REFUSED');
    expect(await enter({ exp: Math.floor(Date.now() / 1000) - 600 })).toBe('OIDC_REFUSED');
    expect(await enter({})).toBe('OK');
  });
});
