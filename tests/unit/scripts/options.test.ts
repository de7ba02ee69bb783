import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readOptions, refuse } from '#scripts/read-options.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a command says on its way out, and with which status. */
function left(command: () => unknown): { said: string; status: number | undefined } {
  let said = '';
  let status: number | undefined;
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    said += line;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    status = Number(code);
    throw new Error('left');
  });
  expect(command).toThrow('left');
  return { said, status };
}

it('an option that a command does not know is said in a sentence, with how the command is used', () => {
  const options = { minutes: { type: 'string' } } as const;
  const read = (...args: string[]) => left(() => readOptions('npm run it', { args, options }));
  for (const [args, sentence] of [
    [['--unknown'], "Unknown option '--unknown'."],
    [['--minutes'], "Option '--minutes <value>' argument missing."],
    [['fast'], "Unexpected argument 'fast'."],
  ] as const)
    expect(read(...args)).toEqual({ said: `${sentence}\nusage: npm run it`, status: 2 });
  expect(left(() => refuse('No such group: x.', 'npm run it')).status).toBe(2);
  vi.restoreAllMocks();
  expect(readOptions('npm run it', { args: ['--minutes', '3'], options }).values.minutes).toBe('3');
});

it('--help after -- does not request help', () => {
  const read = (...args: string[]) => readOptions('npm run it', { args, allowPositionals: true }).positionals;
  expect(read('--', '--help')).toEqual(['--help']);
});

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

it('every command of the package reads its options so', () => {
  const files = Object.values(scripts).flatMap((line) => /run\.mjs (\S+\.ts)/.exec(line)?.[1] ?? []);
  const own = [...files, 'scripts/product/main.ts'];
  expect(own.length).toBeGreaterThan(8);
  // the agent goes to other machines without the scripts; tests/agent/program.test.ts asks it
  const without = own.filter(
    (file) =>
      file !== 'agent/main.ts' && !(existsSync(file) && readFileSync(file, 'utf8').includes('readOptions(')),
  );
  expect(without).toEqual([]);
});

it('npm run bench names the groups that there are', { timeout: 120_000 }, async () => {
  const { status, stderr } = await new Promise<{ status: number | null; stderr: string }>((done) => {
    const args = ['--disable-warning=ExperimentalWarning', 'tests/bench/run.ts', 'sm', 'nothing'];
    const child = execFile(process.execPath, args, (_, __, said) =>
      done({ status: child.exitCode, stderr: said }),
    );
  });
  expect(stderr).toMatch(/^No such group: nothing\. There are: agent, .*\bsm\b.*\.\nusage: npm run bench/);
  expect(status).toBe(2);
});

it('every command of the package answers --help with how it is used and status 0', {
  timeout: 120_000,
}, async () => {
  const bins = { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}` };
  const asked = (line: string) =>
    new Promise<{ status: number | null; said: string; wrong: string }>((done) => {
      const child = execFile('sh', ['-c', `${line} --help`], { env: bins }, (_, said, wrong) =>
        done({ status: child.exitCode, said, wrong }),
      );
    });
  for (const [name, line] of Object.entries(scripts)) {
    const { status, said, wrong } = await asked(line);
    expect({ name, status, wrong }).toEqual({ name, status: 0, wrong: '' });
    // tsc says it in words of its own
    expect(said, name).toMatch(/^usage: npm \S+|^Signet agent|usage: (biome|depcruise|knip)|tsc -p/im);
  }
});
