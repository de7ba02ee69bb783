import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { outbox } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { markEffect, type Statement } from '#edge/kernel/storage/statement.ts';

/** A side effect outside the transaction: its outbox topic and the schema of its payload. */
export interface Effect<P extends z.ZodObject = z.ZodObject> {
  topic: string;
  payload: P;
}

/**
 * Defines a kind of effect. It belongs to the lowest domain that causes it; its handler may be in a higher one.
 *
 *     export const finishing = defineEffect('finish', z.object({ taskId: z.string() }));
 */
export const defineEffect = <P extends z.ZodObject>(topic: string, payload: P): Effect<P> => ({
  topic,
  payload,
});

/** As `enqueue`, only where the condition holds when it is written. */
export const enqueueWhere = <P extends z.ZodObject>(
  context: Context,
  condition: SQL,
  key: string,
  effect: Effect<P>,
  payload: NoInfer<z.input<P>>,
): Statement => {
  const { db, now } = context;
  const written = JSON.stringify(payload);
  return markEffect(
    db
      .insert(outbox)
      .select(
        sql`select ${context.newId()}, ${effect.topic}, ${key}, ${written}, ${now}, 0, '', ${now} where ${condition}`,
      ),
  );
};

/**
 * The statement that enqueues an effect in the same transaction as its cause. Effects with the same `key` run in order;
 * none runs before `dueAt` (epoch ms).
 *
 * ```ts
 * await commit(context, guards, [
 *   updateTask(context, row, { state: 'ENDED' }),
 *   enqueue(context, `task:${row.id}`, finishTaskEffect, { taskId: row.id }),
 * ]);
 * ```
 */
export const enqueue = <P extends z.ZodObject>(
  context: Context,
  key: string,
  effect: Effect<P>,
  payload: NoInfer<z.input<P>>,
  dueAt = context.now,
): Statement =>
  markEffect(
    context.db
      .insert(outbox)
      .values({ id: context.newId(), topic: effect.topic, key, payload, dueAt, createdAt: context.now }),
  );
