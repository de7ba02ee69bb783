import type { Machine } from '#core/machine.ts';

/**
 * What an approval permits: sending a task, using seals at one signer's places, enabling a template, or business of
 * another system.
 */
export const APPROVAL_SUBJECTS = ['TASK', 'SEAL', 'TEMPLATE', 'EXTERNAL'] as const;
export type ApprovalSubject = (typeof APPROVAL_SUBJECTS)[number];

/**
 * States of an approval ([4.10a]). RETURNED: the applicant is asked to change something. EXPIRED: nobody decided in
 * time. VOIDED: the subject has changed since, so that approval must be requested again.
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

/** No transition leads back to REVIEWING: a resubmission is a new approval that refers to the previous one. */
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

/** States in which the applicant may resubmit. */
export const RESUBMITTABLE: readonly ApprovalState[] = [
  'REJECTED',
  'RETURNED',
  'WITHDRAWN',
  'EXPIRED',
  'VOIDED',
];

/** States of an approval's step ([4.10b]). */
export const STEP_STATES = ['NOT_STARTED', 'IN_PROGRESS', 'REVIEWED'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Whether all approvers of a step must pass it (JOINT), or any one (SINGLE) ([3.17]). */
export const STEP_MODES = ['JOINT', 'SINGLE'] as const;
export type StepMode = (typeof STEP_MODES)[number];

/** An approver's decision ([4.10c]); RETURN rejects and asks the applicant to correct it. */
export const DECISIONS = ['PASS', 'REJECT', 'RETURN'] as const;
export type Decision = (typeof DECISIONS)[number];
