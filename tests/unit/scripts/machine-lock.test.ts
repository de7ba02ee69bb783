import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'signet-lock-'));
const file = join(folder, 'lock');
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command that takes the lock, says so and waits; its lines are handed out one by one. */
function command(name: string) {
  const script = `
    const { lockMachine } = await import(${JSON.stringify(new URL('../../../scripts/machine-lock.ts', import.meta.url).href)});
    await lockMachine(${JSON.stringify(name)}, { file: ${JSON.stringify(file)}, tell: (line) => console.log(line) });
    console.log('has it');
    process.stdin.resume();
  `;
  const env = { ...process.env, SIGNET_MACHINE_HELD: '' };
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    { env, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  running.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value as string;
  return { child, next };
}

it('makes a second heavy command wait, and says for whom', async () => {
  const first = command('npm test');
  expect(await first.next()).toBe('has it');
  const second = command('npm run bench');
  expect(await second.next()).toMatch(
    new RegExp(`^Waiting for npm test in .+ \\(process ${first.child.pid}\\): `),
  );
  first.child.stdin!.end();
  expect(await second.next()).toBe('has it');
});

it('is free again when its holder is killed', async () => {
  const first = command('npm test');
  expect(await first.next()).toBe('has it');
  const second = command('npm run soak');
  expect(await second.next()).toContain('Waiting for npm test');
  first.child.kill('SIGKILL');
  expect(await second.next()).toBe('has it');
});
