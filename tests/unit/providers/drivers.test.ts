import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '#edge/kernel/context.ts';
import { openBankTransfer } from '#edge/kernel/providers/bank-transfer.ts';
import { openCloudSeal } from '#edge/kernel/providers/cloud-seal.ts';
import { openCollaborationApp } from '#edge/kernel/providers/collaboration-app.ts';
import { openFace } from '#edge/kernel/providers/face.ts';
import { openHandwritingOcr } from '#edge/kernel/providers/handwriting-ocr.ts';

type Taken = { method: string; path: string; authorization: string; idempotency: string; body: unknown };
const taken: Taken[] = [];
let answer: { status: number; body: unknown };

const service = createServer(async (request, response) => {
  const text = await textOf(request);
  taken.push({
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: String(request.headers.authorization),
    idempotency: String(request.headers['idempotency-key']),
    body: text === '' ? null : JSON.parse(text),
  });
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});
beforeEach(() => {
  taken.length = 0;
  answer = { status: 200, body: {} };
});

const NOW = 1_700_000_000_000;
const contextOf = (env: object) =>
  ({ env: { SIGNET_MODE: 'pro', ...env }, now: NOW, language: 'zh-CN' }) as unknown as Context;
const subject = {
  reference: 'transid0001',
  name: '李小龙',
  idType: 'RESIDENT_ID' as const,
  idNumber: '11010519491231002X',
  returnUrl: 'https://signet.example/faceAuthResult?transId=transid0001',
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: Error) => error.name,
  );

describe('the driver of face verifications', () => {
  const face = () => openFace(contextOf({ FACE_URL: `${url}/`, FACE_KEY: 'key' }));

  it('[7.11c] starts one by its key and returns the URL for the phone', async () => {
    answer.body = { id: 'v-1', url: 'https://face.example/v-1' };
    expect(await face().start(subject)).toEqual({ ref: 'v-1', url: 'https://face.example/v-1' });
    expect(taken).toEqual([
      {
        method: 'POST',
        path: '/verifications',
        authorization: 'Bearer key',
        idempotency: 'undefined',
        body: subject,
      },
    ]);
  });

  it('[4.13] queries the result and knows each of its four values', async () => {
    const results: string[] = [];
    for (const state of ['pending', 'passed', 'failed', 'expired']) {
      answer.body = { state };
      results.push(await face().result('v/1?x'));
    }
    expect(results).toEqual(['PENDING', 'SUCCESS', 'FAILURE', 'ENDED']);
    expect(taken[0]).toMatchObject({ method: 'GET', path: '/verifications/v%2F1%3Fx' });
  });

  it('takes no other answer for a result, and says nothing personal of a failure', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const [status, body] of [
      [500, {}],
      [200, { state: 'success' }],
      [200, []],
    ] as const) {
      answer = { status, body };
      expect(await refusal(face().result('v-1'))).toBe('UNAVAILABLE');
    }
    answer = { status: 200, body: { id: 'v-1', url: 'javascript:alert(1)' } };
    expect(await refusal(face().start(subject))).toBe('UNAVAILABLE');
    expect(JSON.stringify(said.mock.calls)).not.toMatch(/李小龙|110105/);
    said.mockRestore();
  });

  it('is never simulated in production', async () => {
    expect(() => openFace(contextOf({}))).toThrow('UNAVAILABLE');
  });
});

