/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const CERTIFICATE_ERRORS = {
  APPLICANT_NOT_TAKEN: 409090,
  CERTIFICATE_TYPE_NOT_CONFIGURED: 470030,
  CERTIFICATE_UKEY_NO_BATCH: 470031,
  CERTIFICATE_NOT_DUE: 470032,
  CERTIFICATE_ORDER_CLOSED: 470033,
} as const;
