/** Entry point of `npm test` after the installation: runs everything, or the given test files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { productEnv, productNode, root } from '../install.mjs';
import { asksForHelp, help } from '../read-options.ts';
import { type Counts, countTests } from './count-tests.ts';

const USAGE = `npm test [-- PATTERN…]
  Types, lint, import rules and every test; the last line counts them.
    PATTERN…         runs a part instead: the test files whose path contains one of them, without types, lint and import
                     rules. npm test -- tests/unit/seal; npm test -- task/revoke languages
    --project NAME   only unit, api, sync, agent, e2e, chaos or plans (repeatable); this and what follows is passed to vitest
    -t TEXT          only tests whose title matches`;

const args = process.argv.slice(2);
if (asksForHelp(args)) help(USAGE);

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exitCode = 1;
  });
}

type Outcome = { code: number; said: string };

/** Runs a file of the project on the product's Node; captures its output, or shows it immediately. */
function run(file: string, args: string[], show: boolean, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const child = spawn(productNode(), ['--disable-warning=ExperimentalWarning', join(root, file), ...args], {
    cwd: root,
    env: productEnv({ FORCE_COLOR: undefined, NO_COLOR: '1', ...env }),
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

/** Runs vitest with results in .cache/NAME.json; shows its output live, or all at its end. */
async function tests(name: string, args: string[], live: boolean, env?: NodeJS.ProcessEnv): Promise<Counts> {
  const results = join(root, `.cache/${name}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(results, { force: true });
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/test/attack-reporter.ts',
    `--outputFile.json=${results}`,
  ];
  const { code, said } = await run(
    'node_modules/vitest/vitest.mjs',
    ['run', ...reporters, ...args],
    live,
    env,
  );
  if (!live) console.log(said);
  return countTests(results, code);
}

const projects = (...names: string[]) => names.map((name) => `--project=${name}`);

/**
 * Runs everything in two parallel runs, each with its own product. API tests run one file at a time, and tests that
 * start and kill services mostly wait for restarts: alone, both would leave a core idle for minutes. So they run in
 * parallel with the CPU-bound tests.
 */
async function everything(): Promise<Counts> {
  const [busy, waiting] = await Promise.all([
    // screenshots are only useful when a part is run and inspected
    tests('tests', projects('unit', 'e2e'), true, { SIGNET_SCREENS: 'none' }),
    tests('tests-beside', projects('agent', 'sync', 'chaos', 'api', 'plans'), false),
  ]);
  return add(busy, waiting);
}

const rooms = ['app', 'client', 'core', 'edge', 'sync', 'agent', 'db', 'tests', 'scripts'].filter((room) =>
  existsSync(join(root, room)),
);
const folders = ['--config', '.dependency-cruiser.cjs', ...rooms];
/**
 * Runs the type check in parallel with the quick checks and the build; the tests then have both cores for themselves.
 */
async function whole(): Promise<Counts> {
  const checks = await Promise.all([
    check('Types', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']),
    quickChecks(),
  ]);
  return [...checks, await everything()].reduce(add);
}

const { passed, failed } = await (args.length > 0 ? tests('tests', args, true) : whole());
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && process.exitCode === undefined ? 0 : 1);

async function quickChecks(): Promise<Counts> {
  const lint = await check('Lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '.']);
  const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
  const imports = await check('Who imports whom', cruiser, folders);
  const unused = await check('What tests alone use', 'node_modules/knip/bin/knip.js', [
    '--config',
    'knip.product.jsonc',
  ]);
  // built once instead of separately in both runs
  const build = await check('Build', 'scripts/build.ts', []);
  return [lint, imports, unused, build].reduce(add);
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}
