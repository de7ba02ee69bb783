import type { EnterpriseAuth } from '#core/company/states.ts';
import type { PersonAuth } from '#core/identity/states.ts';
import type { Machine } from '#core/machine.ts';

export type PersonEvent = 'startFace' | 'submit' | 'pass' | 'fail' | 'restore' | 'revoke';

/**
 * Real name of a person ([4.7a]). GOINGAUTH: on the way through a face verification; FIRSTAUTHING: the first time under
 * review; AUTHING: under review again, after being authenticated (`restore` gives that back) or revoked.
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

/** The words of a state ([4.7b-e]): four, whatever way led to it. */
export type PersonLabel = 'AUTHENTICATED' | 'AUTHENTICATING' | 'REVOKED' | 'UNAUTHENTICATED';
/** A state without words of its own, or none at all, is unauthenticated ([4.7e]). */
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

/** The other wording ([4.7f]): where the person reads about themself. */
export type PersonWording = 'NOT_VERIFIED' | 'VERIFYING' | 'VERIFYING_AGAIN' | 'VERIFIED';
/** There is no word for REVOKE here: to the person it is not verified. */
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
 * Real name of an enterprise ([4.8a]). A re-certification that fails gives back what was before it: `restore` AUTH,
 * `ask` PENDING_REAUTH, where the platform asked for one.
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

/** How an application is proved: a face, reviewers, or money sent to the enterprise's account. */
export const ROUTES = ['FACE', 'REVIEW', 'TRANSFER'] as const;
export type Route = (typeof ROUTES)[number];

export const APPLICATION_STATES = ['DRAFT', 'CHECKING', 'REVIEWING', 'PASSED', 'REJECTED', 'ENDED'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];
export type ApplicationEvent = 'check' | 'submit' | 'pass' | 'reject' | 'end';

/** One application for a real name. REJECTED: it was found wrong; ENDED: withdrawn, run out or overtaken. */
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

/** A face verification ([4.13]): not known yet, then success, failure, or ended without either. */
export const FACE_STATES = ['PENDING', 'SUCCESS', 'FAILURE', 'ENDED'] as const;
export type FaceState = (typeof FACE_STATES)[number];

/** What a result in the address says ([4.17a]): 200 or SUCCESS came back well. */
export const isFaceSuccess = (result: string | null | undefined): boolean =>
  result === '200' || result === 'SUCCESS';
