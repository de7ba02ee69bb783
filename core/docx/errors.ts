/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const DOCX_ERRORS = {
  DOCX_EXPECTED: 460040,
  DOCX_OLD_FORMAT: 460041,
  DOCX_MACROS: 460042,
  DOCX_OBJECTS: 460043,
  DOCX_CHUNKS: 460044,
  DOCX_REVISIONS: 460045,
  DOCX_TOO_MANY_PAGES: 460046,
  DOCX_PLACE_TAKEN: 460047,
  DOCX_PLACE_MISSING: 460048,
} as const;
