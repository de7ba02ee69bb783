import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { missingSettings, PRODUCTION_SETTINGS } from '#core/config/production-settings.ts';
import { reportDelivery } from '#core/identity/calls.ts';
import { signReceipt } from '#core/notice/receipt.ts';
import { delivery, simulatedMessage } from '#db/schema/index.ts';
import { takeDeliveryReport } from '#edge/identity/ask-code.ts';
import type { Context } from '#edge/kernel/context.ts';
import { newId } from '#edge/kernel/crypto/new-id.ts';
import type { Env } from '#edge/kernel/env.ts';
import { openMail } from '#edge/kernel/providers/mail.ts';
import { openSms } from '#edge/kernel/providers/sms.ts';
import { openDatabase } from '#edge/kernel/storage/database.ts';
import { ApiClient } from '#tests/client.ts';
import { product } from '#tests/product.ts';

type Taken = { path: string; authorization: string; idempotency: string; body: Record<string, unknown> };
const taken: Taken[] = [];
let status = 200;
/** What happens before the gateway answers. */
let meanwhile: (() => Promise<unknown>) | undefined;
const gateway = createServer(async (request, response) => {
  taken.push({
    path: request.url ?? '',
    authorization: String(request.headers.authorization),
    idempotency: String(request.headers['idempotency-key']),
    body: JSON.parse(await textOf(request)) as Record<string, unknown>,
  });
  await meanwhile?.();
  response.writeHead(status).end('{}');
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

beforeAll(() => new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => gateway.close(done)));

/** What a Worker in production has: the product's database, and gateways of the outside. */
function context(more: Partial<Env> = {}): Context {
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const env = {
    LIBSQL_URL: product().libsqlUrl,
    LIBSQL_AUTH_TOKEN: product().libsqlToken,
    SIGNET_MODE: 'pro',
    SMS_URL: `${url}/sms`,
    SMS_KEY: 'sms-key',
    MAIL_URL: `${url}/emails`,
    MAIL_KEY: 'mail-key',
    MAIL_FROM: 'Signet <no-reply@example.com>',
    ...more,
  } as Env;
  const now = Date.now();
  const keys: Partial<Context['keys']> = { indexOf: async (value) => value };
  return { env, db: openDatabase(env), now, newId: () => newId(now), language: 'zh-CN', keys } as Context;
}

const stateOf = async (c: Context, id: string) =>
  (await c.db.select().from(delivery).where(eq(delivery.id, id)))[0];

it('[7.7a] hands a short message to the gateway with its key, once; keeps no text or number', async () => {
  const c = context();
  const id = c.newId();
  const message = {
    id,
    mobile: '13912345678',
    template: 'CODE_LOGIN' as const,
    params: { code: '123456', minutes: '5' },
  };
  await openSms(c).send(message);
  await openSms(c).send(message);
  const sent = taken.filter((t) => t.idempotency === id);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ path: '/sms', authorization: 'Bearer sms-key' });
  expect(sent[0]!.body).toMatchObject({ mobile: '13912345678', template: 'CODE_LOGIN' });
  expect(sent[0]!.body.text).toContain('登录验证码 123456');
  const row = await stateOf(c, id);
  expect(row).toMatchObject({ state: 'SENT', target: '139****5678', simulated: false });
  expect(JSON.stringify(row)).not.toContain('123456');
  expect(await c.db.select().from(simulatedMessage).where(eq(simulatedMessage.id, id))).toEqual([]);
});

it('[7.7b] hands a mail to the gateway in Resend’s shape; a refusal is kept and thrown', async () => {
  const c = context();
  const id = c.newId();
  const mail = {
    id,
    mail: 'lin@example.com',
    template: 'MAIL_CODE_UPDATE_MAIL' as const,
    params: { code: '654321', minutes: '5' },
    subject: 'MAIL_SUBJECT_CODE' as const,
  };
  status = 500;
  await expect(openMail(c).send(mail)).rejects.toThrow('the gateway answered 500');
  expect(await stateOf(c, id)).toMatchObject({ state: 'FAILED', error: 'the gateway answered 500' });
  status = 200;
  await openMail(c).send(mail);
  expect(await stateOf(c, id)).toMatchObject({ state: 'SENT', attempts: 2, target: 'l***@example.com' });
  const last = taken.filter((t) => t.idempotency === id).at(-1);
  expect(last).toMatchObject({ path: '/emails', authorization: 'Bearer mail-key' });
  expect(last!.body).toMatchObject({
    from: 'Signet <no-reply@example.com>',
    to: ['lin@example.com'],
    subject: 'Signet 验证码',
  });
});

