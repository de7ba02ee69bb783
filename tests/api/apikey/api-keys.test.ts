import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeKey, listKeys, makeApiKey, revokeKey, rotateKey, takeOverKey } from '#core/apikey/calls.ts';
import { API_VERSIONS } from '#core/apikey/versions.ts';
import type { AnyCall, InputOf } from '#core/call.ts';
import { ERROR_CODES, type ErrorName } from '#core/errors.ts';
import { getLoggedUserInfo, sendAuthCode } from '#core/identity/calls.ts';
import { getTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { saveTemplate, updateTemplate } from '#core/template/record-calls.ts';
import { readTemplate } from '#core/template/version-calls.ts';
import { apiKey, companyRecord, member, rateCount } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { codeSentTo, sentNotice, sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { keyProofOf } from '../../fixtures/api-keys.ts';
import { personSigner, taskToSend } from '../../fixtures/contracts.ts';
import { addMember, companyWithAdmin, database, newPerson, newToken } from '../../fixtures/people.ts';
import { proofOf } from '../../fixtures/ukeys.ts';
import { product } from '../../product.ts';

type Limits = Omit<InputOf<typeof makeApiKey>, 'days' | 'proof'>;
const EVERYTHING: Limits = {
  name: 'ERP',
  scopes: ['read', 'send', 'manage'],
  networks: [],
  businessTypes: null,
};

function withKey(key: string): ApiClient {
  const client = new ApiClient(product().baseUrl);
  client.apiKey = key;
  return client;
}

type Acting = Awaited<ReturnType<typeof companyWithAdmin>>;

async function keyOf(admin: ApiClient, change: Partial<Limits> = {}) {
  const made = await admin.call(makeApiKey, { ...EVERYTHING, ...change, proof: await keyProofOf(admin) });
  return { ...made, client: withKey(made.key) };
}

const planOf = async (client: ApiClient, change: Record<string, unknown> = {}) => {
  const signer = await newPerson();
  return taskToSend(client, [personSigner({ realName: signer.name, mobile: signer.mobile })], change);
};

const nameOf = (code: number) =>
  (Object.keys(ERROR_CODES) as ErrorName[]).find((name) => ERROR_CODES[name] === code) ?? 'OK';
const from = async (client: ApiClient, call: AnyCall, address: string) =>
  nameOf((await client.envelope(call, { box: 'all' }, { 'CF-Connecting-IP': address })).code);
const lists = (client: ApiClient) => refusal(client, listTasks, { box: 'all' });

describe('API keys of an enterprise', () => {
  let acting: Acting;
  beforeAll(async () => {
    acting = await companyWithAdmin();
  });

  it('a key sends, reads and revokes for its enterprise; the trail names it beside its holder', async () => {
    const { client } = await keyOf(acting.admin, { name: '费用系统' });
    const { planId: taskId } = await client.call(sendTask, await planOf(client));
    const page = await client.call(listTasks, { box: 'startWithMe' });
    expect(page.records.map((row) => row.planId)).toContain(taskId);
    await client.call(revokeTask, { planId: taskId, reason: '订单取消' });
    const entries = await trailEntries(client, taskId);
    const by = (event: string) => entries.find((entry) => entry.event === event)!;
    for (const event of ['INITIATED', 'REVOKED']) expect(by(event).evidence.apiKey, event).toBe('费用系统');
    expect(by('STARTED').evidence.apiKey).toBeUndefined();
    expect(by('INITIATED').operator).toBe(acting.boss.name);
    // The holder’s own acts name no key.
    const own = await acting.admin.call(sendTask, await planOf(acting.admin));
    const trail = await trailEntries(acting.admin, own.planId);
    expect(trail[0]!.evidence.apiKey).toBeUndefined();
  });

  it('is shown once: neither the database nor a list has it', async () => {
    const { key, keyId } = await keyOf(acting.admin);
    expect(key).toMatch(/^signet_[0-9a-z]{12}_[\w-]{43}$/);
    const [row] = await database().select().from(apiKey).where(eq(apiKey.id, keyId));
    expect(JSON.stringify(row)).not.toContain(key.slice(20));
    const { records } = await acting.admin.call(listKeys, {});
    expect(JSON.stringify(records)).not.toContain(key.slice(20));
    expect(records.find((one) => one.keyId === keyId)).toMatchObject({
      state: 'ACTIVE',
      begins: key.slice(0, 20),
      holder: acting.boss.name,
      mine: true,
      lastUsedAt: null,
    });
    await withKey(key).call(listTasks, { box: 'all' }, { 'CF-Connecting-IP': '203.0.113.9' });
    await expect
      .poll(async () => (await acting.admin.call(listKeys, {})).records.find((one) => one.keyId === keyId))
      .toMatchObject({ lastNetwork: '203.0.113.*', lastUsedAt: expect.any(Number) });
  });

  it('rejects invalid and wrong keys, and a key together with a session', async () => {
    const { key } = await keyOf(acting.admin);
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    for (const given of ['nothing', wrong, `signet_${'0'.repeat(12)}_${'A'.repeat(43)}`])
      expect(await lists(withKey(given)), given).toBe('API_KEY_INVALID');
    const { code } = await acting.admin.envelope(getLoggedUserInfo, {}, { Authorization: `Bearer ${key}` });
    expect(code).toBe(200);
  });

  it('is made or replaced only with a second proof: not a wrong, foreign or used one, nor in SSO', async () => {
    const own = await companyWithAdmin();
    const made = await keyOf(own.admin);
    const wrong = () => proofOf(own.admin, '135790');
    const given = { ...EVERYTHING, proof: await wrong() };
    expect(await refusal(own.admin, makeApiKey, given)).toBe('SIGN_PASSWORD_WRONG');
    expect(await refusal(own.admin, makeApiKey as AnyCall, EVERYTHING)).toBe('INPUT_INVALID');
    const rotating = { keyId: made.keyId, keepHours: 0 as const };
    expect(await refusal(own.admin, rotateKey, { ...rotating, proof: await wrong() })).toBe(
      'SIGN_PASSWORD_WRONG',
    );
    expect(await refusal(own.admin, rotateKey as AnyCall, rotating)).toBe('INPUT_INVALID');

    // A code that was sent for binding a UKey makes no key, and one for making a key makes one key.
    await own.admin.call(sendAuthCode, { authCodeType: 'BIND_KEY' });
    const other = await codeSentTo(own.admin, own.boss.mobile, '绑定 UKey 验证码');
    const byCode = (code: string) => ({ ...EVERYTHING, proof: { method: 'SMS' as const, code } });
    expect(await refusal(own.admin, makeApiKey, byCode(other))).toBe('CODE_WRONG');
    await own.admin.call(sendAuthCode, { authCodeType: 'MAKE_API_KEY' });
    const code = await codeSentTo(own.admin, own.boss.mobile, '创建 API 密钥验证码');
    expect(await refusal(own.admin, makeApiKey, byCode(code))).toBe('OK');
    expect(await refusal(own.admin, makeApiKey, byCode(code))).toBe('CODE_WRONG');

    const through = new ApiClient(product().baseUrl);
    through.session = { ...own.admin.session!, accessToken: await newToken(own.boss, own.ent, true) };
    const proof = await keyProofOf(own.admin);
    expect(await refusal(through, listKeys, {})).toBe('OK');
    expect(await refusal(through, makeApiKey, { ...EVERYTHING, proof })).toBe('SSO_NOT_YOURSELF');
    expect(await refusal(through, rotateKey, { ...rotating, proof })).toBe('SSO_NOT_YOURSELF');
    expect(await lists(made.client)).toBe('OK');
    expect((await own.admin.call(listKeys, {})).total).toBe(2);
  });

  it('refuses a call of another scope, and every call that takes no key', async () => {
    const { client } = await keyOf(acting.admin, { scopes: ['read'] });
    expect(await lists(client)).toBe('OK');
    expect(await refusal(client, sendTask, await planOf(acting.admin))).toBe('API_KEY_SCOPE');
    const proof = await keyProofOf(acting.admin);
    for (const [call, input] of [
      [listKeys, {}],
      [makeApiKey, { ...EVERYTHING, scopes: ['read'], proof }],
      [getLoggedUserInfo, {}],
    ] as const)
      expect(await refusal(client, call as AnyCall, input), call.id).toBe('API_KEY_SCOPE');
    expect(
      await refusal(acting.admin, makeApiKey, { ...EVERYTHING, scopes: ['admin' as 'read'], proof }),
    ).toBe('INPUT_INVALID');
  });

  it('is good from its networks alone', async () => {
    const { client } = await keyOf(acting.admin, { networks: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const address of ['203.0.113.200', '2001:db8::7'])
      expect(await from(client, listTasks, address)).toBe('OK');
    for (const address of ['198.51.100.1', '2001:db9::7', 'nowhere'])
      expect(await from(client, listTasks, address), address).toBe('API_KEY_ELSEWHERE');
    const unclear = { ...EVERYTHING, networks: ['203.0.113'], proof: await keyProofOf(acting.admin) };
    expect(await refusal(acting.admin, makeApiKey, unclear)).toBe('INPUT_INVALID');
  });

  it('is good until its end, until revoked, and while its holder administers the enterprise', async () => {
    const { client, keyId } = await keyOf(acting.admin);
    const set = (change: Partial<typeof apiKey.$inferInsert>) =>
      database().update(apiKey).set(change).where(eq(apiKey.id, keyId));
    await set({ expiresAt: Date.now() - 1 });
    expect(await lists(client)).toBe('API_KEY_ENDED');
    await set({ expiresAt: Date.now() + 60_000 });
    const deputy = await newPerson();
    await addMember(acting.ent, deputy, ['BUSINESS_ADMIN']);
    const deputys = await signedIn(deputy, acting.ent);
    await deputys.call(takeOverKey, { keyId, proof: await keyProofOf(deputys) });
    expect(await lists(client)).toBe('OK');
    await database()
      .update(member)
      .set({ roles: ['EMPLOYEE'] })
      .where(eq(member.accountId, deputy.id));
    expect(await lists(client)).toBe('API_KEY_HOLDER');
    await database().update(member).set({ leftAt: Date.now() }).where(eq(member.accountId, deputy.id));
    expect(await lists(client)).toBe('API_KEY_HOLDER');
    const stateOf = async () =>
      (await acting.admin.call(listKeys, {})).records.find((one) => one.keyId === keyId)!.state;
    expect(await stateOf()).toBe('WITHOUT_HOLDER');
    await acting.admin.call(takeOverKey, { keyId, proof: await keyProofOf(acting.admin) });
    expect(await lists(client)).toBe('OK');
    await acting.admin.call(revokeKey, { keyId });
    expect(await lists(client)).toBe('API_KEY_ENDED');
    expect(await stateOf()).toBe('REVOKED');
    const proof = await keyProofOf(acting.admin);
    for (const call of [revokeKey, takeOverKey, rotateKey])
      expect(await refusal(acting.admin, call as AnyCall, { keyId, proof })).toBe('NOT_FOUND');
    const records = await database()
      .select()
      .from(companyRecord)
      .where(eq(companyRecord.enterpriseId, acting.ent.id));
    expect(records.map(({ record }) => record)).toEqual(
      expect.arrayContaining(['API_KEY_MADE', 'API_KEY_TAKEN_OVER', 'API_KEY_REVOKED']),
    );
  });

  it('is rotated: both are good for a while, none longer than it was to be', async () => {
    const first = await keyOf(acting.admin);
    const { keyId } = first;
    const rotate = async (keepHours: 0 | 24 | 168) => {
      const proof = await keyProofOf(acting.admin);
      return withKey((await acting.admin.call(rotateKey, { keyId, keepHours, proof })).key);
    };
    const second = await rotate(24);
    expect([await lists(first.client), await lists(second)]).toEqual(['OK', 'OK']);
    const third = await rotate(24);
    expect([await lists(first.client), await lists(second), await lists(third)]).toEqual([
      'API_KEY_INVALID',
      'OK',
      'OK',
    ]);
    const fourth = await rotate(0);
    expect([await lists(third), await lists(fourth)]).toEqual(['API_KEY_INVALID', 'OK']);
    await database()
      .update(apiKey)
      .set({ expiresAt: Date.now() + 3_600_000 })
      .where(eq(apiKey.id, keyId));
    await rotate(168);
    const [row] = await database().select().from(apiKey).where(eq(apiKey.id, keyId));
    expect(row!.formerUntil).toBeLessThan(Date.now() + 3_700_000);
  });

  it('is widened and replaced by its holder alone; a colleague takes it over in their own name', async () => {
    const own = await companyWithAdmin();
    const made = await keyOf(own.admin, { name: '采购系统' });
    const deputy = await newPerson();
    await addMember(own.ent, deputy, ['BUSINESS_ADMIN']);
    await database()
      .update(member)
      .set({ businessTypes: ['SALES'] })
      .where(eq(member.accountId, deputy.id));
    const deputys = await signedIn(deputy, own.ent);
    const { keyId } = made;
    const proven = async (client: ApiClient) => ({ keyId, proof: await keyProofOf(client) });

    expect(await refusal(deputys, rotateKey, await proven(deputys))).toBe('API_KEY_NOT_YOURS');
    expect(await refusal(deputys, changeKey, { ...EVERYTHING, ...(await proven(deputys)) })).toBe(
      'API_KEY_NOT_YOURS',
    );
    expect(await lists(made.client)).toBe('OK');

    await deputys.call(takeOverKey, await proven(deputys));
    const told = await sentNotice(own.admin, '采购系统');
    expect(told.subject).toContain(deputy.name);
    expect(await refusal(own.admin, rotateKey, await proven(own.admin))).toBe('API_KEY_NOT_YOURS');
    const next = withKey((await deputys.call(rotateKey, await proven(deputys))).key);
    // It reaches what its new holder reaches, and its tasks are theirs.
    expect(await refusal(next, sendTask, await planOf(next, { businessType: 'PURCHASE' }))).toBe(
      'BUSINESS_TYPE_NOT_GIVEN',
    );
    const { planId: taskId } = await next.call(sendTask, await planOf(next, { businessType: 'SALES' }));
    expect((await trailEntries(next, taskId)).find(({ event }) => event === 'INITIATED')!.operator).toBe(
      deputy.name,
    );
    const records = await database()
      .select()
      .from(companyRecord)
      .where(and(eq(companyRecord.enterpriseId, own.ent.id), eq(companyRecord.record, 'API_KEY_TAKEN_OVER')));
    expect(records).toMatchObject([{ operatorId: deputy.id, subjectId: own.boss.id, remark: '采购系统' }]);
  });

  it('is changed and taken over with a second proof, not in SSO, as it outlives the session', async () => {
    const own = await companyWithAdmin();
    const { keyId } = await keyOf(own.admin);
    const changed = { ...EVERYTHING, keyId, scopes: ['read' as const, 'send' as const, 'sign' as const] };
    const wrong = async () => ({ keyId, proof: await proofOf(own.admin, '135790') });
    expect(await refusal(own.admin, changeKey as AnyCall, changed)).toBe('INPUT_INVALID');
    expect(await refusal(own.admin, takeOverKey as AnyCall, { keyId })).toBe('INPUT_INVALID');
    expect(await refusal(own.admin, changeKey, { ...changed, ...(await wrong()) })).toBe(
      'SIGN_PASSWORD_WRONG',
    );
    expect(await refusal(own.admin, takeOverKey, await wrong())).toBe('SIGN_PASSWORD_WRONG');
    const through = new ApiClient(product().baseUrl);
    through.session = { ...own.admin.session!, accessToken: await newToken(own.boss, own.ent, true) };
    const proof = await keyProofOf(own.admin);
    expect(await refusal(through, changeKey, { ...changed, proof })).toBe('SSO_NOT_YOURSELF');
    expect(await refusal(through, takeOverKey, { keyId, proof })).toBe('SSO_NOT_YOURSELF');
    expect(await refusal(own.admin, changeKey, { ...changed, proof })).toBe('OK');
  });

  it('tells the other administrators of every key that is made, widened or replaced', async () => {
    const own = await companyWithAdmin();
    const deputy = await newPerson();
    await addMember(own.ent, deputy, ['BUSINESS_ADMIN']);
    const deputys = await signedIn(deputy, own.ent);
    const { keyId } = await keyOf(own.admin, { name: '新系统' });
    await own.admin.call(rotateKey, { keyId, proof: await keyProofOf(own.admin) });
    const changed = { ...EVERYTHING, name: '新系统', keyId };
    await own.admin.call(changeKey, { ...changed, proof: await keyProofOf(own.admin) });
    const { records } = await sentNotices(deputys, { size: 50 });
    const told = records.filter(({ subject }) => subject.includes('新系统'));
    expect(told).toHaveLength(3);
    for (const { subject } of told) expect(subject).toContain(own.boss.name);
    const theirs = await sentNotices(own.admin, { size: 50 });
    expect(theirs.records.filter(({ subject }) => subject.includes('新系统'))).toEqual([]);
  });

  it('reaches tasks of its business types alone', async () => {
    const { client } = await keyOf(acting.admin, { businessTypes: ['SALES'] });
    const sold = await client.call(sendTask, await planOf(client, { businessType: 'SALES' }));
    const leased = await acting.admin.call(sendTask, await planOf(acting.admin, { businessType: 'LEASE' }));
    expect(await refusal(client, sendTask, await planOf(client, { businessType: 'LEASE' }))).toBe(
      'BUSINESS_TYPE_NOT_GIVEN',
    );
    expect(await refusal(client, getTask, { planId: sold.planId })).toBe('OK');
    expect(await refusal(client, getTask, { planId: leased.planId })).toBe('NOT_FOUND');
    expect(await refusal(client, revokeTask, { planId: leased.planId, reason: '不' })).toBe('NOT_FOUND');
    const { records, total } = await client.call(listTasks, { box: 'startWithMe' });
    expect(new Set(records.map((row) => row.businessType))).toEqual(new Set(['SALES']));
    expect(total).toBe(records.length);
  });

  it('makes and moves templates of its business types alone', async () => {
    const { client } = await keyOf(acting.admin, { businessTypes: ['SALES'] });
    const template = {
      templateName: `模板${crypto.randomUUID().slice(0, 8)}`,
      templateType: 'WEB' as const,
      sceneType: 'ENT' as const,
    };
    expect(await refusal(client, saveTemplate, { ...template, businessType: 'LEASE' })).toBe(
      'BUSINESS_TYPE_NOT_GIVEN',
    );
    const { id } = await client.call(saveTemplate, { ...template, businessType: 'SALES' });
    const { updateTime } = await client.call(readTemplate, { id });
    const moved = { id, updateTime, templateName: template.templateName, sceneType: template.sceneType };
    expect(await refusal(client, updateTemplate, { ...moved, businessType: 'LEASE' })).toBe(
      'BUSINESS_TYPE_NOT_GIVEN',
    );
    expect(await refusal(acting.admin, updateTemplate, { ...moved, businessType: 'LEASE' })).toBe('OK');
    expect(await refusal(client, readTemplate, { id })).toBe('NOT_FOUND');
  });

  it('reaches no task of another enterprise, and nobody changes another’s keys', async () => {
    const other = await companyWithAdmin();
    const { planId: taskId } = await other.admin.call(sendTask, await planOf(other.admin));
    const { client, keyId } = await keyOf(acting.admin);
    expect(await refusal(client, getTask, { planId: taskId })).toBe('NOT_FOUND');
    for (const [call, more] of [
      [revokeKey, {}],
      [takeOverKey, { proof: await keyProofOf(other.admin) }],
      [rotateKey, { proof: await keyProofOf(other.admin) }],
      [changeKey, { ...EVERYTHING, scopes: ['read'], proof: await keyProofOf(other.admin) }],
    ] as const)
      expect(await refusal(other.admin, call as AnyCall, { keyId, ...more }), call.id).toBe('NOT_FOUND');
    const clerk = await newPerson();
    await addMember(acting.ent, clerk, ['HR']);
    expect(await refusal(await signedIn(clerk, acting.ent), listKeys, {})).toBe('NO_PERMISSION');
  });

  it('a repeated request sends one task, and responses report the remaining calls', async () => {
    const { client } = await keyOf(acting.admin);
    const plan = await planOf(client);
    const once = { 'X-Request-Id': crypto.randomUUID() };
    const [a, b] = [await client.call(sendTask, plan, once), await client.call(sendTask, plan, once)];
    expect(b.planId).toBe(a.planId);
    const [first, second] = [
      await client.send(listTasks, { box: 'all' }),
      await client.send(listTasks, { box: 'nothing' }),
    ];
    const left = (answer: Response) => Number(answer.headers.get('ratelimit-remaining'));
    expect(first.headers.get('ratelimit-limit')).toBe('600');
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    expect(left(second)).toBeLessThan(600);
    await Promise.all([first.body?.cancel(), second.body?.cancel()]);
  });

  it('is told when its calls of the minute are used up, and when it may go on', async () => {
    const { client, keyId } = await keyOf(acting.admin);
    const minute = 60_000;
    // The minute may turn between the two: then the next one is used up.
    await expect
      .poll(async () => {
        const windowStart = Math.floor(Date.now() / minute) * minute;
        await database()
          .insert(rateCount)
          .values({ name: `apikey:${keyId}`, windowStart, count: 600 })
          .onConflictDoUpdate({ target: [rateCount.name, rateCount.windowStart], set: { count: 600 } });
        const answer = await client.send(listTasks, { box: 'all' });
        const { code } = (await answer.json()) as { code: number };
        const retryAfter = Number(answer.headers.get('retry-after'));
        return {
          name: nameOf(code),
          remaining: answer.headers.get('ratelimit-remaining'),
          waits: retryAfter > 0 && retryAfter <= 60,
        };
      })
      .toEqual({ name: 'TOO_OFTEN', remaining: '0', waits: true });
  });

  it('answers by the version of its day or of the request, names it, and refuses an unknown one', async () => {
    const { client } = await keyOf(acting.admin);
    const asked = async (version?: string) => {
      const headers: Record<string, string> = version ? { 'Signet-Version': version } : {};
      const answer = await client.send(listTasks, { box: 'all' }, headers);
      const { code, message } = (await answer.json()) as { code: number; message: string };
      return { name: nameOf(code), message, version: answer.headers.get('signet-version') };
    };
    expect(await asked()).toMatchObject({ name: 'OK', version: API_VERSIONS.at(-1) });
    expect(await asked(API_VERSIONS[0])).toMatchObject({ name: 'OK', version: API_VERSIONS[0] });
    const unknown = await asked('2020-01-01');
    expect(unknown).toMatchObject({ name: 'API_VERSION_UNKNOWN', version: null });
    expect(unknown.message).toContain(API_VERSIONS[0]);
  });
});
