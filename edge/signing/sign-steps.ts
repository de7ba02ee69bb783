import type { SignStep } from '#core/task/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** Measures the steps of a signing and reports the start of each to the caller. A step ends when the next begins. */
export interface SignSteps {
  begin(step: SignStep): void;
  /** Ends the current step and returns the milliseconds spent in each, including retries. */
  end(): { step: SignStep; ms: number }[];
}

export function followSteps({ tell }: Pick<SignedInContext, 'tell'>): SignSteps {
  const spent = new Map<SignStep, number>();
  let running: { step: SignStep; since: number } | undefined;
  const stop = () => {
    if (running) spent.set(running.step, (spent.get(running.step) ?? 0) + performance.now() - running.since);
    running = undefined;
  };
  return {
    begin(step) {
      stop();
      running = { step, since: performance.now() };
      tell(step);
    },
    end() {
      stop();
      return [...spent].map(([step, ms]) => ({ step, ms: Math.round(ms * 10) / 10 }));
    },
  };
}
