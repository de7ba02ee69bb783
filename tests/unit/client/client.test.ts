import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { clientDocument } from '#scripts/client-document.ts';
import {
  listTasks,
  makeEmbedLink,
  readWebhook,
  revokeTask,
  Signet,
  SignetError,
} from '../../../client/src/index.ts';

it('client/src/calls.ts is as the calls are', () => {
  expect(readFileSync('client/src/calls.ts', 'utf8'), 'npm run client mends it').toBe(clientDocument());
});

it('a handful of calls is less than 6 kB gzipped, and brings nothing else', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents:
        "export { Signet, readWebhook, sendFromTemplate, listTasks, getTask, downloadDocument, revokeTask } from './client/src/index.ts';",
      resolveDir: process.cwd(),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(6_000);
  expect(Object.keys(metafile.inputs).every((path) => path.startsWith('client/') || path === '<stdin>')).toBe(
    true,
  );
});

type Sent = { url: URL; init: RequestInit };
/** A client over prepared answers, and what it sent. */
function over(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const signet = new Signet({
    url: 'https://sign.example.com/',
    key: 'signet_x',
    fetch: async (url, init) => {
      sent.push({ url: new URL(String(url)), init: init! });
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { signet, sent };
}
const answer = (body: object, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const idOf = ({ init }: Sent) => new Headers(init.headers).get('x-request-id');

describe('the client', () => {
  it('tries again what has one effect, under the same id, and keeps a refusal as it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { signet, sent } = over(
        new TypeError('lost'),
        answer({ code: 503000, message: 'busy' }, { headers: { 'Retry-After': '2' } }),
        answer({ code: 200, message: '', data: null }),
      );
      const done = signet.call(revokeTask, { planId: 'p', reason: 'r' });
      await vi.runAllTimersAsync();
      expect(await done).toBeNull();
      expect(new Set(sent.map(idOf)).size).toBe(1);
      expect(sent).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
    // Each link is another one: it is not asked for again by itself.
    const lost = over(new TypeError('lost'));
    await expect(
      lost.signet.call(makeEmbedLink, { planId: 'p', signerId: 's', origin: 'https://a.example' }),
    ).rejects.toThrow('lost');
    expect(lost.sent).toHaveLength(1);
    const refused = over(
      answer({
        code: 400000,
        message: '请填写',
        requestId: 'q',
        fields: [{ path: 'reason', problem: 'required' }],
      }),
    );
    const error = await refused.signet.call(revokeTask, { planId: 'p', reason: '' }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(SignetError);
    expect(error).toMatchObject({ code: 400000, message: '请填写', requestId: 'q', retryAfter: undefined });
    expect(refused.sent).toHaveLength(1);
  });

  it('goes through all pages of a list', async () => {
    const page = (...ids: string[]) =>
      answer({
        code: 200,
        message: '',
        data: { records: ids.map((taskId) => ({ planId: taskId })), total: 1_000 },
      });
    const { signet, sent } = over(page('a', 'b'), page('c'));
    const rows: string[] = [];
    for await (const { planId: taskId } of signet.list(listTasks, { box: 'all', size: 2 })) rows.push(taskId);
    expect(rows).toEqual(['a', 'b', 'c']);
    expect(sent.map(({ url }) => url.searchParams.get('after'))).toEqual([null, 'b']);
    expect(sent[0]!.url.pathname).toBe('/ecapi/docmanager/assemble/plan/page');
  });
});

describe('a received webhook', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
  const body = JSON.stringify({ type: 'task.signed', timestamp: '', data: { planId: 'p' } });
  const signed = (at: Date, key = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('msg_1', at, body),
  });

  it('is accepted if the published library signed it, with the headers of Node and of fetch', async () => {
    const headers = signed(new Date());
    expect((await readWebhook(secret, headers, body)).data.planId).toBe('p');
    expect((await readWebhook(secret, new Headers(headers), body)).type).toBe('task.signed');
    const two = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` };
    expect((await readWebhook(secret, two, body)).type).toBe('task.signed');
  });

  it('is refused with another secret, text or time, without a signature or with nonsense', async () => {
    const other = `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}`;
    const now = signed(new Date());
    const wrong = expect.objectContaining({ message: 'webhook: not signed with this secret' });
    await expect(readWebhook(secret, signed(new Date(), other), body)).rejects.toEqual(wrong);
    await expect(readWebhook(secret, now, `${body} `)).rejects.toEqual(wrong);
    await expect(readWebhook(secret, { ...now, 'webhook-signature': '' }, body)).rejects.toEqual(wrong);
    await expect(readWebhook(secret, { ...now, 'webhook-signature': 'v1,%%%' }, body)).rejects.toEqual(wrong);
    for (const minutes of [-6, 6])
      await expect(
        readWebhook(secret, signed(new Date(Date.now() + minutes * 60_000)), body),
      ).rejects.toThrow('too old');
    await expect(readWebhook(secret, { ...now, 'webhook-timestamp': 'x' }, body)).rejects.toThrow('too old');
  });
});
