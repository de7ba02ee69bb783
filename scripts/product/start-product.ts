import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { refusedMode } from '#core/config/mode.ts';
import { PAYMENT_SETTINGS } from '#core/config/payment-settings.ts';
import { missingSettings, PRODUCTION_SETTINGS } from '#core/config/production-settings.ts';
import { health, seed } from '#core/internal/calls.ts';
import { asRefusal, checkRoom, Refusal, root } from '../install.mjs';
import { balance } from './balance.ts';
import { buildProduct } from './build-product.ts';
import { freePort, refuseTaken } from './free-port.ts';
import { holdFolder } from './hold-folder.ts';
import { loadLibsqlAccess } from './libsql-access.ts';
import { makeFolder } from './make-folder.ts';
import { makePrivate } from './make-private.ts';
import { migrate } from './migrate.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { type Common, keepLibsql, keepStore, keepSync, keepWord, keepWorker } from './services.ts';
import type { Service } from './supervise.ts';
import { describeEngine, findWordEngine, type WordEngine } from './word-engine.ts';
import { WORD_FONTS } from './word-fonts.ts';
import type { WorkerConfig } from './worker-process.ts';

export type SeedResult = z.infer<typeof seed.output>;
const envelope = z.object({ code: z.number(), message: z.string(), data: z.unknown() });

export type ProductOptions = {
  /** Port of the Worker, the only address that a browser uses; any free one by default. */
  port?: number;
  /** Folder of all persistent data: database, files, drafts, secrets, logs. */
  dataDir: string;
  /** `pro`, `uat`, `sit` or `local` (core/config/mode.ts); default `local`. */
  mode?: string;
  /**
   * Whether a proxy before the Worker sets `cf-connecting-ip` to the client's address; otherwise the header is ignored.
   */
  behindProxy?: boolean;
  /** Number of Worker processes behind the port; by default SIGNET_WORKERS, else 1. */
  workers?: number;
  /** A folder from buildProduct; built by default. */
  build?: string;
  /** How often the Worker's jobs are due, in ms; every minute by default, as on Cloudflare. */
  jobsEveryMs?: number;
  /** How long an effect that a Worker has begun is its own, in ms; a minute by default. */
  leaseMs?: number;
  tell?: (line: string) => void;
};

export type Product = {
  baseUrl: string;
  dataDir: string;
  libsqlUrl: string;
  /** The database's token, with full access. */
  libsqlToken: string;
  syncUrl: string;
  internalKey: string;
  secrets: Secrets;
  services: { libsql: Service; sync: Service; worker: Service };
  /** All Workers; the first is `services.worker`. */
  workers: readonly Service[];
  /** Description of the converter of Word files, as a sentence. */
  word: string;
  /** Demo accounts; empty in mode pro. */
  seeded: SeedResult | null;
  /** Replaces the Worker with another build. */
  use: (build: string) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Builds and starts the whole product on 127.0.0.1 and resolves when every part answers and the demo data exists.
 * Throws a Refusal with one sentence for problems that the user can fix, after stopping everything.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const running: Part[] = [];
  const stop = async () => {
    // Stops the Worker first, so that its pending work still reaches the other services.
    for (const part of running.splice(0).toReversed()) await (await part.catch(() => null))?.stop();
  };
  try {
    return await startAll(options, running, stop);
  } catch (error) {
    await stop();
    throw asRefusal(error);
  }
}

/** A part that starts or runs, in the order in which they need each other: what is stopped waits until it has started. */
type Part = Promise<{ stop: () => Promise<void> }>;

/** Adds a part that starts; who needs it awaits the same promise, and the others go on starting meanwhile. */
function add<T extends { stop: () => Promise<void> }>(running: Part[], part: Promise<T>): Promise<T> {
  // Its failure is thrown where it is awaited.
  part.catch(() => {});
  running.push(part);
  return part;
}

