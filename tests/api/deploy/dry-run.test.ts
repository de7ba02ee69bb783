import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { SECRET_NAMES } from '#core/config/secret-names.ts';

const run = promisify(execFile);
const out = mkdtempSync(join(tmpdir(), 'signet-deploy-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

it('deploys to Cloudflare as far as that goes without an account', async () => {
  const args = ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--outdir', out];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', CI: '1' };
  const { stdout } = await run(process.execPath, args, { env });
  for (const binding of ['env.ASSETS', 'env.FILES', 'env.JOBS', 'env.SIGNET_MODE']) {
    expect(stdout).toContain(binding);
  }
  expect(stdout).toContain('--dry-run: exiting now.');
  expect(readdirSync(out)).toContain('server.js');
});

it('has a Worker below the size that Cloudflare takes', () => {
  const folder = 'build/current/worker';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  const contents = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file));
  const zipped = contents.reduce((sum, content) => sum + gzipSync(content).length, 0);
  // 10 MB compressed on a paid plan (docs/deploy.md).
  expect(zipped).toBeLessThan(10_000_000);
});

const partykit = z.object({ name: z.string(), main: z.string(), compatibilityDate: z.string() });

it('has a PartyKit configuration whose entry bundles for workerd', async () => {
  const { main } = partykit.parse(JSON.parse(readFileSync('partykit.json', 'utf8')));
  expect(existsSync(main)).toBe(true);
  // `partykit deploy` asks for a login before anything else, so the bundling is done as it does it.
  const result = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['partykit', 'workerd', 'worker'],
    logLevel: 'silent',
  });
  expect(result.errors).toEqual([]);
});

it('docs/deploy.md names every secret that production requires', () => {
  const guide = readFileSync('docs/deploy.md', 'utf8');
  for (const name of [...SECRET_NAMES, 'LIBSQL_URL', 'LIBSQL_AUTH_TOKEN', 'SYNC_URL'])
    expect(guide).toContain(name);
});