/** A receipt as a gateway sends it, signed with a key at a time. */
async function report(
  c: Context,
  { reason, ...said }: { id: string; state: 'DELIVERED' | 'FAILED'; reason?: string },
  { key = 'sms-key', at = c.now, signature = '', channel = 'sms' as 'sms' | 'mail' } = {},
) {
  const receipt = { channel, ...said, ...(reason ? { reason } : {}) };
  const seconds = String(Math.floor(at / 1000));
  const headers = {
    'X-Signet-Timestamp': seconds,
    'X-Signet-Signature': signature || (await signReceipt(key, seconds, receipt)),
  };
  return takeDeliveryReport(receipt, c, new Request('http://x', { headers }));
}

async function sentNow(c: Context): Promise<string> {
  const id = c.newId();
  await openSms(c).send({ id, mobile: '13912345679', template: 'CODE_LOGIN', params: {} });
  expect((await stateOf(c, id))?.state).toBe('SENT');
  return id;
}

it('believes a receipt only if the gateway signed it, within five minutes', async () => {
  const c = context();
  const id = await sentNow(c);
  const receipt = { id, state: 'DELIVERED' as const };
  const refused = { name: 'NOT_FOUND' };
  await expect(report(c, receipt, { key: 'mail-key' })).rejects.toMatchObject(refused);
  await expect(report(c, receipt, { signature: '00'.repeat(32) })).rejects.toMatchObject(refused);
  for (const minutes of [-6, 6])
    await expect(report(c, receipt, { at: c.now + minutes * 60_000 })).rejects.toMatchObject(refused);
  // Signed for one outcome, and sent with another.
  const seconds = String(Math.floor(c.now / 1000));
  const other = await signReceipt('sms-key', seconds, { channel: 'sms', id, state: 'FAILED' });
  await expect(report(c, receipt, { signature: other })).rejects.toMatchObject(refused);
  expect((await stateOf(c, id))?.state).toBe('SENT');
  // A product without a gateway has nobody who could report.
  const client = new ApiClient(product().baseUrl);
  const forged = await client.envelope(
    reportDelivery,
    { channel: 'sms', ...receipt },
    { 'X-Signet-Timestamp': seconds, 'X-Signet-Signature': other },
  );
  expect(forged.code).toBe(404000);
});

it('receipts that come twice, late, in disorder or for others only move a message forward', async () => {
  const c = context();
  const id = await sentNow(c);
  const failed = { id, state: 'FAILED' as const, reason: 'UNREACHABLE' };
  // The mail gateway knows nothing of a short message.
  await report(c, failed, { key: 'mail-key', channel: 'mail' });
  expect((await stateOf(c, id))?.state).toBe('SENT');
  await report(c, failed);
  const first = await stateOf(c, id);
  expect(first).toMatchObject({ state: 'FAILED', reason: 'UNREACHABLE' });
  await report({ ...c, now: c.now + 1000 }, { ...failed, reason: 'whatever it says' });
  expect(await stateOf(c, id)).toEqual(first);
  // The phone was switched on again.
  await report(c, { id, state: 'DELIVERED' });
  await report(c, failed);
  expect(await stateOf(c, id)).toMatchObject({ state: 'DELIVERED', reason: '' });
  await report(c, { id: c.newId(), state: 'DELIVERED' });
});

it('a receipt that outruns the answer to its message stays, and the message is not sent again', async () => {
  const c = context();
  const id = c.newId();
  const sms = { id, mobile: '13912345679', template: 'CODE_LOGIN' as const, params: {} };
  meanwhile = () => report(c, { id, state: 'FAILED', reason: 'NUMBER_INVALID' });
  await openSms(c).send(sms);
  meanwhile = undefined;
  expect(await stateOf(c, id)).toMatchObject({ state: 'FAILED', reason: 'NUMBER_INVALID' });
  await openSms(c).send(sms);
  expect(taken.filter(({ idempotency }) => idempotency === id)).toHaveLength(1);
});

it('[9.35i] names the first setting that mode pro lacks, and asks nothing of other modes', () => {
  const all = Object.fromEntries(PRODUCTION_SETTINGS.map(({ name }) => [name, 'x']));
  expect(missingSettings({ ...all, SIGNET_MODE: 'pro' })).toBeNull();
  expect(missingSettings({ SIGNET_MODE: 'sit' })).toBeNull();
  for (const { name } of PRODUCTION_SETTINGS)
    expect(missingSettings({ ...all, SIGNET_MODE: 'pro', [name]: '' })).toMatch(
      new RegExp(`^SIGNET_MODE is pro and ${name} \\(.*\\) is not set: `),
    );
});

it('[9.35i] takes no message for the simulator in mode pro', async () => {
  const c = context({ SMS_URL: '' });
  const send = openSms(c).send({ mobile: '13912345670', template: 'CODE_LOGIN', params: {} });
  await expect(send).rejects.toMatchObject({ name: 'UNAVAILABLE' });
});
