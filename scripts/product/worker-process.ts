/**
 * Runs the built Worker in workerd on the Miniflare API: `worker-process.ts CONFIG`; CONFIG is a file, because it holds
 * secrets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { z } from 'zod';
import { mustBePatched } from './must-be-patched.ts';
import { watchPort } from './watch-port.ts';
import { webhookNetwork } from './webhook-network.ts';

export const workerConfig = z.object({
  port: z.number(),
  /** Folder of one build: worker/ and client/. */
  build: z.string(),
  /** Folder of R2 and the cache. */
  state: z.string(),
  /** How often the clock strikes: Cloudflare's does every minute. */
  jobsEveryMs: z.number(),
  bindings: z.record(z.string(), z.string()),
});
export type WorkerConfig = z.infer<typeof workerConfig>;

// Created files are accessible to the owner only.
process.umask(0o077);

mustBePatched('miniflare/dist/src/index.js', 'signet:');

const COMPATIBILITY_DATE = dateOf(readFileSync('wrangler.toml', 'utf8'));
const TYPES: Record<string, 'ESModule' | 'CompiledWasm' | 'Data' | 'Text'> = {
  js: 'ESModule',
  wasm: 'CompiledWasm',
  bin: 'Data',
  ttf: 'Data',
  otf: 'Data',
  txt: 'Text',
};

const config = workerConfig.parse(JSON.parse(readFileSync(process.argv[2]!, 'utf8')));
const toPrivate = config.bindings.SIGNET_MODE === 'local' && config.bindings.WEBHOOKS_TO_PRIVATE === 'yes';
const folder = join(config.build, 'worker');
// The first module is the entry point.
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => TYPES[extensionOf(file)] !== undefined)
  .sort((a, b) => Number(b === 'server.js') - Number(a === 'server.js') || a.localeCompare(b));

const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: config.port,
  log: new Log(LogLevel.WARN),
  logRequests: false,
  telemetry: { enabled: false },
  cf: false,
  r2Persist: join(config.state, 'r2'),
  cachePersist: join(config.state, 'cache'),
  workers: [
    {
      name: 'signet',
      compatibilityDate: COMPATIBILITY_DATE,
      compatibilityFlags: ['nodejs_compat'],
      modulesRoot: folder,
      modules: files.map((file) => ({
        type: TYPES[extensionOf(file)]!,
        path: join(folder, file),
        contents: readFileSync(join(folder, file)),
      })),
      bindings: config.bindings,
      // With several Workers there is no local bucket; they share a store.
      ...(config.bindings.S3_URL ? {} : { r2Buckets: { FILES: 'signet-files' } }),
      serviceBindings: { WEBHOOKS: webhookNetwork(toPrivate) },
      queueProducers: { JOBS: 'signet-jobs' },
      queueConsumers: { 'signet-jobs': { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 0 } },
      assets: {
        directory: join(config.build, 'client'),
        binding: 'ASSETS',
        routerConfig: {
          has_user_worker: true,
          invoke_user_worker_ahead_of_assets: false,
          // Nothing there is a file: not looked for among the assets first, which costs a third of an empty call.
          static_routing: { user_worker: ['/ecapi/*', '/sync/*'] },
        },
        assetConfig: {
          headers: {
            version: 2,
            rules: {
              '/*': {
                set: {
                  'Cross-Origin-Resource-Policy': 'same-origin',
                  'Referrer-Policy': 'same-origin',
                  'X-Content-Type-Options': 'nosniff',
                },
              },
              '/assets/*': { set: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
              // a picture opened directly must not run scripts
              '/*.svg': {
                set: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
              },
            },
          },
        },
      },
    },
  ],
});

let stopping = false;
process.on('SIGTERM', async () => {
  stopping = true;
  await miniflare.dispose();
  process.exit(0);
});

// Miniflare restarts a crashed workerd within a second or two; if it does not, the supervisor takes over.
watchPort(config.port, 6_000, () => {
  if (!stopping) process.exit(1);
});

const cron = setInterval(async () => {
  try {
    const worker = await miniflare.getWorker('signet');
    await worker.scheduled({ cron: '* * * * *', scheduledTime: new Date() });
  } catch (error) {
    if (!stopping) console.error('cron:', error);
  }
}, config.jobsEveryMs);
cron.unref();

function extensionOf(file: string): string {
  return file.slice(file.lastIndexOf('.') + 1);
}

function dateOf(wrangler: string): string {
  const date = /^compatibility_date = "(.+)"$/m.exec(wrangler)?.[1];
  if (date === undefined) throw new Error('wrangler.toml gives no compatibility_date');
  return date;
}
