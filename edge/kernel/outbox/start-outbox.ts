import type { Context } from '#edge/kernel/context.ts';
import { traceDeferred } from '#edge/kernel/trace.ts';
import { runOutbox } from './run-outbox.ts';

/** Without a call in progress for this long, the isolate counts as idle. */
const IDLE_MS = 40;
/** Effects start after this time even if the isolate is never idle. */
const START_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** A call that its caller has left is cut off and never says that it has ended; so long after its begin it counts as such. */
const CUT_OFF_MS = 30_000;

/** Calls in progress, by when they began. */
const inProgress = new Set<{ startedAt: number }>();
let lastEnd = 0;
/** When the runner that is about to start was requested; 0 if there is none. */
let requestedAt = 0;

/** Counts a call as in progress until `work` has settled. */
export async function whileAnswering<T>(work: () => Promise<T>): Promise<T> {
  const call = { startedAt: Date.now() };
  inProgress.add(call);
  try {
    return await work();
  } finally {
    inProgress.delete(call);
    lastEnd = Date.now();
  }
}

function isBusy(): boolean {
  for (const call of inProgress) if (Date.now() - call.startedAt >= CUT_OFF_MS) inProgress.delete(call);
  return inProgress.size > 0 || Date.now() - lastEnd < IDLE_MS;
}

/**
 * Starts the outbox after the response, once no call is in progress: effects and calls compete for the isolate's only
 * thread, and people wait for calls. Several changes start it once.
 */
export function startOutbox(context: Context): void {
  // A request that was cut off never started its runner.
  if (Date.now() - requestedAt < 2 * START_WITHIN_MS) return;
  requestedAt = Date.now();
  const startedAt = requestedAt;
  const run = async () => {
    while (isBusy() && Date.now() - startedAt < START_WITHIN_MS)
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    requestedAt = 0;
    await traceDeferred('outbox', () => runOutbox(context));
  };
  context.defer(run());
}
