/**
 * What a contract and a look cost the Worker and the database, for the load model (scripts/load/model.ts), and how well it
 * foretells a mixed run: CPU time that it says beside the time that was used. `SIGNET_SAVE_COSTS=yes` writes the costs
 * to scripts/load/costs.json.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import { downloadDocument, getTask, getTrail } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import type { Costs, Work } from '#scripts/load/model.ts';
import type { Product } from '#scripts/product/start-product.ts';
import type { ApiClient } from '#tests/client.ts';
import { sendBetweenCompanies, sign } from '#tests/fixtures/contracts.ts';
import { memberOf, withBenchProduct } from '../bench-product.ts';
import type { BenchReport } from '../row.ts';

export const name = 'load';

const CONTRACTS = 24;
const BADGES = 400;
const CLIENTS = 4;
/** Of the kernel's clock, which /proc counts in. */
const TICK_MS = 10;

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const [a, b] = [await memberOf(product, 'A'), await memberOf(product, 'B')];
    const contracts = (count: number) => together(count, () => oneContract(a, b));
    const looks = (count: number) => together(count, () => oneLook(a));
    // Certificates, fonts and compiled code are made once.
    await contracts(CLIENTS);
    await looks(50);
    const contract = await costOf(product, CONTRACTS, () => contracts(CONTRACTS));
    const look = await costOf(product, BADGES, () => looks(BADGES));
    const measured = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}, one Worker, ${CLIENTS} clients.`;
    const costs: Costs = { measured, contract, look };
    if (process.env.SIGNET_SAVE_COSTS === 'yes')
      writeFileSync('scripts/load/costs.json', `${JSON.stringify(costs, null, 2)}\n`);
    const mixed = await costOf(product, 1, async () => {
      await Promise.all([contracts(CONTRACTS / 2), looks(BADGES / 2)]);
    });
    const said = (pick: (cost: Work) => number) => (pick(contract) * CONTRACTS + pick(look) * BADGES) / 2;
    for (const [what, pick] of [
      ['Worker', ({ workerMs }: Work) => workerMs],
      ['database', ({ databaseMs }: Work) => databaseMs],
    ] as const) {
      report({
        name: `CPU of a contract, ${what}`,
        unit: 'ms',
        ours: pick(contract),
        peer: null,
        theirs: null,
      });
      report({
        name: `CPU of a mixed run that the model says, ${what}`,
        unit: 'ms',
        ours: said(pick),
        peer: 'measured',
        theirs: pick(mixed),
      });
    }
    report({
      name: 'growth of the database by a mixed run that the model says',
      unit: 'kB',
      ours: said(({ databaseBytes }) => databaseBytes) / 1000,
      peer: 'measured',
      theirs: mixed.databaseBytes / 1000,
    });
  });
}

async function together(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const one = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
}

async function oneContract(a: ApiClient, b: ApiClient): Promise<void> {
  const taskId = await sendBetweenCompanies(a);
  await sign(a, taskId);
  await sign(b, taskId);
  // Made to last: a job's work after the answer.
  for (let events: string[] = []; !events.includes('PRESERVED'); ) {
    await new Promise((done) => setTimeout(done, 100));
    events = (await a.call(getTrail, { planId: taskId })).entries.map(({ event }) => event);
  }
  await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
}

async function oneLook(a: ApiClient): Promise<void> {
  const { records } = await a.call(listTasks, { box: 'startWithMe' });
  await a.call(getTask, { planId: records[0]!.planId });
}

type Totals = Work;

/** What each of `count` pieces of work cost. */
async function costOf(product: Product, count: number, work: () => Promise<void>): Promise<Work> {
  const before = await totals(product);
  await work();
  await drained(product);
  const after = await totals(product);
  const each = (pick: (sum: Totals) => number) => Number(((pick(after) - pick(before)) / count).toFixed(2));
  return {
    requests: each(({ requests }) => requests),
    workerMs: each(({ workerMs }) => workerMs),
    databaseMs: each(({ databaseMs }) => databaseMs),
    exchanges: each(({ exchanges }) => exchanges),
    rowsWritten: each(({ rowsWritten }) => rowsWritten),
    databaseBytes: each(({ databaseBytes }) => databaseBytes),
    fileBytes: each(({ fileBytes }) => fileBytes),
  };
}

async function totals(product: Product): Promise<Totals> {
  const client = createClient({ url: product.libsqlUrl, authToken: product.libsqlToken });
  const [pages, size, changes] = await client.batch([
    'pragma page_count',
    'pragma page_size',
    'select total_changes()',
  ]);
  client.close();
  const { libsql, worker } = product.services;
  return {
    requests: await figure(product, 'signet_call_duration_seconds_count'),
    workerMs: cpuOf(worker.pid()!),
    databaseMs: cpuOf(libsql.pid()!),
    exchanges: await figure(product, 'signet_database_exchanges_total'),
    // The broker has one connection for all.
    rowsWritten: Number(changes!.rows[0]![0]),
    databaseBytes: Number(pages!.rows[0]![0]) * Number(size!.rows[0]![0]),
    fileBytes: bytesIn(join(product.dataDir, 'files/r2/signet-files')),
  };
}

/** Waits until nothing is left to do after the answers. */
async function drained(product: Product): Promise<void> {
  while ((await figure(product, 'signet_outbox_due')) > 0) await new Promise((done) => setTimeout(done, 100));
}

async function figure(product: Product, sample: string): Promise<number> {
  const headers = { authorization: `Bearer ${product.internalKey}` };
  const text = await (await fetch(`${product.baseUrl}/metrics`, { headers })).text();
  return Number(new RegExp(`^${sample}(?:\\{[^}]*\\})? ([\\d.e+]+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** CPU time of a process group so far, ms (proc(5): utime and stime of each process). */
function cpuOf(group: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const fields = statOf(pid)
      .replace(/^.*\) /s, '')
      .split(' ');
    if (Number(fields[2]) === group) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * TICK_MS;
}

// A process may end while it is looked at.
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
