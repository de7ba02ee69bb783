import type { SealUseState } from '#core/approval/seal-use.ts';
import type { ApprovalState, Decision, StepState } from '#core/approval/states.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

export const APPROVAL_LOOKS: Record<ApprovalState, StateLook> = {
  REVIEWING: LOOK.waiting,
  APPROVED: LOOK.done,
  REJECTED: LOOK.failed,
  RETURNED: LOOK.caution,
  WITHDRAWN: LOOK.undone,
  EXPIRED: LOOK.lapsed,
  VOIDED: LOOK.off,
};

export const SEAL_USE_LOOKS: Record<SealUseState, StateLook> = {
  REVIEWING: LOOK.waiting,
  TO_STAMP: LOOK.due,
  STAMPED: LOOK.done,
  REFUSED: LOOK.failed,
  WITHDRAWN: LOOK.undone,
  LAPSED: LOOK.lapsed,
};

export const STEP_LOOKS: Record<StepState, StateLook> = {
  NOT_STARTED: LOOK.none,
  IN_PROGRESS: LOOK.waiting,
  REVIEWED: LOOK.done,
};

export const DECISION_LOOKS: Record<Decision, StateLook> = {
  PASS: LOOK.done,
  REJECT: LOOK.failed,
  RETURN: LOOK.caution,
};
