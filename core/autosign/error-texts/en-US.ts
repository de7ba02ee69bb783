import type { AUTOSIGN_ERRORS } from '../errors.ts';

export default {
  AUTO_SIGN_NOT_OPEN:
    'Automatic signing with “{name}” does not cover this task: it is not open, has ended, or is for other business types or senders. Sign by hand, or ask an administrator to open it.',
  AUTO_SIGN_LIMIT:
    '“{name}” has signed {max} {max|contract|contracts} automatically today, which is its limit. Sign by hand, or send it tomorrow.',
  AUTO_SIGN_NOT_OWN:
    'Only the own enterprise can sign automatically, with the sender as its operator. Change the signer.',
  AUTO_SIGN_AGREEMENT: 'The agreement has changed. Open it anew and read it before you agree.',
  AUTO_SIGN_ALREADY: '“{name}” already signs automatically. End that first.',
} satisfies Record<keyof typeof AUTOSIGN_ERRORS, string>;
