import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#core/config/limits.ts';
import { ERROR_CODES } from '#core/errors.ts';
import {
  discardRefreshToken,
  endOneSession,
  endOtherSessions,
  getLoggedUserInfo,
  listMyEnterprises,
  listSessions,
  logout,
  requestToken,
} from '#core/identity/calls.ts';
import { CLIENT_AUTHORIZATION } from '#core/identity/client.ts';
import { health } from '#core/internal/calls.ts';
import { session } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { ADMIN_A, COMPANY_A, COMPANY_B } from '#tests/fixtures/contracts.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { registerPerson } from '#tests/fixtures/registration.ts';
import { loggedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const fresh = () => new ApiClient(product().baseUrl);
const refresh = (client: ApiClient, headers: Record<string, string> = {}, more: object = {}) =>
  client.envelope(
    requestToken,
    { grant_type: 'refresh_token', refresh_token: client.session!.refreshToken, ...more },
    headers,
  );

describe('the token endpoint', () => {
  it('[7.6a] [7.6b] answers its own client only, by the variant that fits', async () => {
    const { client, mobile, password } = await registerPerson();
    const login = async (headers: Record<string, string>) => {
      const input = { grant_type: 'password', username: mobile, password: await client.seal(password) };
      return (await client.envelope(requestToken, input, headers)).code;
    };
    expect(await login({ Authorization: '' })).toBe(401008);
    expect(await login({ Authorization: `Basic ${btoa('signet-web:other')}` })).toBe(401008);
    expect(await login({ 'ec-type': 'no-token' })).toBe(401008);
    expect(await login({ 'ec-type': '' })).toBe(401008);
    expect((await refresh(client, { 'ec-type': 'login' })).code).toBe(401008);
    expect((await refresh(client, { Authorization: 'Basic x' })).code).toBe(401008);
    expect(await login({})).toBe(200);
    expect(CLIENT_AUTHORIZATION).toBe(`Basic ${btoa('signet-web:signet-web')}`);
  });

  it('[7.6a] accepts forms only', async () => {
    const response = await fetch(`${product().baseUrl}/ecapi${requestToken.path}`, {
      method: 'POST',
      headers: {
        Authorization: CLIENT_AUTHORIZATION,
        'ec-type': 'login',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ grant_type: 'password', username: 'a', password: 'b' }),
    });
    expect(((await response.json()) as { code: number }).code).toBe(400000);
  });

  it('[7.6b] acts for the enterprise of Ent-Id only for its members, and never for two at once', async () => {
    const client = await loggedIn(ADMIN_A);
    const own = await refresh(client, { 'Ent-Id': COMPANY_A.id });
    expect(own.data.entId).toBe(COMPANY_A.id);
    client.session = own.data;
    expect((await refresh(client, { 'Ent-Id': COMPANY_B.id })).code).toBe(403000);
    expect((await refresh(client, { 'Ent-Id': 'nobody00' })).code).toBe(403000);
    expect((await refresh(client, { 'Ent-Id': COMPANY_A.id }, { switch_to: COMPANY_B.id })).code).toBe(
      403000,
    );
    // What was refused changed nothing: the token is still good, and for the same enterprise without the header.
    const again = await refresh(client);
    expect(again.data.entId).toBe(COMPANY_A.id);
    client.session = again.data;
    const person = await refresh(client, {}, { switch_to: '' });
    expect(person.data.entId).toBe('');
    const { resList } = await client.call(listMyEnterprises, {}, { 'X-Token': person.data.accessToken });
    expect(resList.map((e) => e.id)).toEqual([COMPANY_A.id]);
  });

  it('lets two tabs act as two identities of one session', async () => {
    const client = await loggedIn(ADMIN_A);
    const company = (await refresh(client, {}, { switch_to: COMPANY_A.id })).data;
    client.session = { ...client.session!, refreshToken: company.refreshToken };
    const person = (await refresh(client, {}, { switch_to: '' })).data;
    const who = async (token: string) =>
      (await client.call(getLoggedUserInfo, {}, { 'X-Token': token })).loginUser.entId;
    expect(await who(company.accessToken)).toBe(COMPANY_A.id);
    expect(await who(person.accessToken)).toBe('');
  });

  it('[7.6c] [7.6b] of many refreshes with one token at once gives each a session that is alive', async () => {
    const { client } = await registerPerson();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(client)));
    const good = answers.filter((a) => a.code === 200);
    expect(good.length).toBeGreaterThan(0);
    for (const { data } of good)
      expect((await client.envelope(getLoggedUserInfo, {}, { 'X-Token': data.accessToken })).code).toBe(200);
  });

  it('[7.6c] ends the complete family if a discarded token is used, and nobody else’s', async () => {
    const { client, mobile, password } = await registerPerson();
    const other = await fresh().login(mobile, password);
    const stolen = { ...client.session! };
    const next = (await refresh(client)).data;
    client.session = next;
    await client.call(discardRefreshToken, { token: stolen.refreshToken });
    const thief = fresh();
    thief.session = stolen;
    expect((await refresh(thief)).code).toBe(70000401);
    expect((await refresh(client)).code).toBe(70000401);
    expect((await client.envelope(getLoggedUserInfo, {})).code).toBe(70000411);
    expect((await other.envelope(getLoggedUserInfo, {})).code).toBe(200);
  });

  it('is ended by nobody who knows its id alone, with whatever token behind it', async () => {
    const { client } = await registerPerson();
    const [id = '', secret = '', signature = ''] = client.session!.refreshToken.split('.');
    const other = (await registerPerson()).client.session!.refreshToken.split('.');
    for (const forged of [
      `${id}.AAAA`,
      `${id}.${secret}`,
      `${id}.${'A'.repeat(43)}.${signature}`,
      `${id}.${other[1]}.${other[2]}`,
      `${id}.${secret}.${'A'.repeat(43)}`,
    ]) {
      const guess = fresh();
      guess.session = { ...client.session!, refreshToken: forged };
      expect((await refresh(guess)).code, forged).toBe(70000401);
      expect((await client.envelope(getLoggedUserInfo, {})).code, forged).toBe(200);
    }
    expect((await refresh(client)).code).toBe(200);
  });

  it('[7.6c] takes a used token for ten seconds after its exchange, however often it is used', async () => {
    const { client } = await registerPerson();
    const [id = ''] = client.session!.refreshToken.split('.');
    const earlier = (ms: number) =>
      database()
        .update(session)
        .set({ rotatedAt: sql`${session.rotatedAt} - ${ms}` })
        .where(eq(session.id, id));
    // the answer was lost, twice
    expect((await refresh(client)).code).toBe(200);
    await earlier(6_000);
    expect((await refresh(client)).code).toBe(200);
    await earlier(6_000);
    expect((await refresh(client)).code).toBe(70000401);
    expect((await client.envelope(listSessions, {})).code).toBe(70000411);
  });

  it('rejects tokens of other sessions, of nobody, and invalid ones', async () => {
    const [a, b] = [await registerPerson(), await registerPerson()];
    const [idA, secretA] = a.client.session!.refreshToken.split('.');
    const [idB] = b.client.session!.refreshToken.split('.');
    for (const refreshToken of [
      `${idB}.${secretA}`,
      `${idA}`,
      `${idA}.`,
      'x',
      "' or 1=1 --",
      '.'.repeat(300),
    ]) {
      const thief = fresh();
      thief.session = { ...a.client.session!, refreshToken };
      expect([70000401, 400000]).toContain((await refresh(thief)).code);
    }
  });

  it('starts a new session for each login, whatever token the request contains (fixation)', async () => {
    const attacker = await registerPerson();
    const victim = await registerPerson();
    const before = attacker.client.session!;
    const client = fresh();
    client.session = before;
    await client.login(victim.mobile, victim.password);
    expect(client.session!.refreshToken.split('.')[0]).not.toBe(before.refreshToken.split('.')[0]);
    const me = await attacker.client.call(getLoggedUserInfo, {});
    expect(me.loginUser.userId).toBe(attacker.id);
  });
});

