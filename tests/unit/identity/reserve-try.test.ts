import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { like, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { rateCount } from '#db/schema/index.ts';
import { judgeSecret } from '#edge/identity/judge-secret.ts';
import { endTry, type Reservation, reserveTry } from '#edge/identity/reserve-try.ts';
import type { Context } from '#edge/kernel/context.ts';

const MOST = 5;
const MINUTE = 60_000;
const tries = { name: 'sign-password:somebody', windowMs: 15 * MINUTE };

let db: Context['db'];
/** Work that goes on after an answer, or without one. */
let deferred: Promise<unknown>[] = [];
const context = () =>
  ({
    db,
    now: Date.now(),
    defer: (work: Promise<unknown>) => void deferred.push(work),
  }) as unknown as Context;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
  deferred = [];
  db = drizzle(createClient({ url: ':memory:' })) as unknown as Context['db'];
  const floor = await readFile('db/migrations/0000_baseline.sql', 'utf8');
  for (const statement of floor.split('--> statement-breakpoint')) await db.run(sql.raw(statement));
});
afterEach(() => vi.useRealTimers());

const reserve = () => reserveTry(context(), tries, MOST);
const end = (reserved: Reservation | null, isWrong: boolean) =>
  endTry(context(), reserved!, tries.windowMs, isWrong);
/** Lets the clock run while `work` is not done; resolves with what it says and how long it took. */
async function waitedFor<T>(work: Promise<T>): Promise<{ said: T; ms: number }> {
  const begun = Date.now();
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await vi.advanceTimersByTimeAsync(10);
  return { said: await done, ms: Date.now() - begun };
}

it('tries of Workers that ended while they judged end by themselves: the next is let through', async () => {
  for (let i = 0; i < MOST; i++) expect(await reserve()).not.toBeNull();
  const { said, ms } = await waitedFor(reserve());
  expect(said).toMatchObject({ waited: true });
  expect(ms).toBeLessThanOrEqual(11_000);
});

it('a try is reserved no longer from the moment at which it ends, also for one that waits', async () => {
  const first = await reserve();
  vi.setSystemTime(Date.now() + 5_000);
  for (let i = 1; i < MOST; i++) await reserve();
  const { said } = await waitedFor(reserve());
  expect(said!.endsAt - 10_000).toBeGreaterThanOrEqual(first!.endsAt);
  // The four others last for five seconds more: none of them was given away.
  expect(said!.endsAt - 10_000).toBeLessThan(first!.endsAt + 2_000);
});

it('who waits for tries under way looks a few times, and writes nothing', async () => {
  for (let i = 0; i < MOST; i++) await reserve();
  const asked = { reads: 0, writes: 0 };
  const counting = new Proxy(db, {
    get(target, key) {
      if (key === 'select') asked.reads += 1;
      if (key === 'insert' || key === 'update') asked.writes += 1;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { said } = await waitedFor(reserveTry({ db: counting }, tries, MOST));
  expect(said).not.toBeNull();
  expect(asked.reads).toBeLessThan(30);
  // One at once, one when there was room.
  expect(asked.writes).toBe(2);
});

it('tries that were wrong and those under way are together never more than the limit', async () => {
  const held = await Promise.all(Array.from({ length: MOST }, reserve));
  expect(held.every((one) => one !== null)).toBe(true);
  const sixth = reserve();
  for (const one of held) await end(one, true);
  expect((await waitedFor(sixth)).said).toBeNull();
  expect((await waitedFor(reserve())).said).toBeNull();
});

it('a try that was right is given back, and leaves nothing behind', async () => {
  for (let i = 0; i < 3 * MOST; i++) await end(await reserve(), false);
  expect(await db.select().from(rateCount).where(like(rateCount.name, '%:now'))).toEqual([]);
});

it('reservations of a clock that went back an hour keep nobody out', async () => {
  for (let i = 0; i < MOST; i++) await reserve();
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  expect(await reserve()).toMatchObject({ waited: false });
});

it('a secret judged after its reservation has ended is neither right nor wrong, and counts', async () => {
  const tooOften = new AppError('TOO_OFTEN');
  const late = async () => {
    vi.setSystemTime(Date.now() + 10_000);
    return true;
  };
  for (let i = 0; i < MOST; i++)
    await expect(judgeSecret(context(), tries.name, tooOften, late)).rejects.toThrow('UNAVAILABLE');
  await expect(judgeSecret(context(), tries.name, tooOften, async () => true)).rejects.toThrow('TOO_OFTEN');
});

it('a secret is judged and counted to the end, also where nobody waits for the answer any more', async () => {
  const tooOften = new AppError('TOO_OFTEN');
  // As after a caller that has hung up: what is deferred alone goes on.
  void judgeSecret(context(), tries.name, tooOften, async () => false);
  expect(deferred).toHaveLength(1);
  await deferred[0];
  const counted = await db.select().from(rateCount);
  expect(counted.map(({ name, count }) => [name, count])).toEqual([
    [tries.name, 1],
    [`${tries.name}:day`, 1],
  ]);
});
