/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const HELP_ERRORS = {
  VIDEO_TYPE_WRONG: 460016,
} as const;
