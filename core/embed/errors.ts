/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const EMBED_ERRORS = {
  EMBED_LINK_INVALID: 404310,
  EMBED_LINK_USED: 409350,
  EMBED_LINK_ENDED: 409351,
  EMBED_ORIGIN: 403310,
  EMBED_NOT_HERE: 403311,
  EMBED_NOT_READY: 409352,
  EMBED_NOT_MEMBER: 409353,
  EMBED_NOT_WEB: 409354,
} as const;
