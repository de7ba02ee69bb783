import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { and, eq, like } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyCall } from '#core/call.ts';
import { revokeTask, sendTask } from '#core/task/calls.ts';
import {
  changeWebhook,
  listDeliveries,
  listWebhooks,
  resend,
  rotateSecret,
  saveWebhook,
  switchWebhook,
  testWebhook,
} from '#core/webhook/calls.ts';
import { WEBHOOK_EVENTS } from '#core/webhook/events.ts';
import { outbox, rateCount, webhook, webhookDelivery } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { sentNotices, trailEntries } from '#tests/fixtures/messages.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { keyProofOf } from '../../fixtures/api-keys.ts';
import { personSigner, taskToSend } from '../../fixtures/contracts.ts';
import { addMember, companyWithAdmin, database, newPerson, newToken } from '../../fixtures/people.ts';
import { runJobs } from '../../fixtures/run-jobs.ts';
import { proofOf } from '../../fixtures/ukeys.ts';
import { untilFound } from '../../fixtures/until.ts';
import { product } from '../../product.ts';

type Received = { path: string; headers: Record<string, string>; body: string };
type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const received: Received[] = [];
/** What a path answers; 204 where nothing is said. */
const answers = new Map<string, Answer>();
let origin = '';
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += String(part);
  const path = request.url ?? '';
  received.push({ path, headers: request.headers as Record<string, string>, body });
  const answer = answers.get(path);
  if (answer) answer(response, request);
  else response.writeHead(204).end();
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('no');

/** A company whose events go to a path of its own. */
async function listening(answer?: Answer) {
  const acting = await companyWithAdmin();
  const path = `/${crypto.randomUUID()}`;
  if (answer) answers.set(path, answer);
  const { webhookId, secret } = await acting.admin.call(saveWebhook, {
    address: origin + path,
    events: [...WEBHOOK_EVENTS],
    proof: await keyProofOf(acting.admin),
  });
  const got = () => received.filter((one) => one.path === path);
  const events = () => got().map(({ body }) => (JSON.parse(body) as { type: string }).type);
  const log = async () => (await acting.admin.call(listDeliveries, { webhookId })).records;
  return { ...acting, path, webhookId, secret, got, events, log };
}

async function send(client: ApiClient): Promise<string> {
  const signer = await newPerson();
  const plan = await taskToSend(client, [personSigner({ realName: signer.name, mobile: signer.mobile })]);
  return (await client.call(sendTask, plan)).planId;
}

/** Makes what waits for a webhook due, as time does. */
async function letTimePass(webhookId: string): Promise<void> {
  const db = database();
  await db.update(webhook).set({ pausedUntil: 0 }).where(eq(webhook.id, webhookId));
  await db
    .update(webhookDelivery)
    .set({ nextAt: 0 })
    .where(and(eq(webhookDelivery.webhookId, webhookId), eq(webhookDelivery.state, 'PENDING')));
  await db
    .update(outbox)
    .set({ dueAt: 0 })
    .where(like(outbox.key, `webhook:${webhookId}:%`));
  await runJobs();
}

