import type { z } from 'zod';
import type { Context, EffectHandler } from '#edge/kernel/context.ts';
import type { Effect } from './effect.ts';

/**
 * Carries out one effect. It may run twice: rows that it makes take the effect's `id`, so that the second run changes
 * nothing.
 */
type CarryOut<Payload> = (context: Context, payload: Payload, id: string) => Promise<void>;

/**
 * Joins an effect with its procedure, which is loaded when the first such effect is due.
 *
 *     handle(finishing, () => import('./finish-task.ts').then((m) => m.finishTask))
 */
export const handle = <P extends z.ZodObject>(
  effect: Effect<P>,
  load: () => Promise<CarryOut<z.output<P>>>,
): EffectHandler => ({
  topic: effect.topic,
  carryOut: async (context, payload, id) => (await load())(context, effect.payload.parse(payload), id),
});

/** Handlers by their topics. Throws where two have the same. */
export function byTopic(handlers: readonly EffectHandler[]): ReadonlyMap<string, EffectHandler> {
  const found = new Map<string, EffectHandler>();
  for (const handler of handlers) {
    if (found.has(handler.topic)) throw new Error(`handled twice: ${handler.topic}`);
    found.set(handler.topic, handler);
  }
  return found;
}
