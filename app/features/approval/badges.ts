import type { SealUseState } from '#core/approval/seal-use.ts';
import type { ApprovalState, Decision, StepState } from '#core/approval/states.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';

export const APPROVAL_BADGES: Record<ApprovalState, StateBadge> = {
  REVIEWING: BADGE.waiting,
  APPROVED: BADGE.done,
  REJECTED: BADGE.failed,
  RETURNED: BADGE.caution,
  WITHDRAWN: BADGE.undone,
  EXPIRED: BADGE.lapsed,
  VOIDED: BADGE.off,
};

export const SEAL_USE_BADGES: Record<SealUseState, StateBadge> = {
  REVIEWING: BADGE.waiting,
  TO_STAMP: BADGE.due,
  STAMPED: BADGE.done,
  REFUSED: BADGE.failed,
  WITHDRAWN: BADGE.undone,
  LAPSED: BADGE.lapsed,
};

export const STEP_BADGES: Record<StepState, StateBadge> = {
  NOT_STARTED: BADGE.none,
  IN_PROGRESS: BADGE.waiting,
  REVIEWED: BADGE.done,
};

export const DECISION_BADGES: Record<Decision, StateBadge> = {
  PASS: BADGE.done,
  REJECT: BADGE.failed,
  RETURN: BADGE.caution,
};
