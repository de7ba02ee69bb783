import type { MessageTemplate } from '#core/locales/message-text.ts';
import type { EndReason, FreezeReason, TaskEvent, TaskState, TrailEvent } from './states.ts';

/**
 * Who is told of an event. CALLED_SIGNERS: signers whose turn has come, now or before; a signer who was never called does
 * not know of the contract and hears nothing of its end. NAMED_SIGNERS: those that the event is about. NEW_CC_PARTIES:
 * those that the event adds.
 */
export const AUDIENCES = [
  'INITIATOR',
  'NAMED_SIGNERS',
  'CURRENT_SIGNERS',
  'CALLED_SIGNERS',
  'SIGNERS',
  'CC_PARTIES',
  'NEW_CC_PARTIES',
] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What else follows: work in the background, or on the draft that the task was sent from. */
export type TaskEffect = 'PRESERVE_DOCUMENTS' | 'CLOSE_DRAFT' | 'REOPEN_DRAFT' | 'SETTLE_VOIDED_CONTRACT';

/** What follows from one event of a task. */
export interface Consequence {
  /** The entry in the trail. */
  readonly trail: TrailEvent | null;
  /** Why the task has ended. */
  readonly endReason: EndReason | null;
  /** What happens to the sender's quota: one unit is reserved by sending, and spent or returned once. */
  readonly quota: 'RESERVE' | 'SPEND' | 'RETURN' | null;
  /** Whether the turn passes on: the next signers are called to sign. */
  readonly calls: boolean;
  /** Who is told, and with which text. The people in INITIATOR get a notice, all others also a short message. */
  readonly told: { readonly template: MessageTemplate; readonly to: readonly Audience[] } | null;
  /** Whose open pages are refreshed. */
  readonly refreshes: 'PARTIES' | 'SENDER' | null;
  readonly effects: readonly TaskEffect[];
}

const RECORD: Consequence = {
  trail: null,
  endReason: null,
  quota: null,
  calls: false,
  told: null,
  refreshes: 'PARTIES',
  effects: [],
};

const CALLED: readonly Audience[] = ['CALLED_SIGNERS', 'CC_PARTIES', 'INITIATOR'];

/**
 * What follows from each event: the one table of a contract's life, printed in docs/contract-lifecycle.md with the reasons.
 * Nobody is told of what they did themselves: `advance` (lifecycle.ts) leaves them out.
 */
