/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const OFD_ERRORS = {
  DOCUMENT_NOT_OFD: 460006,
} as const;
