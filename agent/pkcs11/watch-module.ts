import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Token } from '../driver.ts';
import { bindModule, type Pkcs11Module } from './bind-module.ts';
import { initialize, readSlots } from './slots.ts';

/** The word by which the agent's program knows that it is to watch a module and nothing else. */
export const WATCH = 'watch-module';
const EVERY_MS = 500;

/** Looks that must miss a token before it counts as gone, and the time between them, ms. */
const LOOKS = 3;
const AGAIN_MS = 120;
/** Looks in a row that fail before the module counts as failed. */
const MOST_FAILURES = 4;

/**
 * Looks for tokens in a process of its own, which loads the module anew each time: waiting for an event blocks or is
 * missing in many modules, others see new tokens only after a new start, and one that crashes takes only this
 * process with it.
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

/** How long to wait after a look that took `tookMs`: a slow module is asked less often. */
const pauseAfter = (tookMs: number): number => Math.min(1_100, Math.max(EVERY_MS, tookMs * 5));

/** The longest that a token can be gone unseen where a look takes `lookMs`, ms: a whole pause, then every look. */
export const longestUnseen = (lookMs: number): number =>
  pauseAfter(lookMs) + LOOKS * lookMs + (LOOKS - 1) * AGAIN_MS;

/**
 * What is there now. A token that is being written to may not be readable at that moment, so one of `last` is gone only if
 * several looks miss it. Undefined where none of them got an answer.
 */
export async function lookSurely(
  lookOnce: () => Promise<Token[] | undefined>,
  last: readonly Token[] | undefined,
): Promise<Token[] | undefined> {
  let tokens = await lookOnce();
  for (let looks = 1; looks < LOOKS; looks++) {
    const misses = last?.some(({ serial }) => !tokens?.some((token) => token.serial === serial));
    if (tokens && !misses) return tokens;
    await sleep(AGAIN_MS);
    tokens = (await lookOnce()) ?? tokens;
  }
  return tokens;
}

/** What is there now; undefined where the module does not say. */
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
  /** Resolves when the process has looked for the first time, or failed to. */
  first: Promise<void>;
  stop(): void;
}

/** Starts the watching process for a module, and again when it dies. `program` is the agent's own entry. */
export function watchFromAside(path: string, program: string, onChange: () => void): Watch {
  let tokens: Token[] = [];
  let state: 'ready' | 'failed' = 'failed';
  let child: ChildProcess;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;
  let told: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    told = resolve;
  });
  const start = () => {
    child = fork(program, [WATCH, path], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.on('message', (found: Token[]) => {
      tokens = found;
      state = 'ready';
      told();
      onChange();
    });
    child.on('exit', () => {
      state = 'failed';
      tokens = [];
      told();
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
