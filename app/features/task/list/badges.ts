import type { SignerState, TaskLabel } from '#core/task/states.ts';
import type { StateBadge } from '../../../ui/badge.tsx';
import { BADGE } from '../../../ui/badges.ts';

/** Looks of the states of a task, for every screen. */
export const TASK_BADGES: Record<TaskLabel, StateBadge> = {
  REVIEWING: { tone: 'info', icon: 'eye' },
  NOT_STARTED: BADGE.none,
  WAITING_FOR_ME: { tone: 'warning', icon: 'pen' },
  WAITING_FOR_OTHERS: BADGE.waiting,
  FROZEN: { tone: 'warning', icon: 'pause' },
  SUSPENDED: BADGE.caution,
  COMPLETED: BADGE.done,
  REJECTED: BADGE.failed,
  EXPIRED: BADGE.lapsed,
  WITHDRAWN: BADGE.undone,
  REVIEW_FAILED: BADGE.failed,
};

export const SIGNER_BADGES: Record<SignerState, StateBadge> = {
  UNSIGNED: BADGE.none,
  SIGNING: BADGE.waiting,
  SIGNED: BADGE.done,
  REJECTED: BADGE.failed,
};
