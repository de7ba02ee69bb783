import type { z } from 'zod';
import { outbox } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { markEffect, type Statement } from '#edge/kernel/storage/statement.ts';

/** What a change causes outside its transaction: its topic in the outbox, and the shape of what is stored with it. */
export interface Effect<P extends z.ZodObject = z.ZodObject> {
  topic: string;
  payload: P;
}

/**
 * Defines a kind of effect. It stands in the lowest domain that causes it; whoever carries it out may stand above.
 *
 *     export const finishing = defineEffect('finish', z.object({ taskId: z.string() }));
 */
export const defineEffect = <P extends z.ZodObject>(topic: string, payload: P): Effect<P> => ({
  topic,
  payload,
});

/**
 * The statement that writes an effect beside the change that causes it. `key` keeps effects of one thing in order;
 * before `dueAt` (epoch ms) it is not carried out.
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
