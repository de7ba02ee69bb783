import { isAppError } from '#core/errors.ts';

/** Upper bounds of the histogram's buckets, seconds. */
export const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** `refused`: with an error of the catalogue; `failed`: with an unexpected one. */
export type CallOutcome = 'ok' | 'refused' | 'failed';

/** Figures of the calls that this isolate has answered since `since` (epoch ms). */
export const callFigures = {
  isolate: '',
  since: 0,
  /** Number of calls, by call id and outcome. */
  counts: new Map<string, Record<CallOutcome, number>>(),
  /** Number of calls within each bound of BUCKETS. */
  within: BUCKETS.map(() => 0),
  seconds: 0,
  total: 0,
  /** Exchanges with the database, each a statement or a batch. */
  exchanges: 0,
};

/** Runs a call and counts it with its duration. */
export async function metered<T>(id: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  // Not at load: workerd has neither random values nor time there.
  if (callFigures.isolate === '') Object.assign(callFigures, { isolate: crypto.randomUUID(), since: began });
  const count = (outcome: CallOutcome) => {
    const seconds = (Date.now() - began) / 1_000;
    const known = callFigures.counts.get(id) ?? { ok: 0, refused: 0, failed: 0 };
    callFigures.counts.set(id, { ...known, [outcome]: known[outcome] + 1 });
    BUCKETS.forEach((bound, i) => {
      if (seconds <= bound) callFigures.within[i]! += 1;
    });
    callFigures.seconds += seconds;
    callFigures.total += 1;
  };
  try {
    const result = await work();
    count('ok');
    return result;
  } catch (error) {
    count(isAppError(error) ? 'refused' : 'failed');
    throw error;
  }
}
