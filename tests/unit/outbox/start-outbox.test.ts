import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Context } from '#edge/kernel/context.ts';

const runs = vi.hoisted(() => ({ n: 0 }));
vi.mock('#edge/kernel/outbox/run-outbox.ts', () => ({
  runOutbox: async () => {
    runs.n += 1;
  },
}));

// The files of a process share their modules: one that another file has loaded would run the real outbox.
vi.resetModules();
const { startOutbox, whileAnswering } = await import('#edge/kernel/outbox/start-outbox.ts');
// Nor may the files after this one start an outbox that runs nothing.
afterAll(() => {
  vi.doUnmock('#edge/kernel/outbox/run-outbox.ts');
  vi.resetModules();
});
const context = { defer: (work: Promise<unknown>) => void work } as unknown as Context;
/** A call that ends when it is told to. */
function call(): () => void {
  let end = () => {};
  void whileAnswering(() => new Promise<void>((done) => (end = done)));
  return () => end();
}

beforeEach(() => {
  vi.useFakeTimers();
  runs.n = 0;
});
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
});

it('waits until no call is in progress, and runs once for several changes', async () => {
  const end = call();
  for (let i = 0; i < 5; i++) startOutbox(context);
  await vi.advanceTimersByTimeAsync(300);
  expect(runs.n).toBe(0);
  end();
  await vi.advanceTimersByTimeAsync(100);
  expect(runs.n).toBe(1);
});

it('waits no longer than a second for calls that follow one another', async () => {
  const end = call();
  startOutbox(context);
  await vi.advanceTimersByTimeAsync(900);
  expect(runs.n).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(runs.n).toBe(1);
  startOutbox(context);
  end();
  await vi.advanceTimersByTimeAsync(200);
  expect(runs.n).toBe(2);
});

it('starts anew where a requested runner was cut off', async () => {
  startOutbox({ defer: () => undefined } as unknown as Context);
  vi.clearAllTimers();
  startOutbox(context);
  await vi.advanceTimersByTimeAsync(500);
  expect(runs.n).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  startOutbox(context);
  await vi.advanceTimersByTimeAsync(200);
  expect(runs.n).toBe(1);
});

it('waits for no call that was cut off long ago', async () => {
  call();
  await vi.advanceTimersByTimeAsync(30_000);
  startOutbox(context);
  await vi.advanceTimersByTimeAsync(100);
  expect(runs.n).toBe(1);
});
