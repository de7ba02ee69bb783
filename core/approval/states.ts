import type { Machine } from '#core/machine.ts';

/** What an approval lets happen: a task is sent, seals are used at the places of one signer, or a template is enabled. */
export const APPROVAL_SUBJECTS = ['TASK', 'SEAL', 'TEMPLATE'] as const;
export type ApprovalSubject = (typeof APPROVAL_SUBJECTS)[number];

/**
 * An approval ([4.10a]). RETURNED: the applicant is asked to change something. EXPIRED: nobody decided in time. VOIDED: what
 * was approved is no longer what would happen, so that it must be asked for again.
 */
export const APPROVAL_STATES = [
  'REVIEWING',
  'APPROVED',
  'REJECTED',
  'RETURNED',
  'WITHDRAWN',
  'EXPIRED',
  'VOIDED',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
export type ApprovalEvent = 'pass' | 'reject' | 'sendBack' | 'withdraw' | 'expire' | 'void';

/** Nothing leads back to REVIEWING: asking again is another approval, which names the one before. */
export const APPROVAL_MACHINE: Machine<ApprovalState, ApprovalEvent> = {
  initial: 'REVIEWING',
  transitions: {
    REVIEWING: {
      pass: 'APPROVED',
      reject: 'REJECTED',
      sendBack: 'RETURNED',
      withdraw: 'WITHDRAWN',
      expire: 'EXPIRED',
      void: 'VOIDED',
    },
    APPROVED: { void: 'VOIDED' },
    REJECTED: {},
    RETURNED: {},
    WITHDRAWN: {},
    EXPIRED: {},
    VOIDED: {},
  },
};

/** States after which the applicant may ask again. */
export const RESUBMITTABLE: readonly ApprovalState[] = [
  'REJECTED',
  'RETURNED',
  'WITHDRAWN',
  'EXPIRED',
  'VOIDED',
];

/** A step of an approval ([4.10b]). */
export const STEP_STATES = ['NOT_STARTED', 'IN_PROGRESS', 'REVIEWED'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Who must say yes in a step: all of its approvers, or any one ([3.17]). */
export const STEP_MODES = ['JOINT', 'SINGLE'] as const;
export type StepMode = (typeof STEP_MODES)[number];

/** What an approver decides ([4.10c]); RETURN rejects so that the applicant can mend it. */
export const DECISIONS = ['PASS', 'REJECT', 'RETURN'] as const;
export type Decision = (typeof DECISIONS)[number];
