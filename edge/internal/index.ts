import { sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import * as calls from '#core/internal/calls.ts';
import { countStaleKeys, rewrapKeys, type WrappedKeys } from '#edge/kernel/crypto/rewrap-keys.ts';
import type { Domain, Job } from '#edge/kernel/domain.ts';
import { implementOpen } from '#edge/kernel/http/implement.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { seedDemo } from './seed-demo.ts';
import { METRICS_PATH, serveMetrics } from './serve-metrics.ts';
import { simCalls } from './simulators.ts';

/** Calls for the product's own processes, covering the jobs and wrapped keys of all domains. */
export const internal = (jobs: readonly Job[], wrappedKeys: readonly WrappedKeys[]): Domain => ({
  paths: [{ path: METRICS_PATH, serve: serveMetrics }],
  calls: [
    ...simCalls,
    implementOpen(calls.rewrapKeys, async (_input, context) => {
      const done = await rewrapKeys(context, wrappedKeys);
      return { kekId: context.keys.kekId, done, stores: await countStaleKeys(context, wrappedKeys) };
    }),
    implementOpen(calls.seed, (_input, context) => {
      if (context.env.SIGNET_MODE === 'pro') throw new AppError('NOT_FOUND');
      return seedDemo(context);
    }),
    implementOpen(calls.runJobs, async (_input, context) => {
      // Also waits for work that jobs defer, so that the caller sees its results.
      const tasks: Promise<unknown>[] = [];
      const waiting = {
        ...context,
        defer(work: Promise<unknown>) {
          tasks.push(work);
          context.defer(work);
        },
      };
      let done = 0;
      for (const { load } of jobs) {
        const count = await (await load())(atPresent(waiting));
        if (typeof count === 'number') done += count;
      }
      done += await runOutbox(atPresent(waiting));
      while (tasks.length > 0) await tasks.pop();
      return { done };
    }),
    implementOpen(calls.health, async (_input, context) => {
      await context.db.run(sql`select 1`);
      return { ok: true };
    }),
  ],
});
