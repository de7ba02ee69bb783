import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { type LibsqlAccess, writePublicKey } from './libsql-access.ts';
import { probeLibsql } from './probe-libsql.ts';
import type { Secrets } from './secrets.ts';
import { type Service, supervise } from './supervise.ts';
import type { WordEngine } from './word-engine.ts';

/** Where the services store their data, and the callback for restarts. */
export type Common = { dataDir: string; onEvent: (event: string) => void };

/**
 * The libSQL server at `url`, accessible only with the given token: one of its own on the data folder, or a broker before
 * the one at SIGNET_DATABASE (`ws://…`), which others run.
 */
export function keepLibsql(
  { dataDir, onEvent }: Common,
  url: string,
  access: LibsqlAccess,
): Promise<Service> {
  const keyFile = join(dataDir, 'run/libsql.key');
  writePublicKey(keyFile, access);
  return supervise({
    name: 'The database',
    args: [
      'scripts/product/sqld-process.ts',
      new URL(url).port,
      process.env.SIGNET_DATABASE || join(dataDir, 'db'),
      keyFile,
    ],
    logFile: join(dataDir, 'logs/libsql.log'),
    probe: (signal) => probeLibsql(url, access.authToken, signal),
    // A transaction left open is cut after 5 s; only a longer block means a hung server.
    probeTimeoutMs: 6_000,
    onEvent,
  });
}

/** PartyKit at `url`, with partykit.json and the secrets. */
export function keepSync({ dataDir, onEvent }: Common, url: string, secrets: Secrets): Promise<Service> {
  const config = join(dataDir, 'run/partykit.json');
  const { SYNC_SECRET, INTERNAL_KEY } = secrets;
  const shared = JSON.parse(readFileSync(join(root, 'partykit.json'), 'utf8')) as { main: string };
  const main = join(root, shared.main);
  const vars = { SYNC_SECRET, INTERNAL_KEY, SYNC_HOST: new URL(url).host };
  writeFileSync(config, JSON.stringify({ ...shared, main, vars }), { mode: 0o600 });
  return supervise({
    name: 'Sync',
    args: ['scripts/product/sync-process.ts', config, new URL(url).port, join(dataDir, 'sync')],
    logFile: join(dataDir, 'logs/sync.log'),
    probe: async (signal) => (await fetch(`${url}/parties/main/health`, { signal })).ok,
    // On a busy machine slow responses do not mean that it hangs.
    probeTimeoutMs: 10_000,
    onEvent,
  });
}

/** The converter of Word files to pages, at `url`; it starts LibreOffice only when a file arrives. */
export function keepWord(
  { dataDir, onEvent }: Common,
  url: string,
  engine: WordEngine,
  authorization: string,
): Promise<Service> {
  const program = engine.kind === 'soffice' ? [engine.program] : [];
  return supervise({
    name: 'The converter of Word files',
    args: [
      'scripts/product/word-process.ts',
      new URL(url).port,
      engine.kind,
      join(root, 'build/word-fonts'),
      ...program,
    ],
    env: { WORD_AUTHORIZATION: authorization },
    logFile: join(dataDir, 'logs/word.log'),
    probe: async (signal) => (await fetch(`${url}/health`, { signal })).ok,
    probeTimeoutMs: 10_000,
    onEvent,
  });
}

/** The file store that several Workers share, at `url`; `key`: its S3 settings. */
export function keepStore(
  { dataDir, onEvent }: Common,
  url: string,
  key: Record<string, string>,
): Promise<Service> {
  return supervise({
    name: 'The file store',
    args: ['scripts/product/store-process.ts', new URL(url).port, join(dataDir, 'files/r2')],
    env: key,
    logFile: join(dataDir, 'logs/store.log'),
    probe: async (signal) => (await fetch(`${url}/health`, { signal })).ok,
    probeTimeoutMs: 10_000,
    onEvent,
  });
}

/** The Worker with the configuration `configFile` (WorkerConfig); `nth`: which of several, from 1. */
export function keepWorker(
  { dataDir, onEvent }: Common,
  configFile: string,
  baseUrl: string,
  nth = 1,
): Promise<Service> {
  return supervise({
    name: nth === 1 ? 'The Worker' : `Worker ${nth}`,
    args: ['scripts/product/worker-process.ts', configFile],
    logFile: join(dataDir, nth === 1 ? 'logs/worker.log' : `logs/worker-${nth}.log`),
    probe: async (signal) => {
      // Not a call, so the Worker answers without the database: an unavailable or slow database is no reason to restart
      // it.
      const answer = await fetch(`${baseUrl}/ecapi`, { signal });
      await answer.arrayBuffer();
      return true;
    },
    probeTimeoutMs: 20_000,
    onEvent,
  });
}