describe('the driver of small transfers', () => {
  const transfer = {
    id: 'transfer01',
    accountName: '北京示例有限公司',
    accountNumber: '11014567890123',
    bankName: '中国银行',
    fen: 7,
  };

  it('[2.21a] sends the amount in yuan, once under its id', async () => {
    await openBankTransfer(contextOf({ BANK_URL: url, BANK_KEY: 'key' })).send(transfer);
    const { fen: _fen, ...rest } = transfer;
    expect(taken).toEqual([
      {
        method: 'POST',
        path: '/',
        authorization: 'Bearer key',
        idempotency: 'transfer01',
        body: { ...rest, amount: '0.07', currency: 'CNY' },
      },
    ]);
  });

  it('says that it was not taken, and is never simulated in production', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer.status = 503;
    expect(await refusal(openBankTransfer(contextOf({ BANK_URL: url })).send(transfer))).toBe('UNAVAILABLE');
    expect(await refusal(openBankTransfer(contextOf({})).send(transfer))).toBe('UNAVAILABLE');
    expect(JSON.stringify(said.mock.calls)).not.toMatch(/11014567890123|北京示例/);
    said.mockRestore();
  });
});

describe('the driver of the collaboration app', () => {
  const app = () => openCollaborationApp(contextOf({ APPROVAL_URL: url, APPROVAL_KEY: 'key' }));
  const approval = {
    reference: 'r1',
    title: '租赁合同',
    account: 'lin',
    returnUrl: 'https://signet.example/',
  };

  it('asks by its key and knows each of the four words', async () => {
    answer.body = { id: 'a-1', url: 'https://app.example/a-1' };
    expect(await app().ask(approval)).toEqual({ ref: 'a-1', url: 'https://app.example/a-1' });
    const results: string[] = [];
    for (const state of ['pending', 'confirmed', 'refused', 'expired']) {
      answer.body = { state };
      results.push(await app().answer('a-1'));
    }
    expect(results).toEqual(['PENDING', 'SUCCESS', 'FAILURE', 'ENDED']);
    const asked = taken.slice(0, 2).map((one) => `${one.method} ${one.path} ${one.authorization}`);
    expect(asked).toEqual(['POST /approvals Bearer key', 'GET /approvals/a-1 Bearer key']);
    expect(taken[0]!.body).toEqual(approval);
  });
});

describe('the driver of cloud seals', () => {
  const seals = () => openCloudSeal(contextOf({ CLOUD_SEAL_URL: url, CLOUD_SEAL_KEY: 'key' }));

  it('[7.16b] begins a challenge, and [7.16c] knows waiting, leave and the end', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer.body = { challenge: 'challenge-1', expiresIn: 60 };
    const begun = await seals().begin({ accountId: 'a', entId: 'e' });
    expect(begun).toEqual({ challenge: 'challenge-1', expiresAt: NOW + 60_000 });
    expect(taken[0]).toMatchObject({ path: '/challenges', body: { account: 'a', enterprise: 'e' } });
    answer = { status: 202, body: {} };
    expect(await seals().ask('challenge-1')).toBe('waiting');
    answer = { status: 200, body: { token: 'leave', expiresIn: 10 } };
    expect(await seals().ask('challenge-1')).toEqual({ token: 'leave', expiresAt: NOW + 10_000 });
    answer = { status: 410, body: {} };
    expect(await seals().ask('challenge-1')).toBe('refused');
    for (const [status, body] of [
      [502, {}],
      [200, { token: '' }],
    ] as const) {
      answer = { status, body };
      expect(await refusal(seals().ask('challenge-1'))).toBe('UNAVAILABLE');
    }
    said.mockRestore();
  });
});

describe('the driver of handwriting', () => {
  it('[8.15c] sends the drawing and the name, and believes only a clear answer', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const drawing = { widthMm: 10, heightMm: 10, items: [] };
    const recognises = () =>
      openHandwritingOcr(contextOf({ OCR_URL: `${url}/compare`, OCR_KEY: 'key' })).recognises(
        drawing,
        [],
        '林',
      );
    for (const recognised of [true, false]) {
      answer.body = { recognised };
      expect(await recognises()).toBe(recognised);
    }
    expect(taken[0]).toMatchObject({ path: '/compare', authorization: 'Bearer key', body: { name: '林' } });
    answer.body = { recognised: 'yes' };
    expect(await refusal(recognises())).toBe('UNAVAILABLE');
    said.mockRestore();
  });
});