async function startAll(
  options: ProductOptions,
  running: Part[],
  stop: () => Promise<void>,
): Promise<Product> {
  const tell = options.tell ?? (() => {});
  const mode = options.mode ?? 'local';
  const unknown = refusedMode(mode);
  if (unknown) throw new Refusal(unknown);
  const dataDir = resolve(options.dataDir);
  const count = options.workers ?? workersWanted(process.env.SIGNET_WORKERS);
  const port = options.port ?? (await freePort());
  await refuseTaken(port);
  const folders = ['db', 'sync', 'files', 'logs', 'run'];
  for (const folder of folders) makeFolder(join(dataDir, folder), 0o700);
  makePrivate(dataDir, [...folders, 'secrets.json']);
  checkRoom(dataDir);
  running.push(Promise.resolve({ stop: await holdFolder(dataDir) }));
  const secrets = loadSecrets(join(dataDir, 'secrets.json'), mode);
  const access = loadLibsqlAccess(join(dataDir, 'secrets.json'));
  const settings = outsideSettings();
  const missing = missingSettings({ ...settings, SIGNET_MODE: mode });
  if (missing) throw new Refusal(missing);
  const build = options.build ?? (await buildProduct(tell));

  const libsqlUrl = `http://127.0.0.1:${await freePort()}`;
  const syncUrl = `http://127.0.0.1:${await freePort()}`;
  const baseUrl = `http://127.0.0.1:${port}`;
  const common = { dataDir, onEvent: tell };

  tell('Starting database, sync and Worker …');
  const libsqlStarts = add(running, keepLibsql(common, libsqlUrl, access));
  const syncStarts = add(running, keepSync(common, syncUrl, secrets));
  const engine = process.env.WORD_URL ? undefined : findWordEngine();
  // Awaited once the database has started, which may fail before.
  engine?.catch(() => {});
  const libsql = await libsqlStarts;
  const applied = await migrate(libsqlUrl, access.authToken);
  if (applied.length > 0) tell(`Database brought up to date: ${applied.join(', ')}`);
  const word = await startWord(common, running, await engine);

  const bindings = {
    LIBSQL_URL: libsqlUrl,
    LIBSQL_AUTH_TOKEN: access.authToken,
    SYNC_URL: syncUrl,
    SIGNET_MODE: mode,
    PUBLIC_URL: process.env.PUBLIC_URL ?? baseUrl,
    // A public address leads here only through a proxy; otherwise only this machine reaches the port.
    DIRECT: options.behindProxy || process.env.PUBLIC_URL ? 'no' : 'yes',
    ...settings,
    ...optionalSettings(),
    ...(options.leaseMs === undefined ? {} : { LEASE_MS: `${options.leaseMs}` }),
    ...word.settings,
    ...secrets,
  };
  // The Worker needs the database as it is to be, and the others only when it is asked.
  const { jobsEveryMs = 60_000 } = options;
  const places = { port, build, count, jobsEveryMs, bindings };
  const { workers, use } = await startWorkers(common, running, places);
  const sync = await syncStarts;
  await word.ready;
  if (mode === 'pro') await refuseUnfit(baseUrl);
  const seeded = mode === 'pro' ? null : await seedThrough(baseUrl, secrets.INTERNAL_KEY);
  return {
    baseUrl,
    dataDir,
    libsqlUrl,
    libsqlToken: access.authToken,
    syncUrl,
    internalKey: secrets.INTERNAL_KEY,
    secrets,
    services: { libsql, sync, worker: workers[0]! },
    workers,
    seeded,
    word: word.described,
    use,
    stop,
  };
}

/**
 * Starts the Workers. A single one listens on the port itself and has its own file store. Several listen on ports of
 * their own behind a balancer and share one store; they cache nothing that another of them may change.
 */
async function startWorkers(
  common: Common,
  running: Part[],
  {
    port,
    build,
    count,
    ...settings
  }: { port: number; build: string; count: number } & Pick<WorkerConfig, 'bindings' | 'jobsEveryMs'>,
): Promise<{ workers: readonly Service[]; use: Product['use'] }> {
  const files = join(common.dataDir, 'files');
  const shared =
    count === 1 ? {} : { TRUST_MS: '0', ...(await startStore(common, running, settings.bindings)) };
  const places: { nth: number; own: number; configFile: string; write: (folder: string) => void }[] = [];
  for (let nth = 1; nth <= count; nth++) {
    const own = count === 1 ? port : await freePort();
    const configFile = join(common.dataDir, `run/worker${nth === 1 ? '' : `-${nth}`}.json`);
    const state = count === 1 ? files : join(files, `cache/worker-${nth}`);
    const bindings = { ...settings.bindings, ...shared };
    const config: WorkerConfig = { ...settings, port: own, build, state, bindings };
    const write = (folder: string) =>
      writeFileSync(configFile, JSON.stringify({ ...config, build: folder }), { mode: 0o600 });
    write(build);
    places.push({ nth, own, configFile, write });
  }
  const workers = await Promise.all(
    places.map(({ own, configFile, nth }) =>
      add(running, keepWorker(common, configFile, `http://127.0.0.1:${own}`, nth)),
    ),
  );
  if (count > 1) {
    const ports = places.map(({ own }) => own);
    await add(running, balance(port, ports));
  }
  const use = async (folder: string) => {
    for (const { write } of places) write(folder);
    // One after the other: the rest go on answering.
    for (const worker of workers) await worker.restart();
  };
  return { workers, use };
}

