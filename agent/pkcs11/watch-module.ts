import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Token } from '../driver.ts';
import { bindModule, type Pkcs11Module } from './bind-module.ts';
import { initialize, readSlots } from './slots.ts';

/** Command-line argument that makes the agent's executable watch a module and do nothing else. */
export const WATCH = 'watch-module';
const EVERY_MS = 500;

/** Consecutive polls that must miss a token before it counts as removed, and their interval, ms. */
const TRIES = 3;
const AGAIN_MS = 120;
/** Consecutive failed polls before the module counts as failed. */
const MOST_FAILURES = 4;

/**
 * Polls for tokens in a separate process, which reloads the module each time: waiting for slot events blocks or is
 * missing in many modules, some see new tokens only after reinitialisation, and a crash ends only this process.
 */
export async function watchModule(path: string): Promise<void> {
  const module = bindModule(path);
  process.on('disconnect', () => process.exit(0));
  let last: Token[] | undefined;
  let failures = 0;
  for (;;) {
    const began = performance.now();
    const tokens = await lookSurely(() => look(module), last);
    failures = tokens ? 0 : failures + 1;
    if (failures === MOST_FAILURES) throw new Error('the module does not answer');
    if (!tokens) continue;
    if (!last || JSON.stringify(tokens) !== JSON.stringify(last)) process.send?.(tokens);
    last = tokens;
    await sleep(pauseAfter(performance.now() - began));
  }
}

/** Pause after a poll that took `tookMs`: slow modules are polled less often. */
const pauseAfter = (tookMs: number): number => Math.min(1_100, Math.max(EVERY_MS, tookMs * 5));

/** Longest time, ms, for which a removal goes unnoticed if a poll takes `lookMs`: one pause plus all polls. */
export const longestUnseen = (lookMs: number): number =>
  pauseAfter(lookMs) + TRIES * lookMs + (TRIES - 1) * AGAIN_MS;

/**
 * Tokens present now. A token may be unreadable while it is written to, so one of `last` counts as removed only if
 * several polls miss it. Undefined if every poll failed.
 */
export async function lookSurely(
  lookOnce: () => Promise<Token[] | undefined>,
  last: readonly Token[] | undefined,
): Promise<Token[] | undefined> {
  let tokens = await lookOnce();
  for (let tries = 1; tries < TRIES; tries++) {
    const misses = last?.some(({ serial }) => !tokens?.some((token) => token.serial === serial));
    if (tokens && !misses) return tokens;
    await sleep(AGAIN_MS);
    tokens = (await lookOnce()) ?? tokens;
  }
  return tokens;
}

/** Tokens present now; undefined if the poll failed. */
async function look(module: Pkcs11Module): Promise<Token[] | undefined> {
  try {
    await initialize(module);
    return (await readSlots(module)).map(({ token }) => token);
  } catch {
    return undefined;
  } finally {
    await module.call('C_Finalize', null);
  }
}

export interface Watch {
  tokens(): Token[];
  state(): 'ready' | 'failed';
  /** Resolves after the first poll, successful or not. */
  first: Promise<void>;
  stop(): void;
}

/** Starts the polling process for a module and restarts it when it dies. `program` is the agent's entry point. */
export function watchFromAside(path: string, program: string, onChange: () => void): Watch {
  let tokens: Token[] = [];
  let state: 'ready' | 'failed' = 'failed';
  let child: ChildProcess;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;
  let report: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    report = resolve;
  });
  const start = () => {
    child = fork(program, [WATCH, path], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.on('message', (found: Token[]) => {
      tokens = found;
      state = 'ready';
      report();
      onChange();
    });
    child.on('exit', () => {
      state = 'failed';
      tokens = [];
      report();
      if (stopped) return;
      onChange();
      again = setTimeout(start, 2_000);
    });
    child.on('error', () => undefined);
  };
  start();
  return {
    tokens: () => tokens,
    state: () => state,
    first,
    stop() {
      stopped = true;
      clearTimeout(again);
      child.disconnect?.();
      child.kill();
    },
  };
}
