import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { missingSettings, PRODUCTION_SETTINGS } from '#core/config/production-settings.ts';
import { seed } from '#core/internal/calls.ts';
import { asRefusal, checkRoom, Refusal, root } from '../install.mjs';
import { buildProduct } from './build-product.ts';
import { freePort, refuseTaken } from './free-port.ts';
import { holdFolder } from './hold-folder.ts';
import { makeFolder } from './make-folder.ts';
import { migrate } from './migrate.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { keepLibsql, keepSync, keepWorker } from './services.ts';
import type { Service } from './supervise.ts';
import type { WorkerConfig } from './worker-process.ts';

export type Seeded = z.infer<typeof seed.output>;
const envelope = z.object({ code: z.number(), message: z.string(), data: z.unknown() });

export type ProductOptions = {
  /** Port of the Worker, the only address that a browser uses; any free one when left out. */
  port?: number;
  /** Everything that lasts: database, files, drafts, secrets, logs. */
  dataDir: string;
  /** `pro`, `uat` or `sit` [9.35i]. */
  mode?: string;
  /** A folder from buildProduct; built when left out. */
  build?: string;
  tell?: (line: string) => void;
};

export type Product = {
  baseUrl: string;
  dataDir: string;
  libsqlUrl: string;
  syncUrl: string;
  internalKey: string;
  secrets: Secrets;
  services: { libsql: Service; sync: Service; worker: Service };
  /** Demo accounts; empty in mode pro. */
  seeded: Seeded | null;
  /** Replaces the Worker by another build. */
  use: (build: string) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Builds and starts the whole product on 127.0.0.1 and resolves when every part answers and demo data is there.
 * Throws a Refusal with one sentence for what the user can put right; nothing is left running then.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const running: { stop: () => Promise<void> }[] = [];
  const stop = async () => {
    // The Worker first: what it has begun still finds the others.
    for (const part of running.splice(0).toReversed()) await part.stop();
  };
  try {
    return await startAll(options, running, stop);
  } catch (error) {
    await stop();
    throw asRefusal(error);
  }
}

async function startAll(
  options: ProductOptions,
  running: { stop: () => Promise<void> }[],
  stop: () => Promise<void>,
): Promise<Product> {
  const tell = options.tell ?? (() => {});
  const mode = options.mode ?? 'sit';
  const dataDir = resolve(options.dataDir);
  const port = options.port ?? (await freePort());
  await refuseTaken(port);
  const folders = ['db', 'sync', 'files', 'logs', 'run'];
  for (const folder of folders) makeFolder(join(dataDir, folder));
  checkRoom(dataDir);
  running.push({ stop: await holdFolder(dataDir) });
  const secrets = loadSecrets(join(dataDir, 'secrets.json'), mode);
  const settings = outsideSettings();
  const missing = missingSettings({ ...settings, SIGNET_MODE: mode });
  if (missing) throw new Refusal(missing);
  const build = options.build ?? (await buildProduct(tell));

  const libsqlUrl = `http://127.0.0.1:${await freePort()}`;
  const syncUrl = `http://127.0.0.1:${await freePort()}`;
  const baseUrl = `http://127.0.0.1:${port}`;
  const common = { dataDir, onEvent: tell };

  tell('Starting database, sync and Worker …');
  const syncStarts = keepSync(common, syncUrl, secrets).then((service) => {
    running.push(service);
    return service;
  });
  // Its refusal is met below; meanwhile the database goes on.
  syncStarts.catch(() => {});
  const libsql = await keepLibsql(common, libsqlUrl);
  running.push(libsql);
  const applied = await migrate(libsqlUrl);
  if (applied.length > 0) tell(`Database brought up to date: ${applied.join(', ')}`);
  const sync = await syncStarts;

  const config: WorkerConfig = {
    port,
    build,
    state: join(dataDir, 'files'),
    bindings: {
      LIBSQL_URL: libsqlUrl,
      LIBSQL_AUTH_TOKEN: '',
      SYNC_URL: syncUrl,
      SIGNET_MODE: mode,
      PUBLIC_URL: process.env.PUBLIC_URL ?? baseUrl,
      ...settings,
      ...optionalSettings(),
      ...secrets,
    },
  };
  const configFile = join(dataDir, 'run/worker.json');
  const use = (folder: string) =>
    writeFileSync(configFile, JSON.stringify({ ...config, build: folder }), { mode: 0o600 });
  use(build);
  const worker = await keepWorker(common, configFile, baseUrl);
  running.push(worker);
  const seeded = mode === 'pro' ? null : await seedThrough(baseUrl, secrets.INTERNAL_KEY);
  return {
    baseUrl,
    dataDir,
    libsqlUrl,
    syncUrl,
    internalKey: secrets.INTERNAL_KEY,
    secrets,
    services: { libsql, sync, worker },
    seeded,
    use: async (folder) => {
      use(folder);
      await worker.restart();
    },
    stop,
  };
}

/** What may be left out in every mode; what each is for: docs/deploy.md. */
const OPTIONAL_SETTINGS = [
  'OTHER_KEY_ENCRYPTION_KEYS',
  'DATA_KEY',
  'TSA_URL',
  'TSA_AUTHORIZATION',
  'TSA_POLICY',
  'CA_URL',
  'CA_AUTHORIZATION',
  'REVOCATION_HOSTS',
  'CLOUD_SEAL_URL',
  'CLOUD_SEAL_KEY',
  'APPROVAL_URL',
  'APPROVAL_KEY',
];

const optionalSettings = (): Record<string, string> =>
  Object.fromEntries(
    OPTIONAL_SETTINGS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

/** Addresses and keys of outside services, from the environment; in other modes than `pro` all may be left out. */
function outsideSettings(): Record<string, string> {
  const given = PRODUCTION_SETTINGS.map(({ name }) => [name, process.env[name] ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

async function seedThrough(baseUrl: string, internalKey: string): Promise<Seeded> {
  const answer = await fetch(`${baseUrl}/ecapi${seed.path}`, {
    method: seed.method,
    headers: { 'x-internal-key': internalKey, 'content-type': 'application/json' },
    body: '{}',
  });
  const text = await answer.text();
  try {
    const { code, message, data } = envelope.parse(JSON.parse(text));
    if (code === 200) return seed.output.parse(data);
    throw new Error(message);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`Demo data could not be made (${answer.status}): ${reason}`);
  }
}

/** Where `npm start` keeps its data: SIGNET_DATA, or .data in the project. */
export const defaultDataDir = (): string => process.env.SIGNET_DATA ?? join(root, '.data');