/** A file store for several Workers, unless settings name one. Returns its settings. */
async function startStore(
  common: Common,
  running: Part[],
  settings: Record<string, string>,
): Promise<Record<string, string>> {
  if (settings.S3_URL) return {};
  const url = `http://127.0.0.1:${await freePort()}`;
  const key = { S3_KEY_ID: 'signet', S3_SECRET: randomBytes(32).toString('base64url'), S3_REGION: 'local' };
  await add(running, keepStore(common, url, key));
  return { S3_URL: `${url}/signet-files`, ...key };
}

const MOST_WORKERS = 32;

function workersWanted(text: string | undefined): number {
  const count = Number(text || 1);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_WORKERS) return count;
  throw new Refusal(`SIGNET_WORKERS is ${text}, which is not a whole number from 1 to ${MOST_WORKERS}.`);
}

/**
 * The converter of Word files: the one at WORD_URL if set, else a service on this machine, which answers when `ready` has
 * resolved.
 */
async function startWord(
  common: Common,
  running: Part[],
  engine: WordEngine | undefined,
): Promise<{ settings: Record<string, string>; described: string; ready?: Promise<unknown> }> {
  if (process.env.WORD_URL)
    return { settings: {}, described: `Word files: ${new URL(process.env.WORD_URL).origin}.` };
  const described = describeEngine(engine);
  if (!engine) return { settings: {}, described };
  const url = `http://127.0.0.1:${await freePort()}`;
  const authorization = `Bearer ${randomBytes(32).toString('base64url')}`;
  const ready = add(running, keepWord(common, url, engine, authorization));
  const settings = { WORD_URL: url, WORD_AUTHORIZATION: authorization, WORD_FONTS };
  return { settings, described, ready };
}

/** Settings that are optional in every mode; documented in docs/deploy.md. */
const OPTIONAL_SETTINGS = [
  'OTHER_KEY_ENCRYPTION_KEYS',
  'DATA_KEY',
  'TSA_URL',
  'TSA_AUTHORIZATION',
  'TSA_POLICY',
  'VERIFY_LARGE_FILES',
  'CA_URL',
  'CA_AUTHORIZATION',
  'REVOCATION_HOSTS',
  'LOG_WITNESSES',
  'CLOUD_SEAL_URL',
  'CLOUD_SEAL_KEY',
  'APPROVAL_URL',
  'APPROVAL_KEY',
  'INVOICE_URL',
  'INVOICE_KEY',
  'OCR_URL',
  'OCR_KEY',
  'WORD_URL',
  'WORD_AUTHORIZATION',
  'WORD_FONTS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'S3_URL',
  'S3_REGION',
  'S3_KEY_ID',
  'S3_SECRET',
  'WEBHOOKS_TO_PRIVATE',
  ...PAYMENT_SETTINGS,
];

const optionalSettings = (): Record<string, string> =>
  Object.fromEntries(
    OPTIONAL_SETTINGS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

/** Addresses and keys of external services, from the environment; all are optional in modes other than `pro`. */
function outsideSettings(): Record<string, string> {
  const values = PRODUCTION_SETTINGS.map(({ name }) => [name, process.env[name] ?? ''] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** With 503 the Worker reports that it must not run with its settings, such as a database with demo accounts. */
async function refuseUnfit(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/ecapi${health.path}`, { method: health.method });
  const said = await answer.text();
  if (answer.status === 503) throw new Refusal(said.trim());
}

async function seedThrough(baseUrl: string, internalKey: string): Promise<SeedResult> {
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

/** Data folder of `npm start`: SIGNET_DATA, or .data in the project. */
export const defaultDataDir = (): string => process.env.SIGNET_DATA ?? join(root, '.data');
