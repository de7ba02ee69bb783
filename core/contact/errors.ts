/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const CONTACT_ERRORS = {
  CONTACTS_FULL: 409345,
} as const;
