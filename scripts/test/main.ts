/** What `npm test` runs once everything is installed. Arguments are passed to vitest, as `--project unit`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { productEnv, productNode, root } from '../install.mjs';
import { type Counts, countTests } from './count-tests.ts';

const RESULTS = join(root, '.cache/tests.json');
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exitCode = 1;
  });
}

type Outcome = { code: number; said: string };

/** Runs a program of node_modules; its words are kept, or shown at once. */
function run(file: string, args: string[], show: boolean): Promise<Outcome> {
  const child = spawn(productNode(), [join(root, 'node_modules', file), ...args], {
    cwd: root,
    env: productEnv({ FORCE_COLOR: undefined, NO_COLOR: '1' }),
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      said += data;
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, said });
    });
  });
}

async function check(name: string, file: string, args: string[]): Promise<Counts> {
  const began = performance.now();
  const { code, said } = await run(file, args, false);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(said.trimEnd());
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function tests(args: string[]): Promise<Counts> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(RESULTS, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
  const { code } = await run('vitest/vitest.mjs', ['run', ...reporters, ...args], true);
  return countTests(RESULTS, code);
}

const rooms = ['app', 'core', 'edge', 'sync', 'agent', 'db', 'tests', 'scripts'].filter((room) =>
  existsSync(join(root, room)),
);
const folders = ['--config', '.dependency-cruiser.cjs', ...rooms];
// Two cores: the type check beside the two quick ones, then the tests have the machine for themselves.
const results = await Promise.all([
  check('Types', 'typescript/bin/tsc', ['-p', 'tsconfig.json']),
  check('Lint and format', '@biomejs/biome/bin/biome', ['check', '.']).then(async (lint) =>
    add(lint, await check('Who imports whom', 'dependency-cruiser/bin/dependency-cruiser.mjs', folders)),
  ),
]);
const { passed, failed } = [...results, await tests(process.argv.slice(2))].reduce(add);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && process.exitCode === undefined ? 0 : 1);

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}
