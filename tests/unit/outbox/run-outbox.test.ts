import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { notice, outbox } from '#db/schema/index.ts';
import type { Context, EffectHandler } from '#edge/kernel/context.ts';
import { newId } from '#edge/kernel/crypto/new-id.ts';
import { defineEffect, enqueue } from '#edge/kernel/outbox/effect.ts';
import { byTopic, handle } from '#edge/kernel/outbox/handlers.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { keepNotice } from '#edge/notice/keep-notice.ts';

const note = defineEffect('note', z.object({ text: z.string() }));

/** One database for each test, and a context of whoever runs the outbox with `carryOut`. */
let db: Context['db'];
const now = Date.now();
const runnerWith = (carryOut: (text: string) => Promise<void>): Context => {
  const handler: EffectHandler = handle(
    note,
    async () =>
      (_context, { text }) =>
        carryOut(text),
  );
  return { db, env: {}, effects: byTopic([handler]), now, newId: () => newId(now) } as unknown as Context;
};
const idle = () => runnerWith(async () => undefined);
const put = (key: string, text: string, dueAt = now) =>
  db.batch([enqueue(idle(), key, note, { text }, dueAt)]);
const left = () => db.select().from(outbox);

beforeEach(async () => {
  db = drizzle(createClient({ url: ':memory:' })) as unknown as Context['db'];
  const floor = await readFile('db/migrations/0000_baseline.sql', 'utf8');
  for (const statement of floor.split('--> statement-breakpoint')) await db.run(sql.raw(statement));
});

it('carries out what is due, however much it is, and nothing that is due later', async () => {
  for (let i = 0; i < 75; i++) await put(`k${i % 7}`, `${i}`);
  await put('later', 'later', Date.now() + 60_000);
  const seen: string[] = [];
  expect(await runOutbox(runnerWith(async (text) => void seen.push(text)))).toBe(75);
  expect(seen.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 75 }, (_, i) => i));
  expect((await left()).map(({ key }) => key)).toEqual(['later']);
});

it('keeps the order of one key, also within a millisecond, with several who run it at once', async () => {
  for (let i = 0; i < 40; i++) await put(i % 2 ? 'odd' : 'even', `${i}`);
  const seen: number[] = [];
  const underWay = new Set<number>();
  const carryOut = async (text: string) => {
    const parity = Number(text) % 2;
    expect(underWay.has(parity)).toBe(false);
    underWay.add(parity);
    await new Promise((done) => setImmediate(done));
    underWay.delete(parity);
    seen.push(Number(text));
  };
  const done = await Promise.all(Array.from({ length: 5 }, () => runOutbox(runnerWith(carryOut))));
  // whoever found the keys taken did nothing; together they did each once
  expect(done.reduce((a, b) => a + b)).toBe(40);
  expect(seen.filter((n) => n % 2)).toEqual(Array.from({ length: 20 }, (_, i) => 2 * i + 1));
  expect(seen.filter((n) => n % 2 === 0)).toEqual(Array.from({ length: 20 }, (_, i) => 2 * i));
});

it('a notice bears the time of what it reports, however late and in which order it is stored', async () => {
  const reader = {
    template: 'TASK_TO_SIGN' as const,
    params: {},
    accountId: 'a',
    ownerKey: 'P:a',
    category: 'contract' as const,
  };
  const causedAt = [now - 60_000, now - 120_000];
  for (const [i, at] of causedAt.entries())
    await db.batch([enqueue({ ...idle(), now: at }, `k${i}`, noticeEffect, { ...reader, taskId: `${at}` })]);
  const effects = byTopic([handle(noticeEffect, async () => keepNotice)]);
  expect(await runOutbox({ ...idle(), effects })).toBe(2);
  const kept = await db.select().from(notice);
  expect(kept.map(({ createdAt }) => createdAt).sort()).toEqual(causedAt.toSorted());
  for (const one of kept) expect(`${one.createdAt}`).toBe(one.taskId);
});

it('tries what failed again after 5 s, then 10 s, and does the later ones of its key meanwhile', async () => {
  await put('k', 'bad');
  await put('k', 'good');
  const seen: string[] = [];
  const picky = runnerWith(async (text) => {
    if (text === 'bad') throw new Error('not now');
    seen.push(text);
  });
  const firstFrom = Date.now();
  expect(await runOutbox(picky)).toBe(1);
  expect(seen).toEqual(['good']);
  const [first] = await left();
  expect(first).toMatchObject({ attempts: 1, lastError: expect.stringContaining('not now') });
  expect(first!.dueAt).toBeGreaterThanOrEqual(firstFrom + 5_000);
  expect(first!.dueAt - Date.now()).toBeLessThanOrEqual(5_000);
  await db.update(outbox).set({ dueAt: now });
  const secondFrom = Date.now();
  expect(await runOutbox(picky)).toBe(0);
  const [second] = await left();
  expect(second!.attempts).toBe(2);
  expect(second!.dueAt).toBeGreaterThanOrEqual(secondFrom + 10_000);
  await db.update(outbox).set({ dueAt: now }).where(eq(outbox.id, second!.id));
  expect(await runOutbox(runnerWith(async (text) => void seen.push(text)))).toBe(1);
  expect(seen).toEqual(['good', 'bad']);
  expect(await left()).toEqual([]);
});

it('an effect belongs to its runner for a minute, or for as long as LEASE_MS sets', async () => {
  const leases: number[] = [];
  for (const env of [{}, { LEASE_MS: '5000' }]) {
    await put('k', 'text');
    const carryOut = async () => {
      const [claimed] = await left();
      leases.push(claimed!.dueAt - Date.now());
    };
    expect(await runOutbox({ ...runnerWith(carryOut), env } as Context)).toBe(1);
  }
  expect(leases[0]).toBeGreaterThan(50_000);
  expect(leases[0]).toBeLessThanOrEqual(60_000);
  expect(leases[1]).toBeLessThanOrEqual(5_000);
});

it('takes over what somebody claimed and never finished, once their lease is over', async () => {
  await put('k', 'first');
  await put('k', 'second');
  // as a runner leaves it that was killed after its claim
  const rows = await left();
  const claimed = rows.find(({ payload }) => payload.text === 'first')!;
  await db
    .update(outbox)
    .set({ attempts: 1, dueAt: Date.now() + 30_000 })
    .where(eq(outbox.id, claimed.id));
  const seen: string[] = [];
  const runner = runnerWith(async (text) => void seen.push(text));
  // the key is in somebody's hands
  expect(await runOutbox(runner)).toBe(0);
  await db
    .update(outbox)
    .set({ dueAt: Date.now() - 1 })
    .where(eq(outbox.id, claimed.id));
  expect(await runOutbox(runner)).toBe(2);
  expect(seen).toEqual(['first', 'second']);
});
