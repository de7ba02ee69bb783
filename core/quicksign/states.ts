import type { Machine } from '#core/machine.ts';

/** States of a quick file group ([4.6]). */
export const QUICK_STATES = ['IN_PROGRESS', 'SIGNED', 'REVOKED', 'COMPLETED'] as const;
export type QuickState = (typeof QUICK_STATES)[number];
export type QuickEvent = 'sign' | 'revoke' | 'complete';

/** A group is signed once as a whole; it can be revoked only before it is signed; completing archives it. */
export const QUICK_MACHINE: Machine<QuickState, QuickEvent> = {
  initial: 'IN_PROGRESS',
  transitions: {
    IN_PROGRESS: { sign: 'SIGNED', revoke: 'REVOKED' },
    SIGNED: { complete: 'COMPLETED' },
    REVOKED: {},
    COMPLETED: {},
  },
};
