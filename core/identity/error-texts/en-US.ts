import type { IDENTITY_ERRORS } from '../errors.ts';

export default {
  SESSION_INVALID: 'Please log in first.',
  SESSION_EXPIRED: 'Your session has expired. Please log in again.',
  SESSION_REPLACED: 'Your account was logged in elsewhere. Please log in again.',
  SESSION_LOCKED: 'This account is locked. Try again later or contact support.',
  PASSWORD_ENVELOPE_INVALID: 'The password could not be read safely. Enter it again.',
  LOGIN_FAILED: 'The account or the password is wrong. Check both and try again.',
  CODE_WRONG: 'The code is wrong or has expired. Check it, or get a new one.',
  SIGN_PASSWORD_WRONG: 'The signing password is wrong. Enter it again.',
  SIGN_PASSWORD_NOT_SET:
    'You have not set a signing password. Use a code by SMS, or set one in your account first.',
  LOGIN_TOO_OFTEN:
    'Too many failed logins. Try again in {minutes} {minutes|minute|minutes}, or log in with a code by SMS.',
  CODE_NOT_SENT: 'The code could not be sent. Try again in a moment.',
  MAIL_NOT_SET: 'Your account has no e-mail address yet. Add one under Account details first.',
  CLIENT_INVALID: 'The client could not be verified. Reload the page and try again.',
  CAPTCHA_NEEDED: 'Please complete the security verification.',
  CAPTCHA_WRONG: 'The security verification failed or has expired. Please do it again.',
  CAPTCHA_EXPIRED: 'The verification has expired. Please get a new one.',
  CAPTCHA_FAILED: 'That was not right. Please try again.',
  TICKET_INVALID: 'This step has expired. Please get a new code.',
  PASSWORD_NOT_GOOD: 'The password does not follow the rule or is too common. Change it as the hint says.',
  AGREEMENT_NOT_ACCEPTED: 'Read and accept all agreements first. If they have just changed, reload the page.',
  CAPTCHA_TOO_OFTEN: 'Refreshed too often. Take a break and try again.',
  SWITCH_TO_ENTERPRISE: 'Switch to an enterprise account first.',
  UKEY_TAKEN: 'Binding failed: this UKey is bound to another account. Unbind it there first.',
  KEY_PROOF_NOT_TAKEN: 'The platform does not take this kind of confirmation. Choose another one.',
  UKEY_LOGIN_FAILED:
    'Login by certificate failed: the UKey is not bound to an account, or its certificate is no longer good. Log in another way and check the binding.',
  PASSKEY_NEEDED: 'This account has passkeys: confirm with one, or log in with both a code and the password.',
  PASSKEY_NEEDED_TO_RESET:
    'This account has passkeys: a new password takes a confirmation with one. Go on with a device that has it.',
  PASSKEY_NOT_TAKEN:
    'The passkey was not accepted. Try again with a passkey of this account, or choose another way.',
  PASSKEY_TOO_MANY: 'An account has at most {max} {max|passkey|passkeys}. Remove one that is not used first.',
} satisfies Record<keyof typeof IDENTITY_ERRORS, string>;
