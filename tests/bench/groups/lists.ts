/**
 * A list of tasks: requests a second beside a bare workerd handler that makes one query on the same database; and the
 * same list, by itself and with its filters, with 1,000 and with 1,000,000 tasks (BENCH_TASKS), which should cost no more
 * than half as much again.
 */
import { Miniflare } from 'miniflare';
import type { InputOf } from '#core/call.ts';
import { listTasks } from '#core/task/list-calls.ts';
import type { Product } from '#scripts/product/start-product.ts';
import type { ApiClient } from '#tests/client.ts';
import { A, memberOf, withBenchProduct } from '../bench-product.ts';
import { FIRST_SENT, fillTasks } from '../fill-tasks.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'lists';

const SECONDS = 4;
const CONNECTIONS = 10;
const ROUNDS = 3;
const MANY = Number(process.env.BENCH_TASKS ?? 1_000_000);

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const client = await memberOf(product, 'A');
    await fillTasks(product, 0, 1_000);
    const bare = await bareWorker(product);
    try {
      const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
      for (let round = 0; round < ROUNDS; round++) {
        rates.ours.push(await rate(() => list(client)));
        rates.theirs.push(await rate(() => fetch(bare.url).then((r) => r.text())));
      }
      report({
        name: 'list of 10 among 1,000 tasks',
        unit: 'requests/s',
        ours: median(rates.ours),
        peer: 'bare workerd handler with one query',
        theirs: median(rates.theirs),
      });
    } finally {
      await bare.stop();
    }
    const small = await Promise.all(ASKED.map(() => Number.NaN));
    for (const [i, { input }] of ASKED.entries()) small[i] = await latency(client, input);
    await fillTasks(product, 1_000, MANY);
    for (const [i, { what, input }] of ASKED.entries())
      report({
        name: `${what} with ${MANY.toLocaleString('en-US')} tasks, beside the same with 1,000`,
        unit: 'ms',
        ours: await latency(client, input),
        peer: 'with 1,000 tasks',
        theirs: small[i]!,
      });
  });
}

/** The lists as they open, and the filters of what is looked for; each finds something at either size. */
const ASKED: readonly { what: string; input: InputOf<typeof listTasks> }[] = [
  { what: 'list of sent tasks', input: { box: 'startWithMe' } },
  { what: 'waiting for others', input: { box: 'done' } },
  { what: 'finished', input: { box: 'finished' } },
  { what: 'voided', input: { box: 'toVoid' } },
  { what: 'by name', input: { box: 'startWithMe', keyword: '合同' } },
  { what: 'by signatory', input: { box: 'startWithMe', signatory: '乙公司' } },
  { what: 'by scenario', input: { box: 'startWithMe', scenario: 'HR' } },
  { what: 'by status', input: { box: 'startWithMe', status: 'REJECTED' } },
  {
    what: 'by time of initiation',
    input: { box: 'startWithMe', initiateFrom: FIRST_SENT + 100, initiateTo: FIRST_SENT + 600 },
  },
  {
    what: 'by scenario, status and name',
    input: { box: 'finished', scenario: 'ENT', status: 'COMPLETED', keyword: '合同' },
  },
];

const list = (client: ApiClient, input: InputOf<typeof listTasks> = { box: 'startWithMe' }) =>
  client.call(listTasks, input);

async function rate(request: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 20; i++) await request();
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const one = async () => {
    while (performance.now() < until) {
      await request();
      done++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return done / SECONDS;
}

async function latency(client: ApiClient, input: InputOf<typeof listTasks>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 120; i++) {
    const began = performance.now();
    await list(client, input);
    if (i >= 20) times.push(performance.now() - began);
  }
  return median(times);
}

/** A Worker that does nothing but one query, in the same workerd, over the same protocol. */
async function bareWorker({
  libsqlUrl,
  libsqlToken,
}: Product): Promise<{ url: string; stop: () => Promise<void> }> {
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    modules: true,
    compatibilityDate: '2026-07-30',
    script: `export default { async fetch() {
      const body = JSON.stringify({ requests: [{ type: 'execute', stmt: { sql: "select t.* from participant p join task t on t.id = p.task_id where p.owner_key = 'E:${A.id}' and p.part = 'INITIATOR' order by p.sent_at desc limit 10" } }, { type: 'close' }] });
      const answer = await fetch('${libsqlUrl}/v2/pipeline', { method: 'POST', body, headers: { authorization: 'Bearer ${libsqlToken}' } });
      return Response.json(await answer.json());
    } }`,
  });
  const address = await miniflare.ready;
  return { url: address.href, stop: () => miniflare.dispose() };
}
