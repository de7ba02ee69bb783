/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const PLATFORM_ERRORS = {
  PERSON_DIFFERS: 409381,
} as const;
