/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const BATCH_ERRORS = {
  BATCH_REVIEW_REFUSED: 409031,
  BATCH_ROW_UNKNOWN: 500031,
} as const;
