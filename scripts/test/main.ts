/** Entry point of `npm test` after the installation: runs everything in stages, or the given test files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productEnv, productNode, root } from '../install.mjs';
import { lockMachine } from '../machine-lock.ts';
import { asksForHelp, help } from '../read-options.ts';
import { meterLoad } from './load-meter.ts';
import { type Results, readResults } from './results.ts';
import { closingLines, joinResults, secondLook } from './second-look.ts';
import { STAGES, type Stage, stageOf } from './stages.ts';

const lineOf = ({ name, projects, workers }: Stage): string =>
  `    ${name.padEnd(17)}${projects.map((project) => `tests/${project}`).join(', ')}: ${workers === 1 ? 'one file' : `${workers} files`} at a time`;

const USAGE = `npm test [-- PATTERN…]
  Types, lint, import rules and every test, in stages one after the other; the last line counts them. A file that
  failed runs once more, alone: if it passes then, it is said to be unsteady, and the run is green.
    PATTERN…         runs a part instead: the test files whose path contains one of them, without types, lint and import
                     rules. npm test -- tests/unit/seal; npm test -- task/revoke languages
    --project NAME   only unit, api, sync, agent, e2e, chaos or plans (repeatable); this and what follows is passed to vitest
    -t TEXT          only tests whose title matches

  The stages:
    checks           types, lint and format, who imports whom, what tests alone use, build
${STAGES.map(lineOf).join('\n')}`;

const args = process.argv.slice(2);
if (asksForHelp(args)) help(USAGE);

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exitCode = 1;
  });
}
const isStopped = () => process.exitCode !== undefined;

/** Temporary files of a run are in one folder, which goes with it, also where a killed process left some. */
const temporary = mkdtempSync(join(tmpdir(), 'signet-run-'));

type Outcome = { code: number; said: string };

/** Runs a file of the project on the product's Node; captures its output, or shows it immediately. */
function run(file: string, args: string[], show: boolean, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const child = spawn(productNode(), ['--disable-warning=ExperimentalWarning', join(root, file), ...args], {
    cwd: root,
    env: productEnv({ FORCE_COLOR: undefined, NO_COLOR: '1', TMPDIR: temporary, ...env }),
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

/** `again` is the command that makes the check alone, `mend` the one that mends most of what it finds. */
async function check(
  name: string,
  file: string,
  args: string[],
  { again, mend }: { again: string; mend?: string },
): Promise<Results> {
  const began = performance.now();
  const { code, said } = await run(file, args, false);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0)
    console.log(`${said.trimEnd()}\n\n${mend ? `${mend} mends most of it; ` : ''}${again} checks it again.`);
  return code === 0
    ? { passed: 1, failed: 0, files: [], outside: [] }
    : { passed: 0, failed: 1, files: [], outside: [`${name} failed`] };
}

/** Runs vitest with results in .cache/NAME.json. */
async function tests(name: string, args: string[], env?: NodeJS.ProcessEnv): Promise<Results> {
  const results = join(root, `.cache/${name}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(results, { force: true });
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/test/attack-reporter.ts',
    `--outputFile.json=${results}`,
  ];
  const { code } = await run('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], true, env);
  return readResults(results, code);
}

/** Screenshots are only useful when a part is run and inspected. */
const NO_SCREENS = { SIGNET_SCREENS: 'none' };
const optionsOf = ({ projects, workers }: Stage) => [
  ...projects.map((name) => `--project=${name}`),
  `--maxWorkers=${workers}`,
];

/** Runs one stage, then says how long it took and how busy the machine was. */
async function timed(name: string, work: () => Promise<Results>): Promise<Results & { seconds: number }> {
  const began = performance.now();
  const load = meterLoad();
  const results = await work();
  const seconds = (performance.now() - began) / 1000;
  const { mean, most } = load();
  console.log(`stage ${name}: ${seconds.toFixed(0)} s, load ${mean.toFixed(1)} (at most ${most.toFixed(1)})`);
  return { ...results, seconds };
}

const rooms = ['app', 'client', 'core', 'edge', 'sync', 'agent', 'db', 'tests', 'scripts'].filter((room) =>
  existsSync(join(root, room)),
);

/** The type check takes as long as all others together. */
async function checks(): Promise<Results> {
  const both = await Promise.all([
    check('Types', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json'], {
      again: 'npm run typecheck',
    }),
    quickChecks(),
  ]);
  return joinResults(both);
}

async function quickChecks(): Promise<Results> {
  const lint = await check('Lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '.'], {
    again: 'npm run lint',
    mend: 'npm run format',
  });
  const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
  const imports = await check(
    'Who imports whom',
    cruiser,
    ['--config', '.dependency-cruiser.cjs', ...rooms],
    {
      again: 'npm run rooms',
    },
  );
  const knip = 'node_modules/knip/bin/knip.js';
  const unused = await check('What tests alone use', knip, ['--config', 'knip.product.jsonc'], {
    again: 'npm run unused',
  });
  // Once for all stages.
  const build = await check('Build', 'scripts/build.ts', [], { again: 'npm run build' });
  return joinResults([lint, imports, unused, build]);
}

async function runAllStages(): Promise<boolean> {
  const release = await lockMachine('npm test');
  const stages = [await timed('checks', checks)];
  for (const stage of STAGES) {
    if (isStopped()) break;
    stages.push(await timed(stage.name, () => tests(`tests-${stage.name}`, optionsOf(stage), NO_SCREENS)));
  }
  const verdict = await secondLook(joinResults(stages), (path) =>
    timed(`second look, ${path}`, () =>
      tests('tests-again', [path, ...optionsOf(stageOf(path))], NO_SCREENS),
    ),
  );
  release();
  console.log(`\n${closingLines(verdict).join('\n')}`);
  return verdict.counts.failed === 0;
}

async function part(): Promise<boolean> {
  const { passed, failed } = await tests('tests', args);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
}

const green = await (args.length > 0 ? part() : runAllStages());
rmSync(temporary, { recursive: true, force: true });
process.exit(green && !isStopped() ? 0 : 1);
