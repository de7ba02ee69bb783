import type { SIGNINGLINK_ERRORS } from '../errors.ts';

export default {
  SIGNING_LINK_UNKNOWN:
    'This link is invalid or was replaced: ask the sender for the present link or QR code.',
  SIGNING_LINK_STOPPED:
    'The sender has stopped this link: it takes nobody any more. Contact the sender to sign.',
  SIGNING_LINK_ENDED: 'The term of this link is over: it takes nobody any more. Contact the sender to sign.',
  SIGNING_LINK_FULL: 'All places of this link are taken. Contact the sender to sign.',
  SIGNING_LINK_UNAVAILABLE: 'The sender takes nobody at present. Try again later, or contact the sender.',
  SIGNING_LINK_NOT_LISTED:
    'Your mobile number is not on the sender’s list. Use a number that is, or contact the sender.',
  SIGNING_LINK_ALREADY:
    'You have sent in one by this link already, and each person may do so once. Find it among your contracts.',
  SIGNING_LINK_OWN_PARTY:
    'Your mobile number is another party of this contract already. Use another number to sign it.',
  SIGNING_LINK_NUMBER_NEEDED:
    'Your account has no mobile number: bind one in your account first, then open this link again.',
  SIGNING_LINK_DECIDED: 'Somebody else has decided on this already. Refresh to see how.',
  SIGNING_LINK_COUNTER: 'This QR code is too old: scan the one that the screen at the counter shows now.',
} satisfies Record<keyof typeof SIGNINGLINK_ERRORS, string>;
