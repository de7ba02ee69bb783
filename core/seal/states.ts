import type { Machine } from '#core/machine.ts';
import { DAY_MS } from '#core/time.ts';

/** Categories of seals ([3.5a]). */
export const SEAL_CATEGORIES = [
  'ENTERPRISE',
  'DEPARTMENT',
  'PERSONAL',
  'HANDWRITTEN',
  'DATE',
  'GENERAL',
] as const;
export type SealCategory = (typeof SEAL_CATEGORIES)[number];

/** Categories that an enterprise creates, and those that a person creates for themself. */
export const ENTERPRISE_CATEGORIES = [
  'ENTERPRISE',
  'DEPARTMENT',
  'GENERAL',
] as const satisfies readonly SealCategory[];
export type EnterpriseCategory = (typeof ENTERPRISE_CATEGORIES)[number];
export const PERSON_CATEGORIES = [
  'PERSONAL',
  'HANDWRITTEN',
  'DATE',
] as const satisfies readonly SealCategory[];

export const SEAL_METHODS = ['AUTO', 'UPLOAD'] as const;
export type SealMethod = (typeof SEAL_METHODS)[number];

/** State of a seal's certificate ([4.4a]). */
export const CERTIFICATE_STATES = ['NOT_APPLIED', 'APPLYING', 'SUCCESS', 'FAILED', 'EXPIRED'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];
export type CertificateEvent = 'apply' | 'withdraw' | 'issue' | 'fail' | 'expire';

/** [4.4c]: SUCCESS ends only by expiry; an application cannot be repeated while it is running or after it succeeded. */
export const CERTIFICATE_MACHINE: Machine<CertificateState, CertificateEvent> = {
  initial: 'NOT_APPLIED',
  transitions: {
    NOT_APPLIED: { apply: 'APPLYING' },
    APPLYING: { issue: 'SUCCESS', fail: 'FAILED', withdraw: 'NOT_APPLIED' },
    SUCCESS: { expire: 'EXPIRED' },
    FAILED: { apply: 'APPLYING' },
    EXPIRED: { apply: 'APPLYING' },
  },
};

/** Renewal of a certificate that is about to expire ([4.4g]); the old one stays in use until the new one is issued. */
export const UPDATE_STATES = ['NONE', 'TO_UPDATE', 'UPDATING'] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];
export type UpdateEvent = 'remind' | 'start' | 'finish' | 'fail';

export const UPDATE_MACHINE: Machine<UpdateState, UpdateEvent> = {
  initial: 'NONE',
  transitions: {
    NONE: { remind: 'TO_UPDATE' },
    TO_UPDATE: { start: 'UPDATING' },
    UPDATING: { finish: 'NONE', fail: 'TO_UPDATE' },
  },
};

/** How long before its expiry a certificate should be renewed ([9.33]), ms. */
export const UPDATE_AHEAD_MS = 30 * DAY_MS;

/** Whether a seal may be used at all ([4.4d]); DELETED is final ([4.4f]). */
export const SEAL_STATES = ['ENABLED', 'DISABLED', 'DELETED'] as const;
export type SealState = (typeof SEAL_STATES)[number];
export type SealEvent = 'enable' | 'disable' | 'delete';

export const SEAL_MACHINE: Machine<SealState, SealEvent> = {
  initial: 'ENABLED',
  transitions: {
    ENABLED: { disable: 'DISABLED', delete: 'DELETED' },
    DISABLED: { enable: 'ENABLED', delete: 'DELETED' },
    DELETED: {},
  },
};

/**
 * Level of a member's authorization for a seal ([6.3a]): both may use it; EDITABLE may also rename, enable, disable and
 * authorize others.
 */
export const GRANT_LEVELS = ['EDITABLE', 'VIEWABLE'] as const;
export type GrantLevel = (typeof GRANT_LEVELS)[number];

/** Events in a seal's log: every change and every use. */
export const SEAL_RECORDS = [
  'CREATED',
  'RENAMED',
  'REDRAWN',
  'ENABLED',
  'DISABLED',
  'DELETED',
  'VOIDED',
  'AUTHORIZED',
  'UNAUTHORIZED',
  'CERTIFICATE_APPLIED',
  'CERTIFICATE_WITHDRAWN',
  'CERTIFICATE_ISSUED',
  'CERTIFICATE_FAILED',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_UPDATED',
  'UKEY_ALLOWED',
  'UKEY_FORBIDDEN',
  'APPROVAL_NEEDED',
  'APPROVAL_DROPPED',
  'USED',
] as const;
export type SealRecord = (typeof SEAL_RECORDS)[number];

/**
 * Number of UKeys that may use an enterprise's seals, across all types; therefore also the limit per type ([5.14a],
 * [9.11]).
 */
export const UKEYS_PER_ENTERPRISE = 5;