export const CONSEQUENCES = {
  send: {
    ...RECORD,
    trail: 'INITIATED',
    quota: 'RESERVE',
    told: { template: 'TASK_COPY', to: ['CC_PARTIES'] },
    effects: ['CLOSE_DRAFT'],
  },
  submit: { ...RECORD, trail: 'SENT_FOR_REVIEW', quota: 'RESERVE', refreshes: 'SENDER' },
  approve: {
    ...RECORD,
    trail: 'REVIEW_PASSED',
    told: { template: 'TASK_COPY', to: ['CC_PARTIES'] },
    effects: ['CLOSE_DRAFT'],
  },
  disapprove: {
    ...RECORD,
    trail: 'REVIEW_FAILED',
    endReason: 'REVIEW_FAILED',
    quota: 'RETURN',
    refreshes: 'SENDER',
    effects: ['REOPEN_DRAFT'],
  },
  decideApproval: { ...RECORD, trail: 'REVIEWED', refreshes: 'SENDER' },
  start: { ...RECORD, trail: 'STARTED', calls: true },
  sign: { ...RECORD, trail: 'SIGNED', quota: 'SPEND', calls: true },
  signAutomatically: { ...RECORD, trail: 'SIGNED', quota: 'SPEND', calls: true },
  failAutomatic: {
    ...RECORD,
    trail: 'AUTO_SIGN_FAILED',
    told: { template: 'AUTO_SIGN_FAILED', to: ['NAMED_SIGNERS'] },
  },
  requestSealUse: { ...RECORD, trail: 'SENT_FOR_REVIEW', refreshes: null },
  decideSealUse: { ...RECORD, trail: 'REVIEWED', refreshes: null },
  reject: {
    ...RECORD,
    trail: 'REFUSED',
    endReason: 'REJECTED',
    quota: 'SPEND',
    told: { template: 'TASK_REJECTED', to: CALLED },
  },
  complete: {
    ...RECORD,
    trail: 'COMPLETED',
    endReason: 'COMPLETED',
    told: { template: 'TASK_COMPLETED', to: CALLED },
    effects: ['PRESERVE_DOCUMENTS'],
  },
  preserve: { ...RECORD, trail: 'PRESERVED', refreshes: null },
  revoke: {
    ...RECORD,
    trail: 'REVOKED',
    endReason: 'WITHDRAWN',
    quota: 'RETURN',
    told: { template: 'TASK_REVOKED', to: CALLED },
  },
  expire: {
    ...RECORD,
    trail: 'EXPIRED',
    endReason: 'EXPIRED',
    quota: 'SPEND',
    told: { template: 'TASK_EXPIRED', to: CALLED },
  },
  extend: {
    ...RECORD,
    trail: 'EXTENDED',
    told: { template: 'TASK_EXTENDED', to: ['CURRENT_SIGNERS', 'INITIATOR'] },
  },
  addPlaces: {
    ...RECORD,
    trail: 'PLACES_ADDED',
    told: { template: 'TASK_PLACES_ADDED', to: ['CURRENT_SIGNERS', 'INITIATOR'] },
  },
  handOver: { ...RECORD, trail: 'HANDED_OVER', told: { template: 'TASK_HANDED_OVER', to: ['INITIATOR'] } },
  correct: { ...RECORD, trail: 'CORRECTED', told: { template: 'TASK_CORRECTED', to: ['INITIATOR'] } },
  correctCopy: {
    ...RECORD,
    trail: 'COPY_CORRECTED',
    told: { template: 'TASK_COPY_CORRECTED', to: ['INITIATOR'] },
  },
  urge: {
    ...RECORD,
    trail: 'URGED',
    told: { template: 'TASK_URGED', to: ['NAMED_SIGNERS'] },
    refreshes: null,
  },
  remind: {
    ...RECORD,
    trail: 'REMINDED',
    told: { template: 'TASK_DUE_SOON', to: ['CURRENT_SIGNERS', 'INITIATOR'] },
    refreshes: null,
  },
  remindSigners: {
    ...RECORD,
    trail: 'SIGNERS_REMINDED',
    told: { template: 'TASK_REMINDED', to: ['NAMED_SIGNERS'] },
    refreshes: null,
  },
  freeze: { ...RECORD, trail: 'FROZEN', told: { template: 'TASK_FROZEN', to: ['INITIATOR'] } },
  thaw: { ...RECORD, trail: 'THAWED', told: { template: 'TASK_THAWED', to: ['INITIATOR'] } },
  forward: { ...RECORD, trail: 'SENT', told: { template: 'TASK_COPY', to: ['NEW_CC_PARTIES'] } },
  beginVoid: { ...RECORD, trail: 'VOID_BEGUN' },
  void: { ...RECORD, trail: 'VOIDED', told: { template: 'TASK_VOIDED', to: CALLED } },
  failVoid: {
    ...RECORD,
    trail: 'VOID_FAILED',
    told: { template: 'TASK_VOID_FAILED', to: ['SIGNERS', 'INITIATOR'] },
  },
  download: { ...RECORD, trail: 'DOWNLOADED', refreshes: null },
} satisfies Readonly<Record<TaskEvent, Consequence>>;

/**
 * What differs while a task waits for the approval of the sender's own enterprise: nobody else knows of it, so nobody else is
 * told; it has cost nothing, and its draft can be sent again. The approval itself tells the applicant of its end.
 */
export const BEFORE_SENT: Partial<Record<TaskEvent, Partial<Consequence>>> = {
  revoke: {
    told: { template: 'TASK_REVOKED', to: ['INITIATOR'] },
    refreshes: 'SENDER',
    effects: ['REOPEN_DRAFT'],
  },
  expire: { quota: 'RETURN', told: null, refreshes: 'SENDER', effects: ['REOPEN_DRAFT'] },
  handOver: { refreshes: 'SENDER' },
  correct: { refreshes: 'SENDER' },
  correctCopy: { refreshes: 'SENDER' },
};

/** Text that says why a task was frozen, where the general one would not. */
export const FREEZE_TEXTS: Partial<Record<FreezeReason, MessageTemplate>> = {
  ENTERPRISE_DISABLED: 'TASK_HELD',
  ENTERPRISE_RECERTIFYING: 'TASK_HELD_RECERTIFYING',
  ENTERPRISE_REVOKED: 'TASK_HELD_REVOKED',
};

/** Events that give a signer's part to somebody else, who is called to sign if it is their turn. */
const PASSED_ON: readonly TaskEvent[] = ['handOver', 'correct'];
export const passesOn = (event: TaskEvent): boolean => PASSED_ON.includes(event);

/** Events that lead to another one at once, if the task is ready for it. */
export const LEADS_TO = {
  send: 'start',
  approve: 'start',
  sign: 'complete',
  signAutomatically: 'complete',
} as const satisfies Partial<Record<TaskEvent, TaskEvent>>;

export const followerOf = (event: TaskEvent): TaskEvent | null =>
  LEADS_TO[event as keyof typeof LEADS_TO] ?? null;

/** What follows from an event in a state; `state` null: the event begins the task. */
export const consequenceOf = (event: TaskEvent, state: TaskState | null): Consequence => {
  const row: Consequence = CONSEQUENCES[event];
  return { ...row, ...(state === 'REVIEWING' ? BEFORE_SENT[event] : {}) };
};
