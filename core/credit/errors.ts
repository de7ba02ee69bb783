/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const CREDIT_ERRORS = {
  COPIES_USED_UP: 409008,
  COPIES_TOO_FEW: 409030,
} as const;
