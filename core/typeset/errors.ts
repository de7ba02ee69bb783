/** Codes of the errors of this domain (`core/errors.ts`); their texts are in `error-texts`. */
export const TYPESET_ERRORS = {
  GLYPH_MISSING: 460014,
} as const;
