import type { SignStep } from '#core/task/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** Follows a signing: each step ends where the next begins; the caller is told as they begin. */
export interface SignSteps {
  begin(step: SignStep): void;
  /** The milliseconds spent in each step so far; a step that was tried again counts all its tries. */
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
