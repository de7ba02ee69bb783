import type { EnterpriseAuth } from '#core/company/states.ts';
import type { PersonAuth } from '#core/identity/states.ts';
import type { Machine } from '#core/machine.ts';

export type PersonEvent = 'startFace' | 'submit' | 'pass' | 'fail' | 'restore' | 'revoke';

/**
 * Real-name states of a person ([4.7a]). GOINGAUTH: during a face verification; FIRSTAUTHING: under review for the
 * first time; AUTHING: under review again, after being authenticated (`restore` returns to that) or revoked.
 */
export const PERSON_MACHINE: Machine<PersonAuth, PersonEvent> = {
  initial: 'UNAUTH',
  transitions: {
    UNAUTH: { startFace: 'GOINGAUTH', submit: 'FIRSTAUTHING', pass: 'AUTH' },
    GOINGAUTH: { startFace: 'GOINGAUTH', submit: 'FIRSTAUTHING', pass: 'AUTH', fail: 'UNAUTH' },
    FIRSTAUTHING: { pass: 'AUTH', fail: 'UNAUTH' },
    AUTHING: { pass: 'AUTH', fail: 'REVOKE', restore: 'AUTH' },
    AUTH: { startFace: 'AUTH', submit: 'AUTHING', pass: 'AUTH', fail: 'AUTH', revoke: 'REVOKE' },
    REVOKE: { startFace: 'REVOKE', submit: 'AUTHING', pass: 'AUTH', fail: 'REVOKE' },
  },
};

/** Labels of a state ([4.7b-e]): four, regardless of how it was reached. */
export type PersonLabel = 'AUTHENTICATED' | 'AUTHENTICATING' | 'REVOKED' | 'UNAUTHENTICATED';
/** An unknown or missing state is shown as unauthenticated ([4.7e]). */
export function personLabel(status: string): PersonLabel {
  switch (status) {
    case 'AUTH':
      return 'AUTHENTICATED';
    case 'AUTHING':
    case 'FIRSTAUTHING':
      return 'AUTHENTICATING';
    case 'REVOKE':
      return 'REVOKED';
    default:
      return 'UNAUTHENTICATED';
  }
}

/** The alternative wording ([4.7f]) for pages where the person reads about themself. */
export type PersonWording = 'NOT_VERIFIED' | 'VERIFYING' | 'VERIFYING_AGAIN' | 'VERIFIED';
/** REVOKE has no wording of its own: to the person it reads as not verified. */
export function personWording(status: string): PersonWording {
  switch (status) {
    case 'AUTH':
      return 'VERIFIED';
    case 'AUTHING':
      return 'VERIFYING_AGAIN';
    case 'FIRSTAUTHING':
      return 'VERIFYING';
    default:
      return 'NOT_VERIFIED';
  }
}

export type EnterpriseEvent = 'submit' | 'pass' | 'fail' | 'restore' | 'ask' | 'revoke';

/**
 * Real-name states of an enterprise ([4.8a]). A failed re-certification returns to the previous state: `restore` to
 * AUTH, `ask` to PENDING_REAUTH if the platform requested it.
 */
export const ENTERPRISE_MACHINE: Machine<EnterpriseAuth, EnterpriseEvent> = {
  initial: 'UNAUTH',
  transitions: {
    UNAUTH: { submit: 'AUTHING' },
    AUTHING: { pass: 'AUTH', fail: 'UNAUTH' },
    AUTH: { submit: 'REAUTHING', ask: 'PENDING_REAUTH', revoke: 'REVOKE' },
    PENDING_REAUTH: { submit: 'REAUTHING', revoke: 'REVOKE' },
    REAUTHING: { pass: 'AUTH', restore: 'AUTH', ask: 'PENDING_REAUTH', fail: 'REVOKE', revoke: 'REVOKE' },
    REVOKE: { submit: 'REAUTHING' },
  },
};

/** Methods of verifying an application: face, review, or a transfer to the enterprise's account. */
export const ROUTES = ['FACE', 'REVIEW', 'TRANSFER'] as const;
export type Route = (typeof ROUTES)[number];

export const APPLICATION_STATES = ['DRAFT', 'CHECKING', 'REVIEWING', 'PASSED', 'REJECTED', 'ENDED'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];
export type ApplicationEvent = 'check' | 'submit' | 'pass' | 'reject' | 'end';

/** States of a real-name application. REJECTED: found incorrect; ENDED: withdrawn, expired or superseded. */
export const APPLICATION_MACHINE: Machine<ApplicationState, ApplicationEvent> = {
  initial: 'DRAFT',
  transitions: {
    DRAFT: { check: 'CHECKING', submit: 'REVIEWING', end: 'ENDED' },
    CHECKING: { pass: 'PASSED', reject: 'REJECTED', end: 'ENDED' },
    REVIEWING: { pass: 'PASSED', reject: 'REJECTED', end: 'ENDED' },
    PASSED: {},
    REJECTED: {},
    ENDED: {},
  },
};

/** States of a face verification ([4.13]): pending, then success, failure, or ended without a result. */
export const FACE_STATES = ['PENDING', 'SUCCESS', 'FAILURE', 'ENDED'] as const;
export type FaceState = (typeof FACE_STATES)[number];

/** Whether a result in the URL means success ([4.17a]): 200 or SUCCESS. */
export const isFaceSuccess = (result: string | null | undefined): boolean =>
  result === '200' || result === 'SUCCESS';
