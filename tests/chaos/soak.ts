/**
 * `npm run soak [-- --minutes 10] [--writers 30]`: a mixed load on the libSQL server that `npm start` runs,
 * in a folder of its own. Counts calls, errors and lost updates and says the longest stall: the longest time in
 * which no call at all was answered.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient, type InStatement } from '@libsql/client/http';
import { lockMachine } from '#scripts/machine-lock.ts';
import { freePort } from '#scripts/product/free-port.ts';
import { loadLibsqlAccess } from '#scripts/product/libsql-access.ts';
import { keepLibsql } from '#scripts/product/services.ts';
import { readOptions, refuse } from '#scripts/read-options.ts';

const USAGE = `npm run soak [-- --minutes 10] [--writers 30], or npm run soak -- --faults 100
  A mixed load on a database server of its own; counts calls, errors and lost updates. Status 0 when there are none.
    --minutes N   how long (10)
    --writers N   clients that write at the same time (30)
  With --faults the main job on a product of its own, while parts of it are killed, stopped and cut off; then every
  acknowledged signature is looked for in task, trail and file. Status 0 when all are there, once.
    --faults N    number of faults
    --seed TEXT   decides which and when (1)
    --clients N   clients that send and sign (4)`;
const { values } = readOptions(USAGE, {
  options: {
    minutes: { type: 'string', default: '10' },
    writers: { type: 'string', default: '30' },
    faults: { type: 'string' },
    seed: { type: 'string', default: '1' },
    clients: { type: 'string', default: '4' },
  },
});
if (values.faults !== undefined) {
  const [faults, clients] = [Number(values.faults), Number(values.clients)];
  if (!Number.isInteger(faults) || faults < 1)
    refuse(`--faults ${values.faults} is no whole number from 1.`, USAGE);
  if (!Number.isInteger(clients) || clients < 1)
    refuse(`--clients ${values.clients} is no whole number from 1.`, USAGE);
  await lockMachine('npm run soak');
  process.exit(await faultSoak({ seed: values.seed, faults, clients }));
}
const minutes = Number(values.minutes);
if (!(minutes > 0)) refuse(`--minutes ${values.minutes} is no number above 0.`, USAGE);
const writers = Number(values.writers);
if (!Number.isInteger(writers) || writers < 0)
  refuse(`--writers ${values.writers} is no whole number.`, USAGE);
await lockMachine('npm run soak');
const folder = mkdtempSync(join(tmpdir(), 'signet-soak-'));
for (const name of ['db', 'logs', 'run']) mkdirSync(join(folder, name));
const url = `http://127.0.0.1:${await freePort()}`;
const events: string[] = [];
const access = loadLibsqlAccess(join(folder, 'secrets.json'));
const { authToken } = access;
const server = await keepLibsql({ dataDir: folder, onEvent: (event) => events.push(event) }, url, access);

const counts = { read: 0, write: 0, guarded: 0, batch: 0 };
const errors = new Map<string, number>();
let busy = 0;
let longestCall = 0;
let longestStall = 0;
let lastAnswer = performance.now();
let committed = 0;
const until = Date.now() + minutes * 60_000;

function answered(began: number): void {
  const now = performance.now();
  longestCall = Math.max(longestCall, now - began);
  longestStall = Math.max(longestStall, now - lastAnswer);
  lastAnswer = now;
}

/** One call, again where the server says 429, as the edge does. */
async function call<T>(kind: keyof typeof counts, work: () => Promise<T>): Promise<T | undefined> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await work();
      counts[kind] += 1;
      answered(began);
      return result;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (text.includes('429') && attempt < 20) {
        busy += 1;
        await wait(20 * attempt);
        continue;
      }
      errors.set(text.slice(0, 120), (errors.get(text.slice(0, 120)) ?? 0) + 1);
      return undefined;
    }
  }
}

async function untilTheEnd(work: (client: Client, turn: number) => Promise<unknown>): Promise<void> {
  const client = createClient({ url, authToken });
  for (let turn = 0; Date.now() < until; turn += 1) await work(client, turn);
  client.close();
}

const insert = (who: number, turn: number): InStatement => ({
  sql: 'INSERT INTO entry (who, turn, body) VALUES (?, ?, ?)',
  args: [who, turn, 'x'.repeat(200)],
});

