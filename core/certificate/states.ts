import type { Machine } from '#core/machine.ts';

/**
 * State of an order for certificates ([4.5a]). NO_SCHEDULED_PULL: the authority has the application but has not planned
 * when certificates can be pulled; TERMINATED: it has ended the business with this applicant.
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

/** [4.5b]: an order is revoked, refreshed and continued while it is open; what is over stays as it ended. */
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

/** What an order is for: the first certificate of seals, or a later one. */
export const ORDER_KINDS = ['APPLY', 'RENEW'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** One certificate of an order. */
export const ITEM_STATES = ['WAITING', 'ISSUED', 'REJECTED'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** What an authority answers to an application for one certificate. */
export const CA_ANSWERS = ['ISSUED', 'PENDING', 'NOT_SCHEDULED', 'REJECTED', 'TERMINATED'] as const;
export type CaAnswerState = (typeof CA_ANSWERS)[number];

/**
 * What the answers to an order's certificates make of the order. One that is open keeps it open; an end of the business
 * ends it; it is rejected when nothing was issued.
 */
export function orderEvent(answers: readonly CaAnswerState[]): OrderEvent {
  if (answers.includes('TERMINATED')) return 'terminate';
  if (answers.includes('NOT_SCHEDULED')) return 'postpone';
  if (answers.includes('PENDING')) return 'resume';
  return answers.includes('ISSUED') ? 'complete' : 'reject';
}
