/** A state machine as data: which event leads from which state to which. The only source of transitions. */
export interface Machine<S extends string, E extends string> {
  readonly initial: S;
  readonly transitions: { readonly [state in S]: { readonly [event in E]?: S } };
}

/** The state after `event`, or null if the machine does not allow it. */
export function next<S extends string, E extends string>(
  machine: Machine<S, E>,
  state: S,
  event: E,
): S | null {
  return machine.transitions[state][event] ?? null;
}

export const can = <S extends string, E extends string>(
  machine: Machine<S, E>,
  state: S,
  event: E,
): boolean => next(machine, state, event) !== null;

/** States from which `event` is allowed: for a guard in a query. */
export const statesThatAllow = <S extends string, E extends string>(machine: Machine<S, E>, event: E): S[] =>
  (Object.keys(machine.transitions) as S[]).filter((state) => can(machine, state, event));
