/**
 * Purposes of codes by SMS and mail, and their recipients ([7.7], [5.8a], [9.14]):
 * - `known`: an account's address, entered by a visitor. The response does not reveal whether it is known.
 * - `new`: an address that no account has yet: of a visitor (REGISTER) or of the signed-in person.
 * - `own`: the address of the signed-in person's account.
 * - `any`: the number of a recipient, whether an account has it or not.
 * A code is valid only for the purpose that it was sent for.
 */
export const SMS_PURPOSES = {
  REGISTER: 'new',
  LOGIN: 'known',
  FORGOT_PASSWORD: 'known',
  UPDATE_MOBILE: 'new',
  /** Asked for by the platform's people, for somebody who lost their mobile. */
  PLATFORM_MOBILE: 'new',
  CHECK_MOBILE: 'own',
  CANCEL_USER: 'own',
  SIGN: 'own',
  SIGN_PASSWORD: 'own',
  BIND_KEY: 'own',
  MAKE_API_KEY: 'own',
  PASSKEY: 'own',
  FIRM_LOGIN: 'own',
  SSO_CUSTOMER: 'own',
  WEBHOOK: 'own',
  APPOINT: 'own',
  /** Sent by the link of an embedded page, to the person whom the link is for. */
  EMBED: 'own',
  /** Sent by the link in a message about a contract, to the recipient of that message. */
  INVITATION: 'any',
  /** Sent by a signing link, to whoever opens it. */
  SIGNING_LINK: 'any',
  /** Sent to the address that a sender gave for a signer, as one of the proofs that they ask for. */
  SIGN_PROOF: 'any',
} as const;
export type SmsPurpose = keyof typeof SMS_PURPOSES;

/** Purposes that a request may name: not those whose recipient is known by a link or a task alone. */
export type RequestedPurpose = Exclude<SmsPurpose, 'INVITATION' | 'SIGNING_LINK' | 'SIGN_PROOF'>;
export const REQUESTED_PURPOSES = (Object.keys(SMS_PURPOSES) as SmsPurpose[]).filter(
  (purpose): purpose is RequestedPurpose => SMS_PURPOSES[purpose] !== 'any',
);

export const MAIL_PURPOSES = { FORGOT_PASSWORD: 'known', UPDATE_MAIL: 'new', CHECK_MAIL: 'own' } as const;
export type MailPurpose = keyof typeof MAIL_PURPOSES;

export type CodePurpose = SmsPurpose | MailPurpose;

/** Purposes for users who are not signed in: security verification is required first ([8.6b]). */
export const VISITOR_PURPOSES = ['REGISTER', 'LOGIN', 'FORGOT_PASSWORD'] as const;

/** A code: six digits ([5.8a], [5.8d]). */
export const CODE = /^\d{6}$/;

export const isVisitorPurpose = (purpose: CodePurpose): boolean =>
  (VISITOR_PURPOSES as readonly string[]).includes(purpose);
