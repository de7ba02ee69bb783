import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { guard, outbox, setting } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { defineEffect, enqueue } from '#edge/kernel/outbox/effect.ts';
import { byTopic, handle } from '#edge/kernel/outbox/handlers.ts';
import { afterCommit, commit, commitTogether, GuardFailed } from '#edge/kernel/storage/commit.ts';

const greeting = defineEffect('greet', z.object({ name: z.string() }));
const NEVER = sql`select 1 where 0`;

let context: Context;
let greeted: string[];
let begun: Promise<unknown>[];

beforeEach(async () => {
  greeted = [];
  begun = [];
  let made = 0;
  context = {
    db: drizzle(createClient({ url: ':memory:' })),
    effects: byTopic([
      handle(
        greeting,
        async () =>
          async (_context, { name }) =>
            void greeted.push(name),
      ),
    ]),
    env: {},
    now: 1_000,
    newId: () => `id-${++made}`,
    defer: (work: Promise<unknown>) => void begun.push(work),
  } as unknown as Context;
  const floor = await readFile('db/migrations/0000_baseline.sql', 'utf8');
  for (const statement of floor.split('--> statement-breakpoint')) await context.db.run(sql.raw(statement));
});

const settingOf = (name: string) => context.db.insert(setting).values({ name, value: '1', updatedAt: 1 });

it('has the effects of what it wrote carried out, after it is written', async () => {
  await commit(context, [], [settingOf('a'), enqueue(context, 'k', greeting, { name: 'Ming' })]);
  expect(begun).toHaveLength(1);
  await Promise.all(begun);
  expect(greeted).toEqual(['Ming']);
  expect(await context.db.select().from(outbox)).toEqual([]);
});

it('looks at the outbox only where something was put into it', async () => {
  await commit(context, [sql`select 1`], [settingOf('a')]);
  expect(await context.db.select().from(setting)).toHaveLength(1);
  expect(begun).toEqual([]);
});

it('writes and carries out nothing where a guard does not hold, and throws the given error', async () => {
  const statements = () => [settingOf('a'), enqueue(context, 'k', greeting, { name: 'Ming' })];
  await expect(commit(context, [sql`select 1`, NEVER], statements())).rejects.toThrow(GuardFailed);
  await expect(commit(context, [NEVER], statements(), new AppError('ALREADY_DECIDED'))).rejects.toMatchObject(
    {
      name: 'ALREADY_DECIDED',
    },
  );
  expect(await context.db.select().from(setting)).toEqual([]);
  expect(await context.db.select().from(outbox)).toEqual([]);
  expect(begun).toEqual([]);
});

it('leaves no guard behind', async () => {
  await commit(context, [sql`select 1`, sql`select 2`], [settingOf('a')]);
  expect(await context.db.select().from(guard)).toEqual([]);
});

it('writes several changes together, and runs what follows each of them after that', async () => {
  const written: number[] = [];
  const change = (name: string) => async (its: Context) => {
    await commit(its, [sql`select 1`], [settingOf(name), enqueue(its, name, greeting, { name })]);
    await afterCommit(its, async (after) => {
      written.push((await after.db.select().from(setting)).length);
    });
    return name;
  };
  expect(await commitTogether(context, ['a', 'b', 'c'].map(change))).toEqual(['a', 'b', 'c']);
  expect(written).toEqual([3, 3, 3]);
  expect(await context.db.select().from(guard)).toEqual([]);
  await Promise.all(begun);
  expect(greeted.sort()).toEqual(['a', 'b', 'c']);
});

it('writes none of several changes where a guard of one does not hold', async () => {
  const change = (name: string, held: boolean) => (its: Context) =>
    commit(its, [held ? sql`select 1` : NEVER], [settingOf(name)]);
  await expect(commitTogether(context, [change('a', true), change('b', false)])).rejects.toThrow(GuardFailed);
  expect(await context.db.select().from(setting)).toEqual([]);
});
