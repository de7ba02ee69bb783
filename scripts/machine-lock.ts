/** Lets one heavy command at a time have the machine: a whole test run, a benchmark, a soak. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Set for the children of a holder, which must not wait for their own parent. */
const HELD = 'SIGNET_MACHINE_HELD';

/** Says that it has the lock, and keeps it until its input ends: also when this process is killed. */
const HOLD = 'echo held; cat >/dev/null';

type LockOptions = { file?: string; tell?: (line: string) => void };

/**
 * Waits until no other holder is left on this machine, and says for whom it waits. The lock is one of flock(1) on a file
 * that all checkouts share; the file names the holder. Returns what gives the lock back; without flock(1), as on macOS,
 * it says so and nothing is locked.
 *
 * ```ts
 * const release = await lockMachine('npm run bench');
 * ```
 */
export async function lockMachine(
  command: string,
  { file = join(tmpdir(), 'signet-machine.lock'), tell = console.error }: LockOptions = {},
): Promise<() => void> {
  if (process.env[HELD]) return () => {};
  let holder = await hold(['--nonblock', file]);
  if (!holder && hasFlock()) {
    tell(`Waiting for ${holderIn(file)}: two heavy commands at once would disturb each other.`);
    holder = await hold([file]);
  }
  if (!holder) {
    tell('flock(1) is missing: nothing keeps a second heavy command from running at the same time.');
    return () => {};
  }
  writeFileSync(file, `${command} in ${process.cwd()} (process ${process.pid})\n`);
  process.env[HELD] = '1';
  return () => {
    delete process.env[HELD];
    holder.stdin?.end();
  };
}

/** A process that holds the lock; undefined if another one holds it, or if there is no flock(1). */
function hold(args: string[]): Promise<ChildProcess | undefined> {
  return new Promise((resolve) => {
    // A group of its own: Ctrl-C must not take the lock from a holder that still ends its services.
    const child = spawn('flock', [...args, 'sh', '-c', HOLD], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    child.on('error', () => resolve(undefined));
    child.on('exit', () => resolve(undefined));
    createInterface(child.stdout).once('line', () => {
      // It must not keep this process alive.
      child.unref();
      child.stdout.destroy();
      if (child.stdin instanceof Socket) child.stdin.unref();
      resolve(child);
    });
  });
}

const hasFlock = () => spawnSync('flock', ['--version']).status === 0;

function holderIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'another command';
  } catch {
    return 'another command';
  }
}
