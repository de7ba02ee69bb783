import type { MessageTemplate } from '#core/locales/message-text.ts';

/** SENDING: it is being handed to the gateway, perhaps again. SENT: the gateway has taken it. */
export const DELIVERY_STATES = ['SENDING', 'SENT', 'DELIVERED', 'FAILED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why a message did not arrive. A gateway names one of them in its receipt; whatever else it says is OTHER. GATEWAY: it did
 * not take the message, which is tried again by itself.
 */
export const DELIVERY_REASONS = [
  'NUMBER_INVALID',
  'UNREACHABLE',
  'BLOCKED',
  'CONTENT_REFUSED',
  'MAILBOX_FULL',
  'GATEWAY',
  'OTHER',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** The reason that a receipt names. GATEWAY is the product's own, and no receipt's. */
export const reasonOfReceipt = (said: string): DeliveryReason =>
  DELIVERY_REASONS.find((one) => one === said && one !== 'GATEWAY') ?? 'OTHER';

/** What messages about a contract are about, for whoever sees only that they were sent. */
export const DELIVERY_SUBJECTS = ['SIGN', 'URGE', 'REMIND', 'DUE', 'COPY', 'CHANGE', 'END', 'OTHER'] as const;
export type DeliverySubject = (typeof DELIVERY_SUBJECTS)[number];

const SUBJECTS: Partial<Record<MessageTemplate, DeliverySubject>> = {
  TASK_TO_SIGN: 'SIGN',
  TASK_WAITS_FOR_ENTERPRISE: 'SIGN',
  TASK_URGED: 'URGE',
  TASK_REMINDED: 'REMIND',
  TASK_DUE_SOON: 'DUE',
  TASK_COPY: 'COPY',
  TASK_EXTENDED: 'CHANGE',
  TASK_PLACES_ADDED: 'CHANGE',
  TASK_NOT_YOURS: 'CHANGE',
  TASK_COPY_ENDED: 'CHANGE',
  TASK_COMPLETED: 'END',
  TASK_REJECTED: 'END',
  TASK_REVOKED: 'END',
  TASK_EXPIRED: 'END',
  TASK_VOIDED: 'END',
  TASK_VOID_FAILED: 'END',
};

/** A text that is not listed is shown as a message about the contract. */
export const subjectOf = (template: string): DeliverySubject =>
  SUBJECTS[template as MessageTemplate] ?? 'OTHER';
