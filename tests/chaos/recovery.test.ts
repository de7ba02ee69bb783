import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createClient } from '@libsql/client/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProduct } from '#scripts/product/build-product.ts';
import { isFree } from '#scripts/product/free-port.ts';
import { probeLibsql } from '#scripts/product/probe-libsql.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { until } from '#tests/fixtures/until.ts';
import { seededFolder } from './seeded-folder.ts';

let product: Product;
let build: string;
let dataDir: string;
beforeAll(async () => {
  build = await buildProduct();
  dataDir = await seededFolder('chaos');
  product = await startProduct({ dataDir, build });
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type ServiceName = keyof Product['services'];

const answers = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
};
const isWell = async (): Promise<boolean> =>
  (await probeLibsql(product.libsqlUrl, product.libsqlToken, AbortSignal.timeout(2_000)).catch(
    () => false,
  )) &&
  (await answers(`${product.baseUrl}/ecapi/health`)) &&
  (await answers(`${product.baseUrl}/login`)) &&
  (await answers(`${product.syncUrl}/parties/main/health`));

type Process = { pid: number; group: number };

/** Running processes; one that has ended and only waits to be collected is none. */
function processes(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,pgid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state!.startsWith('Z'))
    .map(([pid, group]) => ({ pid: Number(pid), group: Number(group) }));
}

/** Processes of one service, the leader first. */
function processesOf(name: ServiceName): number[] {
  const leader = product.services[name].pid()!;
  const members = processes().filter(({ group }) => group === leader);
  return members.map(({ pid }) => pid).sort((a, b) => Number(b === leader) - Number(a === leader));
}

/** Sends `signal` to processes of a service; resolves when they are gone and the product answers without them. */
async function comesBackWithout(
  pids: number[],
  name: ServiceName,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, signal);
  await until(async () => {
    expect(processes().filter(({ pid }) => pids.includes(pid))).toEqual([]);
    expect(processesOf(name).length).toBeGreaterThan(1);
    expect(await isWell()).toBe(true);
  });
}

for (const name of ['libsql', 'sync', 'worker'] as const) {
  it(`comes back by itself when every process of ${name} is killed`, async () => {
    await comesBackWithout(processesOf(name), name);
  });

  it(`comes back when only the leading process of ${name} is killed, and leaves no orphan`, async () => {
    const [leader, ...below] = processesOf(name);
    process.kill(leader!, 'SIGKILL');
    await until(async () => {
      expect(processes().filter(({ pid }) => below.includes(pid))).toEqual([]);
      expect(await isWell()).toBe(true);
    });
  });

  it(`comes back when only the server below ${name} is killed`, async () => {
    await comesBackWithout(processesOf(name).slice(1), name);
  });
}

it('comes back when the database hangs', async () => {
  await comesBackWithout(processesOf('libsql').slice(1), 'libsql', 'SIGSTOP');
});

it('keeps what the database has confirmed through kill -9', async () => {
  const client = createClient({ url: product.libsqlUrl, authToken: product.libsqlToken });
  await client.execute('CREATE TABLE chaos (n INTEGER PRIMARY KEY)');
  const confirmed: number[] = [];
  const before = product.services.libsql.restarts();
  for (let n = 0; product.services.libsql.restarts() === before; n += 1) {
    if (n === 200) process.kill(-product.services.libsql.pid()!, 'SIGKILL');
    const result = await client.execute(`INSERT INTO chaos VALUES (${n})`).catch(() => null);
    if (result !== null) confirmed.push(n);
  }
  const read = () => client.execute('SELECT n FROM chaos');
  const { rows } = await until(read);
  const kept = new Set(rows.map((row) => Number(row.n)));
  expect(confirmed.length).toBeGreaterThanOrEqual(200);
  expect(confirmed.filter((n) => !kept.has(n))).toEqual([]);
});

it('keeps accounts, files and drafts through a stop and a start, and makes no second demo data', async () => {
  const count = async () => {
    const client = createClient({ url: product.libsqlUrl, authToken: product.libsqlToken });
    const { rows } = await client.execute(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
    );
    const counts = await client.batch(rows.map((row) => `SELECT count(*) AS n FROM "${String(row.name)}"`));
    return rows.map((row, i) => `${String(row.name)} ${String(counts[i]!.rows[0]!.n)}`).sort();
  };
  // The first call may meet a connection that ended with the server before.
  const [before, secrets] = [await until(count), product.secrets];
  const ports = [product.baseUrl, product.libsqlUrl, product.syncUrl].map((url) => Number(new URL(url).port));
  const groups = Object.values(product.services).map((service) => service.pid()!);
  await product.stop();
  // A process that was killed needs a moment to be gone.
  await expect.poll(() => processes().filter(({ group }) => groups.includes(group))).toEqual([]);
  for (const port of ports) expect(await isFree(port)).toBe(true);
  product = await startProduct({ dataDir, build });
  expect(await count()).toEqual(before);
  expect(product.secrets).toEqual(secrets);
});
