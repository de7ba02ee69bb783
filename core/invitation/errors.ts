/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const INVITATION_ERRORS = {
  INVITATION_UNKNOWN: 404312,
  INVITATION_ENDED: 409355,
} as const;
