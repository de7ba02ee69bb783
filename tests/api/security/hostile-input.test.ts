import { describe, expect, it } from 'vitest';
import type { Envelope } from '#core/call.ts';
import { saveTableColumns } from '#core/config/calls.ts';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { saveDraft } from '#core/task/draft-calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  COMPANY_A,
  COMPANY_B,
  companyA,
  enterpriseSigner,
  INDIVIDUAL,
  newKey,
  personSigner,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { companyWithAdmin } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

async function raw(client: ApiClient, path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(`${product().baseUrl}/ecapi${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Token': client.session!.accessToken, ...headers },
    body,
    // a stream is sent while the answer may come
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit);
  return (await response.json()) as Envelope;
}

describe('a header', () => {
  it('[6.4b] Ent-Id that names another enterprise changes nothing of who one is', async () => {
    const person = await signedIn(INDIVIDUAL);
    const me = await person.call(getLoggedUserInfo, {}, { 'Ent-Id': COMPANY_B.id });
    expect(me.loginUser.entId).toBe('');
    expect((await person.envelope(saveDraft, { draftId: newKey() }, { 'Ent-Id': COMPANY_B.id })).code).toBe(
      403004,
    );
    const member = await companyA();
    const lists = await Promise.all(
      [{}, { 'Ent-Id': COMPANY_B.id, ent_id: COMPANY_B.id, 'X-Ent-Id': COMPANY_B.id }].map((headers) =>
        member.call(listTasks, { box: 'startWithMe' }, headers as Record<string, string>),
      ),
    );
    expect(lists[1]).toEqual(lists[0]);
  });
});

describe('unknown additional fields', () => {
  it('are dropped: nobody names the owner, the state or the sender of what they make', async () => {
    const client = await companyA();
    const plan = await taskToSend(client, [enterpriseSigner(COMPANY_A, ADMIN_A)]);
    const { planId: taskId } = await client.call(sendTask, {
      ...plan,
      ownerKey: `E:${COMPANY_B.id}`,
      initiatorId: 'demouser0002',
      state: 'ENDED',
      endReason: 'COMPLETED',
      version: 99,
    } as typeof plan);
    const { records } = await client.call(listTasks, { box: 'startWithMe', keyword: plan.taskName });
    expect(records).toMatchObject([{ planId: taskId, initiator: COMPANY_A.name }]);
    expect(records[0]?.status).not.toBe('COMPLETED');
  });

  it('in a query give no page of anybody else', async () => {
    const client = await signedIn(INDIVIDUAL);
    const wanted = await client.call(listTasks, {
      box: 'startWithMe',
      ownerKey: `E:${COMPANY_A.id}`,
    } as never);
    expect(wanted.total).toBe(0);
  });
});

describe('the public services', () => {
  const stamped = { method: 'POST', body: 'no request at all' };
  it.each([
    ['time stamps', '/pki/tsa/rsa', stamped, '198.51.100.240'],
    ['OCSP by POST', '/pki/ocsp/rsa', stamped, '198.51.100.242'],
    // base64 of no request at all
    ['OCSP by GET', '/pki/ocsp/rsa/bm8gcmVxdWVzdA%3D%3D', {}, '198.51.100.243'],
  ])('%s: sign so many for one address in a minute, and go on for others', async (_, path, asked, from) => {
    const ask = (address: string) =>
      fetch(`${product().baseUrl}${path}`, {
        ...asked,
        headers: { 'Content-Type': 'application/timestamp-query', 'cf-connecting-ip': address },
      });
    const statuses: number[] = [];
    for (let i = 0; i < 400 && statuses.at(-1) !== 429; i++) {
      const response = await ask(from);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses.length).toBeGreaterThan(300);
    expect(statuses.at(-1)).toBe(429);
    expect((await ask('198.51.100.241')).status).toBe(200);
  });
});

describe('a number', () => {
  it.each(['9007199254740991', '1e300', '-1', '0', '1.5', 'NaN', '0x10', ''])(
    'of a page that is %j is answered or refused as wrong input',
    async (current) => {
      const client = await signedIn(INDIVIDUAL);
      const answer = await client.envelope(listTasks, { box: 'startWithMe', current });
      expect([200, 400000]).toContain(answer.code);
    },
  );
});

describe('a name that every object has', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'])(
    '%s is looked up as any other: nothing is there, and no answer has a stack or a path',
    async (name) => {
      const { baseUrl } = product();
      for (const path of [
        `/pki/${name}/rsa`,
        `/pki/ca/${name}.cer`,
        `/pki/ocsp/${name}`,
        `/${name}`,
        `/ecapi/${name}`,
        `/ecapi/certificate/${name}`,
        `/ecapi/health?${name}=1&${name}=2`,
        `/help/media/${name}`,
        `/sim/${name}`,
        `/assets/${name}`,
        `/agreenment/${name}`,
        `/sync/${name}`,
      ]) {
        const answer = await fetch(`${baseUrl}${path}`);
        const text = await answer.text();
        expect(answer.status, path).toBeLessThan(500);
        expect(text, path).not.toMatch(/\n\s+at |file:\/\/|node_modules|TypeError|is not a function/);
      }
    },
  );
});

describe('prototype pollution', () => {
  it.each([
    '{"tableCode":"t.x","columns":["a"],"__proto__":{"platformAdmin":true,"polluted":"yes"}}',
    '{"tableCode":"t.x","columns":["a"],"constructor":{"prototype":{"platformAdmin":true}}}',
    '{"__proto__":{"tableCode":"t.x","columns":["a"]}}',
  ])('%s reaches no prototype', async (body) => {
    const client = await signedIn(INDIVIDUAL);
    await raw(client, saveTableColumns.path, body);
    const me = await client.call(getLoggedUserInfo, {});
    expect(me.platformAdmin).toBe(false);
    expect((await client.envelope(saveTableColumns, { tableCode: 't.x', columns: ['a'] })).code).toBe(200);
  });

  it('by the query neither', async () => {
    const client = await signedIn(INDIVIDUAL);
    const url = `${product().baseUrl}/ecapi/getLoggedUserInfo?__proto__=x&__proto__[platformAdmin]=1&constructor=y`;
    const answer = await fetch(url, { headers: { 'X-Token': client.session!.accessToken } });
    expect(((await answer.json()) as Envelope<{ platformAdmin: boolean }>).data.platformAdmin).toBe(false);
  });
});

describe('what is written in percents', () => {
  it('is decoded once: what it says then is the text', async () => {
    const { admin } = await companyWithAdmin();
    const plan = await taskToSend(admin, [personSigner({ realName: '陈新人', mobile: '13800000003' })], {
      taskName: '合同%41',
    });
    await admin.call(sendTask, plan);
    const found = async (keyword: string) =>
      (await admin.call(listTasks, { box: 'startWithMe', keyword })).records.length;
    // A number never holds these.
    expect([await found('合同%41'), await found('合同A'), await found('合同%2541')]).toEqual([1, 0, 0]);
  });
});

describe('bodies', () => {
  it.each([
    ['not JSON', 'columns=1'],
    ['half of it', '{"tableCode":"t.x"'],
    ['a list', '[1,2]'],
    ['a text', '"x"'],
    ['nothing at all', 'null'],
    ['another type where a list was asked for', '{"tableCode":"t.x","columns":{"length":1}}'],
    ['ten thousand levels', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('of %s are refused as wrong input', async (_, body) => {
    const client = await signedIn(INDIVIDUAL);
    expect((await raw(client, saveTableColumns.path, body)).code).toBe(400000);
  });

  it('too large are refused by declared and by real length, and the connection goes on', async () => {
    const client = await signedIn(INDIVIDUAL);
    const large = `{"tableCode":"t.x","columns":["${'a'.repeat(8 * 1024 * 1024)}"]}`;
    const streamed = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(large));
          controller.close();
        },
      });
    const kept = { connection: 'keep-alive' };
    // A body left unread would break the connection off under the next request, sooner or later.
    for (let i = 0; i < 5; i++) {
      expect((await raw(client, saveTableColumns.path, large, kept)).code).toBe(413000);
      expect((await raw(client, saveTableColumns.path, streamed(), kept)).code).toBe(413000);
      expect((await client.envelope(getLoggedUserInfo, {}, kept)).code).toBe(200);
    }
  });

  it('an error contains its code and a request ID, and never a location in the code', async () => {
    const client = await signedIn(INDIVIDUAL);
    const answer = await raw(client, saveTableColumns.path, '{"tableCode":"<script>alert(1)</script>"}');
    expect(answer).toMatchObject({ code: 400000, data: null });
    expect(answer.requestId).toMatch(/^[\w-]{8,64}$/);
    expect(JSON.stringify(answer)).not.toMatch(/<script|at \w+ \(|node_modules|\.ts:/);
  });
});