/** Compare-and-set as the edge writes it: the guard's CHECK fails, and with it the whole batch, when it does not hold. */
async function raise(client: Client, who: number, turn: number): Promise<void> {
  const id = turn % 20;
  const found = await call('read', () =>
    client.execute({ sql: 'SELECT n FROM counter WHERE id = ?', args: [id] }),
  );
  if (found === undefined) return;
  const n = Number(found.rows[0]!.n);
  const result = await call('guarded', () =>
    client.batch(
      [
        { sql: 'UPDATE counter SET n = n + 1 WHERE id = ? AND n = ?', args: [id, n] },
        {
          sql: 'INSERT INTO entry (who, turn, body) SELECT ?, ?, ? WHERE changes() = 1',
          args: [who, turn, 'raised'],
        },
      ],
      'write',
    ),
  );
  committed += result?.[0]?.rowsAffected ?? 0;
}

const setUp = createClient({ url, authToken });
await setUp.batch(
  [
    'CREATE TABLE entry (id INTEGER PRIMARY KEY, who INTEGER, turn INTEGER, body TEXT)',
    'CREATE INDEX entry_who ON entry (who, id)',
    'CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)',
    ...Array.from({ length: 20 }, (_, id) => `INSERT INTO counter VALUES (${id}, 0)`),
  ],
  'write',
);

const load: Promise<void>[] = [];
for (let who = 0; who < writers; who += 1) {
  load.push(untilTheEnd((client, turn) => call('write', () => client.execute(insert(who, turn)))));
}
for (let who = 0; who < 10; who += 1) {
  const sql = 'SELECT id, turn FROM entry WHERE who = ? ORDER BY id DESC LIMIT 20';
  load.push(untilTheEnd((client) => call('read', () => client.execute({ sql, args: [who] }))));
}
for (let who = 100; who < 105; who += 1) load.push(untilTheEnd((client, turn) => raise(client, who, turn)));
for (let who = 200; who < 205; who += 1) {
  const ten = (turn: number) => Array.from({ length: 10 }, () => insert(who, turn));
  load.push(untilTheEnd((client, turn) => call('batch', () => client.batch(ten(turn), 'write'))));
}
const report = setInterval(() => {
  const calls = Object.values(counts).reduce((a, b) => a + b);
  const left = Math.max(0, (until - Date.now()) / 60_000);
  console.log(`${calls} calls, ${left.toFixed(1)} min left, longest stall ${longestStall.toFixed(0)} ms`);
}, 60_000);
// A server that has hung answers no loop any more: the end comes all the same.
const stuck = wait(minutes * 60_000 + 60_000, 'stuck' as const, { ref: false });
const outcome = await Promise.race([Promise.all(load), stuck]);
clearInterval(report);
longestStall = Math.max(longestStall, outcome === 'stuck' ? performance.now() - lastAnswer : 0);

const sum = await setUp.execute('SELECT sum(n) AS n FROM counter');
const lost = committed - Number(sum.rows[0]!.n);
const calls = Object.values(counts).reduce((a, b) => a + b);
const failed = [...errors.values()].reduce((a, b) => a + b, 0);
console.log(
  `${calls} calls in ${minutes} min (${Math.round(calls / minutes / 60)} a second): ${JSON.stringify(counts)}`,
);
console.log(
  `errors ${failed}, busy and tried again ${busy}, lost updates ${lost}, restarts ${server.restarts()}`,
);
console.log(`longest stall ${longestStall.toFixed(0)} ms, longest call ${longestCall.toFixed(0)} ms`);
for (const [text, times] of errors) console.log(`  ${times} × ${text}`);
for (const event of events) console.log(`  ${event}`);
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 && lost === 0 && outcome !== 'stuck' ? 0 : 1);

/** The soak with faults on two Workers; the status to end with. */
async function faultSoak(options: { seed: string; faults: number; clients: number }): Promise<number> {
  const { startProduct } = await import('#scripts/product/start-product.ts');
  const { soakWithFaults } = await import('./fault-soak.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'signet-soak-'));
  const built = process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};
  const product = await startProduct({ dataDir, workers: 2, ...built });
  try {
    const tell = (line: string) => console.log(line);
    const { faults, tasks, signatures, problems } = await soakWithFaults(product, { ...options, tell });
    const longest = Math.max(...faults.map(({ answeredAfterMs }) => answeredAfterMs));
    console.log(`${faults.length} faults, ${tasks} tasks, ${signatures} acknowledged signatures`);
    console.log(`longest time until a call was answered: ${longest} ms`);
    for (const problem of problems) console.log(`  ${problem}`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
