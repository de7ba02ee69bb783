import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Context } from '#edge/kernel/context.ts';
import { takeTurn } from '#edge/kernel/take-turn.ts';

let db: Context['db'];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  db = drizzle(createClient({ url: ':memory:' })) as unknown as Context['db'];
  const floor = await readFile('db/migrations/0000_baseline.sql', 'utf8');
  for (const statement of floor.split('--> statement-breakpoint')) await db.run(sql.raw(statement));
});
afterEach(() => vi.useRealTimers());

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

it('is taken by one of several Workers, and by another one once that has ended and rested', async () => {
  const turns = await Promise.all(Array.from({ length: 5 }, () => takeTurn({ db })));
  const [held, ...more] = turns.filter((turn) => turn !== null);
  expect(more).toEqual([]);
  later(80_000);
  expect(await held!.renew()).toBe(true);
  later(80_000);
  expect(await takeTurn({ db })).toBeNull();
  await held!.end();
  expect(await takeTurn({ db })).not.toBeNull();
});

it('leaves the rest of a minute to who has just run', async () => {
  await (await takeTurn({ db }))!.end();
  later(29_000);
  expect(await takeTurn({ db })).toBeNull();
  later(1_000);
  expect(await takeTurn({ db })).not.toBeNull();
});

it('is free again when its holder was killed, and the holder that wakes up late stops', async () => {
  const killed = (await takeTurn({ db }))!;
  later(89_000);
  expect(await takeTurn({ db })).toBeNull();
  later(1_000);
  expect(await takeTurn({ db })).not.toBeNull();
  expect(await killed.renew()).toBe(false);
  await killed.end();
  expect(await takeTurn({ db })).toBeNull();
});

it('is free when the clock went back', async () => {
  await takeTurn({ db });
  later(-3_600_000);
  expect(await takeTurn({ db })).not.toBeNull();
});
