/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const AUTOSIGN_ERRORS = {
  AUTO_SIGN_NOT_OPEN: 409360,
  AUTO_SIGN_LIMIT: 409361,
  AUTO_SIGN_NOT_OWN: 409362,
  AUTO_SIGN_AGREEMENT: 409363,
  AUTO_SIGN_ALREADY: 409364,
} as const;