describe('sessions and devices', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

  it('lists one’s own with device and network, and ends one of them', async () => {
    const { client, mobile, password } = await registerPerson();
    const elsewhere = fresh();
    elsewhere.session = await elsewhere.call(
      requestToken,
      { grant_type: 'password', username: mobile, password: await elsewhere.seal(password) },
      { 'user-agent': CHROME, 'cf-connecting-ip': '203.0.113.77' },
    );
    const list = await client.call(listSessions, {});
    expect(list).toHaveLength(2);
    expect(list.filter((s) => s.current).map((s) => s.id)).toEqual([
      client.session!.refreshToken.split('.')[0],
    ]);
    const there = list.find((s) => !s.current)!;
    expect(there).toMatchObject({
      browser: 'Chrome',
      system: 'Windows',
      mobile: false,
      network: '203.0.113.*',
    });
    // A stranger can end nothing, and is not told that it exists.
    const stranger = await registerPerson();
    expect((await stranger.client.envelope(endOneSession, { id: there.id })).code).toBe(404000);
    await client.call(endOneSession, { id: there.id });
    expect((await elsewhere.envelope(getLoggedUserInfo, {})).code).toBe(70000411);
    expect((await refresh(elsewhere)).code).toBe(70000401);
    expect(await client.call(listSessions, {})).toHaveLength(1);
  });

  it('are a hundred at most: one more ends the one used longest ago, and nobody else’s', async () => {
    const { id, client, mobile, password } = await registerPerson();
    const other = await registerPerson();
    const now = Date.now();
    const rows = Array.from({ length: LIMITS.sessionsPerAccount - 1 }, (_, n) => ({
      id: crypto.randomUUID().replaceAll('-', ''),
      accountId: id,
      refreshHash: crypto.randomUUID(),
      // Each was used after the person's own first session, which is the one to go.
      rotatedAt: now + 60_000 + n,
      expiresAt: now + 3_600_000,
      createdAt: now,
    }));
    await database().insert(session).values(rows);
    expect((await client.envelope(getLoggedUserInfo, {})).code).toBe(200);
    const last = await fresh().login(mobile, password);
    expect((await client.envelope(getLoggedUserInfo, {})).code).toBe(70000411);
    expect(await last.call(listSessions, {})).toHaveLength(LIMITS.sessionsPerAccount);
    expect((await other.client.envelope(getLoggedUserInfo, {})).code).toBe(200);
  });

  it('[7.6d] logs out here, or everywhere else', async () => {
    const { client, mobile, password } = await registerPerson();
    const others = [await fresh().login(mobile, password), await fresh().login(mobile, password)];
    expect(await client.call(endOtherSessions, {})).toEqual({ ended: 2, keys: 0 });
    for (const other of others) expect((await other.envelope(getLoggedUserInfo, {})).code).toBe(70000411);
    expect((await client.envelope(getLoggedUserInfo, {})).code).toBe(200);
    await client.call(logout, {});
    expect((await client.envelope(getLoggedUserInfo, {})).code).toBe(70000411);
  });

  it('end when nobody used them for fourteen days', async () => {
    const { client, id } = await registerPerson();
    const mine = eq(session.accountId, id);
    const [row] = await database().select().from(session).where(mine);
    expect(row!.expiresAt - row!.createdAt).toBe(14 * 86_400_000);
    const { data } = await refresh(client);
    const [again] = await database().select().from(session).where(mine);
    expect(again!.expiresAt - again!.rotatedAt).toBe(14 * 86_400_000);
    await database()
      .update(session)
      .set({ expiresAt: Date.now() - 1 })
      .where(mine);
    client.session = data as typeof client.session;
    expect((await refresh(client)).code).toBe(ERROR_CODES.SESSION_INVALID);
  });

  it('end thirty days after the login, however often they are refreshed', async () => {
    const { client, id } = await registerPerson();
    const mine = eq(session.accountId, id);
    const createdAt = Date.now() - LIMITS.sessionMs + 60_000;
    await database().update(session).set({ createdAt }).where(mine);
    const { data } = await refresh(client);
    const [row] = await database().select().from(session).where(mine);
    expect(row?.expiresAt).toBe(createdAt + LIMITS.sessionMs);
    await database()
      .update(session)
      .set({ expiresAt: Date.now() - 1 })
      .where(mine);
    client.session = data as typeof client.session;
    expect((await refresh(client)).code).toBe(ERROR_CODES.SESSION_INVALID);
  });

  it('[8.1c] distinguishes a locked account from an ended session', async () => {
    const { client, id } = await registerPerson();
    const { account } = await import('#db/schema/index.ts');
    await database().update(account).set({ status: 'DISABLE' }).where(eq(account.id, id));
    // An isolate believes what it read for three seconds; a token it has not seen yet is asked about at once.
    expect((await refresh(client)).code).toBe(70000413);
    await database().update(account).set({ status: 'ENABLE' }).where(eq(account.id, id));
    const [row] = await database().select().from(session).where(eq(session.accountId, id));
    expect(row?.endedAt).toBeNull();
  });
});

describe('many at once', () => {
  it('[7.6a] all get their answer: none waits for what another request began', async () => {
    const asked = await Promise.all(Array.from({ length: 90 }, () => fresh().envelope(health, {})));
    expect(asked.map((a) => a.code)).toEqual(asked.map(() => 200));
    // Three of each, as many as are judged of one account at the same time: others wait for their turn for seconds only.
    const people = await Promise.all(Array.from({ length: 8 }, () => registerPerson()));
    const logins = await Promise.all(
      people.flatMap(({ mobile, password }) => [1, 2, 3].map(() => fresh().login(mobile, password))),
    );
    expect(new Set(logins.map((l) => l.session?.refreshToken)).size).toBe(24);
  });
});
