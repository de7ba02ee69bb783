/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const PAYMENT_ERRORS = {
  PAYMENT_NOTICE_REFUSED: 403240,
  PAYMENT_REFUSED: 409240,
  PAYMENT_ALREADY_PAID: 409241,
  PAYMENT_NOT_OFFERED: 409242,
  PAYMENT_UNAVAILABLE: 503240,
} as const;
