import { expect, it } from 'vitest';
import { listTasks } from '#core/task/list-calls.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const ask = (authorization?: string, method = 'GET') =>
  fetch(`${product().baseUrl}/metrics`, { method, headers: authorization ? { authorization } : {} });
const KEY = () => `Bearer ${product().internalKey}`;

/** The figures by name and labels, without the isolate. */
async function figures(): Promise<Map<string, number>> {
  const answer = await ask(KEY());
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  const lines = (await answer.text()).trimEnd().split('\n');
  return new Map(
    lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => {
        const [, name, value] = /^([a-z_]+(?:\{[^}]*\})?) ([\d.e+-]+)$/.exec(line) ?? [];
        if (name === undefined) throw new Error(`not a sample: ${line}`);
        return [name.replace(/isolate="[\w-]+",?/, '').replace('{}', ''), Number(value)] as const;
      }),
  );
}

it('tells calls by outcome, their times and the queue of effects in the format of Prometheus', async () => {
  const client = await signedIn('jia');
  const before = await figures();
  await client.call(listTasks, { box: 'pending' });
  expect(await refusal(client, listTasks, { box: 'pending', size: 100_000 })).not.toBe('');
  const after = await figures();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const calls = (outcome: string) => `signet_calls_total{call="${listTasks.id}",outcome="${outcome}"}`;
  expect(grown(calls('ok'))).toBeGreaterThanOrEqual(1);
  expect(grown(calls('refused'))).toBeGreaterThanOrEqual(1);
  expect(grown('signet_call_duration_seconds_count')).toBeGreaterThanOrEqual(2);
  const buckets = [...after].filter(([name]) => name.includes('_bucket'));
  expect(buckets.length).toBeGreaterThan(5);
  // Buckets are cumulative, and the last one has all.
  expect(buckets.map(([, n]) => n)).toEqual(buckets.map(([, n]) => n).sort((a, b) => a - b));
  expect(buckets.at(-1)![1]).toBe(after.get('signet_call_duration_seconds_count'));
  for (const name of ['effects', 'due', 'failing', 'oldest_seconds'])
    expect(after.get(`signet_outbox_${name}`)).toBeGreaterThanOrEqual(0);
});

it('is not there for anybody without the internal key', async () => {
  for (const authorization of [undefined, 'Bearer x', `Basic ${btoa(product().internalKey)}`])
    expect((await ask(authorization)).status).toBe(404);
  expect((await ask(KEY(), 'POST')).status).toBe(404);
});
