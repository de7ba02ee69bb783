import type { Machine } from '#core/machine.ts';

/**
 * States of a sent task ([4.1a]); a draft is a Yjs document and not yet a task. FROZEN: an external cause blocks it.
 */
export const TASK_STATES = ['REVIEWING', 'NOT_STARTED', 'IN_PROGRESS', 'FROZEN', 'ENDED', 'REVOKED'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/**
 * All that can happen to a task ([4.1c]); what follows from each is in `CONSEQUENCES` (core/task/consequences.ts). `send` and
 * `submit` begin it: sent at once, or submitted for the approval of the sender's own enterprise.
 */
export const TASK_EVENTS = [
  'send',
  'submit',
  'approve',
  'disapprove',
  'decideApproval',
  'start',
  'sign',
  'signAutomatically',
  'failAutomatic',
  'requestSealUse',
  'decideSealUse',
  'reject',
  'complete',
  'preserve',
  'revoke',
  'expire',
  'extend',
  'addPlaces',
  'handOver',
  'correct',
  'correctCopy',
  'urge',
  'remind',
  'remindSigners',
  'freeze',
  'thaw',
  'forward',
  'beginVoid',
  'void',
  'failVoid',
  'download',
] as const;
export type TaskEvent = (typeof TASK_EVENTS)[number];

/** Why a task ended ([4.1b]). REVIEW_FAILED: its own enterprise rejected sending it; nobody else has seen it. */
export const END_REASONS = ['COMPLETED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'REVIEW_FAILED'] as const;
export type EndReason = (typeof END_REASONS)[number];

/**
 * [4.1g] [4.1h]: no event leads out of ENDED and REVOKED; continuing requires a new task. An event that leads from a state
 * to itself may happen in it and changes something else.
 */
export const TASK_MACHINE: Machine<TaskState, TaskEvent> = {
  initial: 'NOT_STARTED',
  transitions: {
    REVIEWING: {
      approve: 'NOT_STARTED',
      disapprove: 'ENDED',
      decideApproval: 'REVIEWING',
      revoke: 'REVOKED',
      expire: 'ENDED',
      handOver: 'REVIEWING',
      correct: 'REVIEWING',
      correctCopy: 'REVIEWING',
      download: 'REVIEWING',
    },
    NOT_STARTED: {
      start: 'IN_PROGRESS',
      revoke: 'REVOKED',
      expire: 'ENDED',
      extend: 'NOT_STARTED',
      addPlaces: 'NOT_STARTED',
      handOver: 'NOT_STARTED',
      correct: 'NOT_STARTED',
      correctCopy: 'NOT_STARTED',
      download: 'NOT_STARTED',
    },
    IN_PROGRESS: {
      sign: 'IN_PROGRESS',
      signAutomatically: 'IN_PROGRESS',
      failAutomatic: 'IN_PROGRESS',
      requestSealUse: 'IN_PROGRESS',
      decideSealUse: 'IN_PROGRESS',
      complete: 'ENDED',
      reject: 'ENDED',
      expire: 'ENDED',
      revoke: 'REVOKED',
      extend: 'IN_PROGRESS',
      addPlaces: 'IN_PROGRESS',
      handOver: 'IN_PROGRESS',
      correct: 'IN_PROGRESS',
      correctCopy: 'IN_PROGRESS',
      urge: 'IN_PROGRESS',
      remind: 'IN_PROGRESS',
      remindSigners: 'IN_PROGRESS',
      freeze: 'FROZEN',
      download: 'IN_PROGRESS',
    },
    FROZEN: {
      freeze: 'FROZEN',
      thaw: 'IN_PROGRESS',
      failAutomatic: 'FROZEN',
      decideSealUse: 'FROZEN',
      revoke: 'REVOKED',
      expire: 'ENDED',
      extend: 'FROZEN',
      handOver: 'FROZEN',
      correct: 'FROZEN',
      correctCopy: 'FROZEN',
      download: 'FROZEN',
    },
    ENDED: {
      preserve: 'ENDED',
      forward: 'ENDED',
      beginVoid: 'ENDED',
      void: 'ENDED',
      failVoid: 'ENDED',
      decideSealUse: 'ENDED',
      download: 'ENDED',
    },
    REVOKED: { decideSealUse: 'REVOKED', download: 'REVOKED' },
  },
};

/**
 * Why a task is FROZEN ([8.14a]): one of its enterprises was disabled, lost its real-name verification or has to repeat
 * it, or the signer whose turn it is cannot seal.
 */
export const FREEZE_REASONS = [
  'ENTERPRISE_DISABLED',
  'ENTERPRISE_RECERTIFYING',
  'ENTERPRISE_REVOKED',
  'SEAL_MISSING',
  'SEAL_UNAUTHORIZED',
  'AGENT_MISSING',
  'CERTIFICATE_MISSING',
] as const;
export type FreezeReason = (typeof FREEZE_REASONS)[number];

/**
 * Reasons that block an enterprise regardless of its seal holders: only the platform or a new verification lifts them.
 */
const ENTERPRISE_HOLDS: readonly string[] = [
  'ENTERPRISE_DISABLED',
  'ENTERPRISE_RECERTIFYING',
  'ENTERPRISE_REVOKED',
] satisfies FreezeReason[];

/** Reasons that the parties can resolve themselves; a task frozen for one of them is shown as suspended. */
export const SUSPENSIONS: readonly FreezeReason[] = FREEZE_REASONS.filter(
  (reason) => !ENTERPRISE_HOLDS.includes(reason),
);

/**
 * Whether a frozen task waits for a seal, a certificate or an operator, rather than for an enterprise to be released.
 */
export const isSuspension = (reason: string): boolean => SUSPENSIONS.some((one) => one === reason);

/** Whether a task can be sent to others after it ended ([8.11c]): a completed HR task that is not voided. */
export const canBeSent = (task: {
  scenario: string;
  endReason: EndReason | null;
  voidState: string;
}): boolean => task.scenario === 'HR' && task.endReason === 'COMPLETED' && task.voidState !== 'VOIDED';

/** [4.1d]: UNSIGNED waits for its turn, SIGNING has it. */
export const SIGNER_STATES = ['UNSIGNED', 'SIGNING', 'SIGNED', 'REJECTED'] as const;
export type SignerState = (typeof SIGNER_STATES)[number];
export type SignerEvent = 'call' | 'sign' | 'reject';

export const SIGNER_MACHINE: Machine<SignerState, SignerEvent> = {
  initial: 'UNSIGNED',
  transitions: {
    UNSIGNED: { call: 'SIGNING' },
    SIGNING: { sign: 'SIGNED', reject: 'REJECTED' },
    SIGNED: {},
    REJECTED: {},
  },
};

/**
 * [4.1c] and other events recorded in the trail. REVIEWED: one approver decided. CLAIMED: a party that was not registered
 * when it was named now is; UNCLAIMED: its number turned out to be somebody's of another name. CORRECTED: the sender named a
 * signer anew.
 */
export const TRAIL_EVENTS = [
  'INITIATED',
  'STARTED',
  'VIEWED',
  'SIGNED',
  'REVOKED',
  'EXPIRED',
  'COMPLETED',
  'PRESERVED',
  'FROZEN',
  'THAWED',
  'REFUSED',
  'URGED',
  'SENT_FOR_REVIEW',
  'REVIEW_PASSED',
  'REVIEW_FAILED',
  'REVIEWED',
  'DOWNLOADED',
  'HANDED_OVER',
  'CORRECTED',
  'COPY_CORRECTED',
  'EXTENDED',
  'PLACES_ADDED',
  'SENT',
  'REMINDED',
  'SIGNERS_REMINDED',
  'VOID_BEGUN',
  'VOIDED',
  'VOID_FAILED',
  'AUTO_SIGN_FAILED',
  'CLAIMED',
  'UNCLAIMED',
] as const;
export type TrailEvent = (typeof TRAIL_EVENTS)[number];

/** Labels shown in lists ([4.1b]): derived, never stored. */
export const TASK_LABELS = [
  'REVIEWING',
  'NOT_STARTED',
  'WAITING_FOR_ME',
  'WAITING_FOR_OTHERS',
  'FROZEN',
  'SUSPENDED',
  'COMPLETED',
  'REJECTED',
  'EXPIRED',
  'WITHDRAWN',
  'REVIEW_FAILED',
] as const;
export type TaskLabel = (typeof TASK_LABELS)[number];

/**
 * Label of a task as one identity sees it. `mine`: whether it is the turn of a signer of that identity; `frozenReason`:
 * why a FROZEN task is blocked.
 */
export function taskLabel(
  state: TaskState,
  endReason: EndReason | null,
  mine: boolean,
  frozenReason: string,
): TaskLabel {
  switch (state) {
    case 'REVIEWING':
    case 'NOT_STARTED':
      return state;
    case 'FROZEN':
      return isSuspension(frozenReason) ? 'SUSPENDED' : 'FROZEN';
    case 'IN_PROGRESS':
      return mine ? 'WAITING_FOR_ME' : 'WAITING_FOR_OTHERS';
    case 'REVOKED':
      return 'WITHDRAWN';
    case 'ENDED':
      return endReason ?? 'COMPLETED';
  }
}
