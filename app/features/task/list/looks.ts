import type { SignerState, TaskLabel } from '#core/task/states.ts';
import type { StateLook } from '../../../ui/badge.tsx';
import { LOOK } from '../../../ui/looks.ts';

/** Looks of the states of a task, for every screen. */
export const TASK_LOOKS: Record<TaskLabel, StateLook> = {
  REVIEWING: { tone: 'info', icon: 'eye' },
  NOT_STARTED: LOOK.none,
  WAITING_FOR_ME: { tone: 'warning', icon: 'pen' },
  WAITING_FOR_OTHERS: LOOK.waiting,
  FROZEN: { tone: 'warning', icon: 'pause' },
  SUSPENDED: LOOK.caution,
  COMPLETED: LOOK.done,
  REJECTED: LOOK.failed,
  EXPIRED: LOOK.lapsed,
  WITHDRAWN: LOOK.undone,
  REVIEW_FAILED: LOOK.failed,
};

export const SIGNER_LOOKS: Record<SignerState, StateLook> = {
  UNSIGNED: LOOK.none,
  SIGNING: LOOK.waiting,
  SIGNED: LOOK.done,
  REJECTED: LOOK.failed,
};
