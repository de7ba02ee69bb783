import { useSyncExternalStore } from 'react';
import { type ApprovalRow, PASSED_AT_ONCE, passApprovals } from '#core/approval/calls.ts';
import { call } from '../../call.ts';

/** Approvals being passed one batch after the other; independent of the dialog that started them. */
export interface Passing {
  count: number;
  done: number;
  failed: readonly { row: ApprovalRow; why: string }[];
  running: boolean;
}

/** One transaction of the edge each, and small enough that the progress is seen to move. */
const PER_CALL = Math.min(25, PASSED_AT_ONCE);

let now: Passing | undefined;
const listeners = new Set<() => void>();
const set = (next: Passing | undefined) => {
  now = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The approvals being passed, or passed last until they are dismissed. */
export const usePassing = (): Passing | undefined =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => undefined,
  );

export const forgetPassing = (): void => set(undefined);

/** The browser asks before the tab is closed: what has not been passed by then would stay waiting. */
const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Passes all of them, and goes on when the page that started it is left within the app. Those of a failed call stay
 * waiting and are listed with `whyOf` its error. Resolves when all were tried.
 */
export async function passAll(
  rows: readonly ApprovalRow[],
  remark: string,
  whyOf: (error: unknown) => string,
): Promise<Passing> {
  let state: Passing = { count: rows.length, done: 0, failed: [], running: true };
  set(state);
  window.addEventListener('beforeunload', askToStay);
  for (let from = 0; from < rows.length; from += PER_CALL) {
    const some = rows.slice(from, from + PER_CALL);
    const failed = await passSome(some, remark).catch((error: unknown) => {
      const why = whyOf(error);
      return some.map((row) => ({ row, why }));
    });
    state = {
      ...state,
      done: state.done + some.length - failed.length,
      failed: [...state.failed, ...failed],
    };
    set(state);
  }
  window.removeEventListener('beforeunload', askToStay);
  state = { ...state, running: false };
  set(state);
  return state;
}

/** Those of one call that were not passed, with the reasons. */
async function passSome(some: readonly ApprovalRow[], remark: string): Promise<Passing['failed']> {
  const approvals = some.map(({ approvalId, digest }) => ({ approvalId, digest }));
  const { results } = await call(passApprovals, { approvals, words: remark });
  return results.flatMap(({ passed, message }, i) => (passed ? [] : [{ row: some[i]!, why: message }]));
}
