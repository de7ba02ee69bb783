/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const WEBHOOK_ERRORS = {
  WEBHOOK_ADDRESS: 400310,
  WEBHOOK_TOO_MANY: 409340,
} as const;
