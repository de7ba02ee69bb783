/** Runs the file store of several Workers: `store-process.ts PORT FOLDER`; its key is S3_SECRET in the environment. */
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { root } from '../install.mjs';
import { mustBePatched } from './must-be-patched.ts';
import { watchPort } from './watch-port.ts';

// Created files are accessible to the owner only.
process.umask(0o077);
mustBePatched('miniflare/dist/src/index.js', 'signet:');

const [port, folder] = process.argv.slice(2);
const { S3_KEY_ID = '', S3_SECRET = '', S3_REGION = '' } = process.env;
const { outputFiles } = await build({
  entryPoints: [join(root, 'scripts/product/store-worker.ts')],
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2023',
});
await stop();

const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: Number(port),
  log: new Log(LogLevel.WARN),
  logRequests: false,
  telemetry: { enabled: false },
  cf: false,
  r2Persist: folder!,
  modules: true,
  script: outputFiles[0]!.text,
  compatibilityDate: '2026-07-30',
  // The same name as in a single Worker, so that both find the same files.
  r2Buckets: { FILES: 'signet-files' },
  bindings: { S3_KEY_ID, S3_SECRET, S3_REGION },
});

let stopping = false;
process.on('SIGTERM', async () => {
  stopping = true;
  await miniflare.dispose();
  process.exit(0);
});
// Miniflare restarts a crashed workerd within a second or two; if it does not, the supervisor takes over.
watchPort(Number(port), 6_000, () => {
  if (!stopping) process.exit(1);
});
