import type { Machine } from '#core/machine.ts';

/** States of a quick file group ([4.6]). */
export const QUICK_STATES = ['IN_PROGRESS', 'SIGNED', 'REVOKED', 'COMPLETED'] as const;
export type QuickState = (typeof QUICK_STATES)[number];
export type QuickEvent = 'sign' | 'revoke' | 'complete';

/** A group is signed once and whole; only what bears no signature can be revoked; closing it puts it on file. */
export const QUICK_MACHINE: Machine<QuickState, QuickEvent> = {
  initial: 'IN_PROGRESS',
  transitions: {
    IN_PROGRESS: { sign: 'SIGNED', revoke: 'REVOKED' },
    SIGNED: { complete: 'COMPLETED' },
    REVOKED: {},
    COMPLETED: {},
  },
};
