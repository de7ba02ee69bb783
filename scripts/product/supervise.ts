import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { diskRefusal, productEnv, productNode, Refusal, root } from '../install.mjs';
import { waitedMs } from './waited-ms.ts';

const LEASH = join(root, 'scripts/product/leash.mjs');
const LOG_LIMIT = 5_000_000;

export type ServiceOptions = {
  name: string;
  /** Arguments for the product's Node: the file, followed by its arguments. */
  args: string[];
  env?: NodeJS.ProcessEnv;
  logFile: string;
  /**
   * Whether the service answers; false or a throw means not yet. Receives a signal that aborts after probeTimeoutMs.
   */
  probe: (signal: AbortSignal) => Promise<boolean>;
  /** Maximum time until the first answer, in ms, excluding time spent waiting for a CPU. */
  readyWithinMs?: number;
  /** Interval between probes and timeout of a probe, in ms. */
  probeEveryMs?: number;
  probeTimeoutMs?: number;
  /**
   * Consecutive failed probes after which it counts as hung; each is weighted by the share of time that it had a CPU.
   */
  patience?: number;
  /** Total time that the processes of a group have waited for a CPU so far, in ms. */
  waited?: (group: number) => number;
  onEvent?: (event: string) => void;
};

export type Service = {
  name: string;
  /** Process id of the running child, which is also its process group's id. */
  pid: () => number | undefined;
  restarts: () => number;
  /** Restarts it immediately, for example after a change of its sources. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A process that answered this long was not started in vain: when it ends, it is started again at once. */
const STEADY_MS = 1_500;

/**
 * Starts a process and keeps it running: if it exits or stops answering, its whole process group is killed and it is
 * restarted after a pause that doubles from 0.1 s to 10 s. Resolves when it first answers; throws a Refusal with its
 * last output if it never does.
 *
 * A process that is silent because the machine has no CPU time for it does not count as hung: killing it would only
 * make it slower.
 */
export async function supervise(options: ServiceOptions): Promise<Service> {
  const {
    name,
    readyWithinMs = 60_000,
    probeEveryMs = 2_000,
    probeTimeoutMs = 5_000,
    patience = 3,
    waited = waitedMs,
  } = options;
  const tell = options.onEvent ?? (() => {});
  let child: ChildProcess | undefined;
  let stopping = false;
  let restarts = 0;
  let pause = 100;
  let asked = false;
  let ended = new AbortController();

  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function answers(): Promise<boolean> {
    try {
      return await options.probe(AbortSignal.timeout(probeTimeoutMs));
    } catch {
      return false;
    }
  }

  function launch(): void {
    const log = openSync(options.logFile, logFlag(options.logFile), 0o600);
    child = spawnOnLeash(options.args, options.env, log);
    closeSync(log);
    // Ignore the exit of a child that was replaced.
    const end = new AbortController();
    ended = end;
    child.on('exit', () => end.abort());
    child.on('error', () => end.abort());
  }

  const waitedSoFar = () => (child?.pid === undefined ? 0 : waited(child.pid));

  async function untilReady(withinMs: number): Promise<boolean> {
    const began = Date.now();
    const hasTime = () => {
      const ms = Date.now() - began;
      return ms < withinMs || ms - waitedSoFar() < withinMs;
    };
    while (!stopping && isAlive() && hasTime()) {
      if (await answers()) return true;
      await wait(40);
    }
    return false;
  }

  async function bringBack(): Promise<void> {
    while (!stopping) {
      killGroup(child, 'SIGKILL');
      await wait(pause);
      if (stopping) return;
      pause = Math.min(pause * 2, 10_000);
      restarts += 1;
      launch();
      if (await untilReady(readyWithinMs)) {
        if (!asked) tell(`${name} is back`);
        return;
      }
    }
  }

  async function keep(): Promise<void> {
    let failures = 0;
    let since = Date.now();
    // time of the last failed probe, and the CPU wait time at that moment
    let last = { at: 0, waited: 0 };
    /** Weighs a failed probe: 1, less the share of the time since the previous one in which it had no CPU. */
    const weigh = () => {
      const now = { at: Date.now(), waited: waitedSoFar() };
      const share = failures === 0 ? 0 : (now.waited - last.waited) / Math.max(1, now.at - last.at);
      last = now;
      return 1 - Math.min(1, Math.max(0, share));
    };
    while (!stopping) {
      await wait(probeEveryMs, undefined, { signal: ended.signal }).catch(() => {});
      if (stopping) return;
      failures = isAlive() && (await answers()) ? 0 : failures + weigh();
      if (failures === 0 && Date.now() - since > STEADY_MS) pause = 100;
      // rounded, so that a small wait on a busy machine does not require one more probe
      if (stopping || (isAlive() && Math.round(failures) < patience)) continue;
      if (!asked)
        tell(isAlive() ? `${name} does not answer: restarting it` : `${name} ended: starting it again`);
      await bringBack();
      asked = false;
      failures = 0;
      since = Date.now();
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    ended.abort();
    await endGroup(child);
  }

  launch();
  if (!(await untilReady(readyWithinMs))) {
    await stop();
    throw didNotStart(name, options.logFile);
  }
  const limit = keep();
  return {
    name,
    pid: () => child?.pid,
    restarts: () => restarts,
    restart: async () => {
      const before = restarts;
      asked = true;
      await endGroup(child);
      while (!stopping && (restarts === before || !(await answers()))) await wait(50);
    },
    stop: async () => {
      await stop();
      await limit;
    },
  };
}

/** Runs a file on the product's Node, in its own process group, which ends with this process for whatever reason. */
export function spawnOnLeash(
  args: string[],
  env: NodeJS.ProcessEnv | undefined,
  output: 'pipe' | 'inherit' | number,
): ChildProcess {
  const child = spawn(productNode(), ['--disable-warning=ExperimentalWarning', '--import', LEASH, ...args], {
    cwd: root,
    env: productEnv(env),
    stdio: ['ignore', output, output, 'pipe'],
    detached: true,
  });
  // The far end of the leash closes when the child ends; that is not an error.
  child.stdio[3]?.on('error', () => {});
  return child;
}

function logFlag(file: string): 'a' | 'w' {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT ? 'w' : 'a';
}

function didNotStart(name: string, logFile: string): Refusal {
  const lastLines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  return (
    diskRefusal(lastLines, dirname(logFile)) ??
    new Refusal(`${name} did not start. Its last words (${logFile}):\n${lastLines}`)
  );
}

function killGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): boolean {
  if (child?.pid === undefined) return false;
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch {
    return false;
  }
}

// Ends the group leader first, which closes its files cleanly; kills the rest of the group after 5 s.
async function endGroup(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, wait(5_000, undefined, { ref: false })]);
  }
  killGroup(child, 'SIGKILL');
}
