import type { z } from 'zod';
import type { Context, EffectHandler } from '#edge/kernel/context.ts';
import type { Effect } from './effect.ts';

/**
 * Handles one effect. Must be idempotent, as it may run twice: use the effect's `id` for inserted rows.
 */
type CarryOut<Payload> = (
  context: Context,
  payload: Payload,
  id: string,
  /** When its cause happened, epoch ms. */
  causedAt: number,
) => Promise<void>;

/**
 * Binds an effect to its handler, which is loaded when the first such effect is due.
 *
 * ```ts
 * handle(finishTaskEffect, () => import('./finish-task.ts').then((m) => m.finishTask))
 * ```
 */
export const handle = <P extends z.ZodObject>(
  effect: Effect<P>,
  load: () => Promise<CarryOut<z.output<P>>>,
): EffectHandler => ({
  topic: effect.topic,
  carryOut: async (context, payload, id, causedAt) =>
    (await load())(context, effect.payload.parse(payload), id, causedAt),
});

/** Handlers by topic. Throws if two share one. */
export function byTopic(handlers: readonly EffectHandler[]): ReadonlyMap<string, EffectHandler> {
  const found = new Map<string, EffectHandler>();
  for (const handler of handlers) {
    if (found.has(handler.topic)) throw new Error(`handled twice: ${handler.topic}`);
    found.set(handler.topic, handler);
  }
  return found;
}
