import type { PAYMENT_ERRORS } from '../errors.ts';

export default {
  PAYMENT_NOTICE_REFUSED: 'The payment notification did not pass its checks and was not taken.',
  PAYMENT_REFUSED: 'The payment provider refused. Place the order again; contact support if it fails again.',
  PAYMENT_ALREADY_PAID: 'This has been paid already. Refresh to see the result.',
  PAYMENT_NOT_OFFERED: 'This way of paying is not offered. Choose another one.',
  PAYMENT_UNAVAILABLE:
    'The payment provider does not answer right now. Please try again later; nothing that was paid is lost.',
} satisfies Record<keyof typeof PAYMENT_ERRORS, string>;
