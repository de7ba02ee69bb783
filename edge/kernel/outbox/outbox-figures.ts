import { count, min, sql } from 'drizzle-orm';
import { outbox } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/** `oldest`: creation of the oldest effect (epoch ms), null for an empty queue. */
export type OutboxFigures = { waiting: number; due: number; failing: number; oldest: number | null };

/** Depth and age of the queue of effects: messages, time stamps, pushes and jobs that go on. */
export async function outboxFigures({ db, now }: Context): Promise<OutboxFigures> {
  const [row] = await db
    .select({
      waiting: count(),
      due: sql<number>`coalesce(sum(${outbox.dueAt} <= ${now}), 0)`,
      failing: sql<number>`coalesce(sum(${outbox.lastError} <> ''), 0)`,
      oldest: min(outbox.createdAt),
    })
    .from(outbox);
  return row ?? { waiting: 0, due: 0, failing: 0, oldest: null };
}