describe('webhooks of an enterprise', () => {
  it('get the events of a task in order, signed as Standard Webhooks says, naming nobody', async () => {
    const { admin, got, events, secret, log } = await listening();
    const taskId = await send(admin);
    await admin.call(revokeTask, { planId: taskId, reason: '订单取消' });
    await expect.poll(events).toEqual(['task.initiated', 'task.started', 'task.revoked']);
    for (const { headers, body } of got()) {
      const event = new Webhook(secret).verify(body, headers) as { data: Record<string, unknown> };
      expect(Object.keys(event.data).sort()).toEqual(['hash', 'number', 'planId', 'seq', 'status']);
      expect(event.data.planId).toBe(taskId);
    }
    expect(new Set(got().map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    await expect
      .poll(async () => (await log()).map(({ state, status: code }) => [state, code]))
      .toEqual(Array(3).fill(['DELIVERED', 204]));
  });

  it('get only the subscribed events, and nothing about others’ tasks', async () => {
    const { admin, path, webhookId, events } = await listening();
    const address = origin + path;
    const proof = await keyProofOf(admin);
    await admin.call(changeWebhook, { webhookId, address, events: ['task.revoked'], proof });
    const other = await companyWithAdmin();
    await send(other.admin);
    const taskId = await send(admin);
    await admin.call(revokeTask, { planId: taskId, reason: '订单取消' });
    await expect.poll(events).toEqual(['task.revoked']);
    expect(await refusal(other.admin, listDeliveries, { webhookId })).toBe('NOT_FOUND');
    for (const call of [rotateSecret, testWebhook])
      expect(await refusal(other.admin, call, { webhookId, proof: await keyProofOf(other.admin) })).toBe(
        'NOT_FOUND',
      );
    expect(await refusal(other.admin, switchWebhook, { webhookId, enabled: false })).toBe('NOT_FOUND');
  });

  it('hold back later events of a task until the first is taken, repeated under the same id', async () => {
    const { admin, got, events, log, path, webhookId } = await listening(status(500));
    const taskId = await send(admin);
    await expect.poll(async () => (await log())[1]?.status).toBe(500);
    await admin.call(revokeTask, { planId: taskId, reason: '订单取消' });
    await letTimePass(webhookId);
    expect(new Set(events())).toEqual(new Set(['task.initiated']));
    answers.delete(path);
    await letTimePass(webhookId);
    await expect.poll(events).toEqual(expect.arrayContaining(['task.revoked']));
    const first = got().filter(({ body }) => body.includes('task.initiated'));
    expect(first.length).toBeGreaterThan(1);
    expect(new Set(first.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(events().slice(-3)).toEqual(['task.initiated', 'task.started', 'task.revoked']);
  });

  it('an event whose queueing failed and is retried is overtaken by no later one of its task', async () => {
    const { admin } = await companyWithAdmin();
    const taskId = await send(admin);
    // What it did is told before anybody listens.
    await expect
      .poll(async () => {
        await runJobs();
        return database()
          .select()
          .from(outbox)
          .where(eq(outbox.key, `trail:${taskId}`));
      })
      .toEqual([]);
    const path = `/${crypto.randomUUID()}`;
    const given = { address: origin + path, events: [...WEBHOOK_EVENTS] };
    await admin.call(saveWebhook, { ...given, proof: await keyProofOf(admin) });
    const events = () =>
      received
        .filter((one) => one.path === path)
        .map(({ body }) => (JSON.parse(body) as { type: string }).type);
    const entries = await trailEntries(admin, taskId);
    const effect = (seq: number, change: Partial<typeof outbox.$inferInsert>) => ({
      id: crypto.randomUUID(),
      topic: 'trailed',
      key: `trail:${taskId}`,
      payload: { taskId: taskId, lines: entries.filter((one) => one.seq === seq) },
      dueAt: 0,
      createdAt: 0,
      ...change,
    });
    const [first, second] = entries.map(({ seq }) => seq).sort((x, y) => x - y);
    const failed = effect(first!, { dueAt: Date.now() + 3_600_000, attempts: 4, lastError: 'gone' });
    await database()
      .insert(outbox)
      .values([failed, effect(second!, {})]);
    await runJobs();
    await expect.poll(events).toEqual(['task.initiated', 'task.started']);
    // Tried again, it queues nothing twice.
    await database().update(outbox).set({ dueAt: 0 }).where(eq(outbox.id, failed.id));
    await expect
      .poll(async () => {
        await runJobs();
        return (await database().select().from(outbox).where(eq(outbox.id, failed.id))).length;
      })
      .toBe(0);
    expect(events()).toEqual(['task.initiated', 'task.started']);
  });

  it('give an event up after the last attempt, and send it again when somebody asks', async () => {
    const { admin, log, path, webhookId } = await listening(status(500));
    await send(admin);
    await expect.poll(async () => (await log())[1]?.status).toBe(500);
    await database()
      .update(webhookDelivery)
      .set({ attempts: 12 })
      .where(and(eq(webhookDelivery.webhookId, webhookId), eq(webhookDelivery.event, 'task.initiated')));
    await letTimePass(webhookId);
    const initiated = async () => (await log()).find(({ event }) => event === 'task.initiated')!;
    await expect.poll(async () => (await initiated()).state).toBe('DEAD');
    const { records } = await admin.call(listWebhooks, {});
    expect(records[0]).toMatchObject({ webhookId, dead: 1 });
    answers.delete(path);
    await admin.call(resend, { deliveryId: (await initiated()).deliveryId });
    await expect.poll(async () => (await initiated()).state).toBe('DELIVERED');
  });

  it.each([
    ['a redirect, which is not followed', status(301, { Location: '/stolen' }), 301, 'no'],
    ['a refusal', status(403), 403, 'no'],
    ['an answer without an end', endless, 200, 'x'],
    ['no answer', ((response) => response.destroy()) as Answer, 0, 'no answer'],
  ])('show %s in the test', async (_what, answer, code, words) => {
    const { admin, webhookId, log } = await listening(answer);
    const tested = await admin.call(testWebhook, { webhookId });
    expect(tested).toMatchObject({ delivered: code === 200, status: code });
    expect(tested.answer.startsWith(words)).toBe(true);
    expect(tested.answer.length).toBeLessThanOrEqual(200);
    expect((await log())[0]).toMatchObject({ event: 'webhook.test', status: code });
    expect(received.some(({ path }) => path === '/stolen')).toBe(false);
  });

  it('wait ten seconds for a receiver that hangs', async () => {
    const { admin, webhookId } = await listening(() => undefined);
    expect(await admin.call(testWebhook, { webhookId })).toEqual({
      delivered: false,
      status: 0,
      answer: 'timeout',
    });
  });

  it('stop if the receiver is gone (410), until they are switched on again', async () => {
    const { admin, webhookId, path, events, log } = await listening(status(410));
    await send(admin);
    const stateOf = async () => (await admin.call(listWebhooks, {})).records[0]!.state;
    await expect.poll(stateOf).toBe('GONE');
    expect(events()).toEqual(['task.initiated']);
    answers.delete(path);
    await admin.call(switchWebhook, { webhookId, enabled: true });
    await expect.poll(events).toEqual(['task.initiated', 'task.started']);
    expect((await log()).map(({ state }) => state)).toEqual(['DELIVERED', 'DEAD']);
  });

  it('are signed with the new secret and the one before it for a day', async () => {
    const { admin, webhookId, secret, got } = await listening();
    const next = await admin.call(rotateSecret, { webhookId, proof: await keyProofOf(admin) });
    await admin.call(testWebhook, { webhookId });
    const { body, headers } = got()[0]!;
    for (const one of [secret, next.secret]) expect(new Webhook(one).verify(body, headers)).toBeTruthy();
    await database()
      .update(webhook)
      .set({ formerUntil: Date.now() - 1 })
      .where(eq(webhook.id, webhookId));
    await admin.call(testWebhook, { webhookId });
    const last = got()[1]!;
    expect(new Webhook(next.secret).verify(last.body, last.headers)).toBeTruthy();
    expect(() => new Webhook(secret).verify(last.body, last.headers)).toThrow();
  });

  it('are set, changed and given a secret by second proof alone, and administrators are told', async () => {
    const { ent, boss, admin, path, webhookId } = await listening();
    const deputy = await newPerson();
    await addMember(ent, deputy, ['BUSINESS_ADMIN']);
    const given = { address: origin + path, events: ['task.revoked' as const] };
    const through = new ApiClient(product().baseUrl);
    through.session = { ...admin.session!, accessToken: await newToken(boss, ent, true) };
    for (const [call, input] of [
      [saveWebhook, given],
      [changeWebhook, { webhookId, ...given }],
      [rotateSecret, { webhookId }],
    ] as const) {
      expect(await refusal(admin, call as AnyCall, input), call.id).toBe('INPUT_INVALID');
      const wrong = { ...input, proof: await proofOf(admin, '135790') };
      expect(await refusal(admin, call as AnyCall, wrong), call.id).toBe('SIGN_PASSWORD_WRONG');
      const proof = await keyProofOf(admin);
      expect(await refusal(through, call as AnyCall, { ...input, proof }), call.id).toBe('SSO_NOT_YOURSELF');
      expect(await refusal(admin, call as AnyCall, { ...input, proof }), call.id).toBe('OK');
    }
    const { records } = await sentNotices(await signedIn(deputy, ent), { size: 50 });
    const told = records.filter(({ subject }) => subject.includes(path));
    expect(told).toHaveLength(3);
    for (const { subject } of told) expect(subject).toContain(boss.name);
  });

  it('are tested and sent again only so often in a minute', async () => {
    const { ent, admin, webhookId, log } = await listening();
    await send(admin);
    const [delivery] = await untilFound(async () => {
      const all = await log();
      if (all.length === 0) throw new Error('nothing was sent yet');
      return all;
    });
    // The minute may turn between the two: then the next one is used up.
    const exhausted = async (what: 'test' | 'resend') => {
      const name = `webhook-${what}:${ent.id}`;
      const windowStart = Math.floor(Date.now() / 60_000) * 60_000;
      await database()
        .insert(rateCount)
        .values({ name, windowStart, count: 60 })
        .onConflictDoUpdate({ target: [rateCount.name, rateCount.windowStart], set: { count: 60 } });
    };
    await expect
      .poll(async () => {
        await exhausted('test');
        return refusal(admin, testWebhook, { webhookId });
      })
      .toBe('TOO_OFTEN');
    const again = { deliveryId: delivery!.deliveryId };
    expect(await refusal(admin, resend, again)).toBe('OK');
    await expect
      .poll(async () => {
        await exhausted('resend');
        return refusal(admin, resend, again);
      })
      .toBe('TOO_OFTEN');
  });

  it('refuse addresses with credentials and other protocols', async () => {
    const { admin } = await companyWithAdmin();
    const proof = await keyProofOf(admin);
    for (const address of ['ftp://example.com', 'https://a:b@example.com', 'example.com'])
      expect(await refusal(admin, saveWebhook, { address, events: ['task.signed'], proof }), address).toBe(
        'WEBHOOK_ADDRESS',
      );
  });
});

/** Writes as long as somebody reads. */
function endless(response: ServerResponse): void {
  response.writeHead(200);
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', write);
  response.on('error', () => undefined);
  write();
}
