import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PRODUCTION_SETTINGS } from '#core/config/production-settings.ts';
import { SECRET_NAMES } from '#core/config/secret-names.ts';
import { listSimulatedMessages, seed } from '#core/internal/calls.ts';
import { buildProduct } from '#scripts/product/build-product.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';

const folder = mkdtempSync(join(tmpdir(), 'signet-production-'));
let build: string;
let running: Product[] = [];
beforeAll(async () => {
  build = await buildProduct();
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const product of running) await product.stop();
  running = [];
});

async function start(dataDir: string, mode?: string): Promise<Product> {
  const product = await startProduct({ dataDir, build, ...(mode === undefined ? {} : { mode }) });
  running.push(product);
  return product;
}

/** Everything that production asks for, so that only what a test looks at can stop it. */
function asInProduction(): void {
  for (const name of SECRET_NAMES) vi.stubEnv(name, randomBytes(32).toString('base64'));
  for (const { name } of PRODUCTION_SETTINGS) vi.stubEnv(name, 'https://signet.example');
}

/** What of a folder somebody else on the machine may touch, as "mode path". */
function openBelow(path: string): string[] {
  const stat = lstatSync(path);
  const mode = stat.mode & 0o777;
  const right = stat.isDirectory() ? 0o700 : 0o600;
  const here = mode === right ? [] : [`${mode.toString(8)} ${relative(folder, path)}`];
  if (!stat.isDirectory()) return here;
  return [...here, ...readdirSync(path).flatMap((name) => openBelow(join(path, name)))];
}

it('no other user of the machine gets into its data, old folders too; production refuses such', async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  writeFileSync(join(dataDir, 'logs/libsql.log'), 'of before\n');
  for (const open of ['logs', '.']) chmodSync(join(dataDir, open), 0o755);
  chmodSync(join(dataDir, 'logs/libsql.log'), 0o644);
  const product = await start(dataDir);
  // what the services write themselves: a file in R2 and a room of drafts come with the demo data and a ticket
  await fetch(`${product.syncUrl}/parties/main/draft:private`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${product.internalKey}` },
  });
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(names.some((name) => /^db\/dbs\/.*data/.test(name))).toBe(true);
  expect(names.some((name) => /^sync\/.*sqlite/.test(name))).toBe(true);
  expect(openBelow(dataDir)).toEqual([]);
  await product.stop();
  running = [];

  asInProduction();
  await expect(start(dataDir, 'pro')).rejects.toThrow(
    'SIGNET_MODE is pro and the database has the demo accounts, whose passwords are public: use another database.',
  );
});

it('[9.35i] production runs without demo data and simulators, by its own name only', async () => {
  asInProduction();
  const product = await start(join(folder, 'production'), 'pro');
  expect(product.seeded).toBeNull();
  const code = async (path: string, init: RequestInit) =>
    ((await (await fetch(`${product.baseUrl}/ecapi${path}`, init)).json()) as { code: number }).code;
  expect(await code('/health', {})).toBe(200);
  expect(await code(listSimulatedMessages.path, {})).toBe(404000);
  const headers = { 'x-internal-key': product.internalKey, 'content-type': 'application/json' };
  expect(await code(seed.path, { method: 'POST', headers, body: '{}' })).toBe(404000);
});

it('knows four modes and no others', async () => {
  for (const mode of ['prod', 'PRO', ''])
    await expect(start(join(folder, 'unknown'), mode)).rejects.toThrow(
      `SIGNET_MODE is "${mode}": set it to pro, uat, sit or local, written like this; see docs/deploy.md.`,
    );
});
