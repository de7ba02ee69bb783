import type { Machine } from '#core/machine.ts';

/**
 * State of an order for certificates ([4.5a]). NO_SCHEDULED_PULL: the authority has received the application but has
 * not scheduled the issuance; TERMINATED: the authority ended the business relation with the applicant.
 */
export const ORDER_STATES = [
  'IN_PROGRESS',
  'COMPLETED',
  'REVOKED',
  'REJECTED',
  'NO_SCHEDULED_PULL',
  'TERMINATED',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];
export type OrderEvent = 'complete' | 'revoke' | 'reject' | 'postpone' | 'resume' | 'terminate';

/** [4.5b] An order can be revoked, refreshed and continued while it is open; final states have no transitions. */
export const ORDER_MACHINE: Machine<OrderState, OrderEvent> = {
  initial: 'IN_PROGRESS',
  transitions: {
    IN_PROGRESS: {
      complete: 'COMPLETED',
      revoke: 'REVOKED',
      reject: 'REJECTED',
      postpone: 'NO_SCHEDULED_PULL',
      terminate: 'TERMINATED',
    },
    NO_SCHEDULED_PULL: {
      resume: 'IN_PROGRESS',
      complete: 'COMPLETED',
      revoke: 'REVOKED',
      reject: 'REJECTED',
      terminate: 'TERMINATED',
    },
    COMPLETED: {},
    REVOKED: {},
    REJECTED: {},
    TERMINATED: {},
  },
};

/** Purpose of an order: the first certificate of a seal, or a renewal. */
export const ORDER_KINDS = ['APPLY', 'RENEW'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** States of one certificate in an order. */
export const ITEM_STATES = ['WAITING', 'ISSUED', 'REJECTED'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** An authority's answer to the application for one certificate. */
export const CA_ANSWERS = ['ISSUED', 'PENDING', 'NOT_SCHEDULED', 'REJECTED', 'TERMINATED'] as const;
export type CaAnswerState = (typeof CA_ANSWERS)[number];

/**
 * The event that the answers to an order's certificates cause. One open certificate keeps the order open; TERMINATED
 * ends it; it is rejected if none was issued.
 */
export function orderEvent(answers: readonly CaAnswerState[]): OrderEvent {
  if (answers.includes('TERMINATED')) return 'terminate';
  if (answers.includes('NOT_SCHEDULED')) return 'postpone';
  if (answers.includes('PENDING')) return 'resume';
  return answers.includes('ISSUED') ? 'complete' : 'reject';
}
