import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { beforeEach, expect, it } from 'vitest';
import { session, ssoSession } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { endSessionsFrom } from '#edge/sso/end-sessions.ts';

const NOW = Date.now();
let db: Context['db'];
let deferred: Promise<unknown>[] = [];
const context = () =>
  ({ db, now: NOW, defer: (work: Promise<unknown>) => void deferred.push(work) }) as Context;
const open = async () =>
  (await db.select({ id: session.id }).from(session).where(isNull(session.endedAt)))
    .map(({ id }) => id)
    .sort();

beforeEach(async () => {
  deferred = [];
  db = drizzle(createClient({ url: ':memory:' })) as unknown as Context['db'];
  for (const name of ['0000_baseline', '0001_november-2026', '0002_acting-keys']) {
    const file = await readFile(`db/migrations/${name}.sql`, 'utf8');
    for (const statement of file.split('--> statement-breakpoint')) await db.run(sql.raw(statement));
  }
  const times = { createdAt: NOW, rotatedAt: NOW, expiresAt: NOW + 60_000 };
  for (const [id, accountId, customerId] of [
    ['a1', 'a', 'system'],
    ['b1', 'b', 'system'],
    ['a2', 'a', 'other'],
    ['own', 'a', ''],
  ] as const) {
    await db
      .insert(session)
      .values({ id, accountId, entId: 'e', refreshHash: id, ...times } as typeof session.$inferInsert);
    if (customerId)
      await db.insert(ssoSession).values({ sessionId: id, customerId, returnAddress: '', createdAt: NOW });
  }
});

it('ends the sessions that one system began, and looks at once who may stay in rooms', async () => {
  expect(await endSessionsFrom(context(), { from: 'system', entId: 'e' })).toBe(2);
  expect(await open()).toEqual(['a2', 'own']);
  expect(deferred).toHaveLength(1);
  await Promise.all(deferred);
});

it('ends those of a member, or of those that are named, alone', async () => {
  expect(await endSessionsFrom(context(), { from: 'system', entId: 'e', accountId: 'a' })).toBe(1);
  expect(await open()).toEqual(['a2', 'b1', 'own']);
  // One that another system began is not this one's to end.
  expect(await endSessionsFrom(context(), { from: 'system', entId: 'e', ids: ['b1', 'a2', 'own'] })).toBe(1);
  expect(await open()).toEqual(['a2', 'own']);
  expect(await endSessionsFrom(context(), { from: 'system', entId: 'e', ids: [] })).toBe(0);
});
