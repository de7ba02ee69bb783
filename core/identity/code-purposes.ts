/**
 * What codes by SMS and mail are sent for, and to whom ([7.7], [5.8a], [9.14]):
 * - `known`: an address that an account has; a visitor names it. Nobody learns whether it is known.
 * - `new`: an address that no account may have yet: of a visitor (REGISTER) or of the signed-in person.
 * - `own`: the address of the signed-in person's account.
 * A code that was sent for one purpose opens no other.
 */
export const SMS_PURPOSES = {
  REGISTER: 'new',
  LOGIN: 'known',
  FORGOT_PASSWORD: 'known',
  UPDATE_MOBILE: 'new',
  CHECK_MOBILE: 'own',
  CANCEL_USER: 'own',
  SIGN: 'own',
  SIGN_PASSWORD: 'own',
  BIND_KEY: 'own',
} as const;
export type SmsPurpose = keyof typeof SMS_PURPOSES;

export const MAIL_PURPOSES = { FORGOT_PASSWORD: 'known', UPDATE_MAIL: 'new', CHECK_MAIL: 'own' } as const;
export type MailPurpose = keyof typeof MAIL_PURPOSES;

export type CodePurpose = SmsPurpose | MailPurpose;

/** Asked for by somebody who is not signed in: the security verification comes first ([8.6b]). */
export const VISITOR_PURPOSES = ['REGISTER', 'LOGIN', 'FORGOT_PASSWORD'] as const;

/** A code: six digits ([5.8a], [5.8d]). */
export const CODE = /^\d{6}$/;

export const isVisitorPurpose = (purpose: CodePurpose): boolean =>
  (VISITOR_PURPOSES as readonly string[]).includes(purpose);
