import type { TYPESET_ERRORS } from '../errors.ts';

export default {
  GLYPH_MISSING: 'The font has no glyph for “{character}”. Choose another font or change the text.',
} satisfies Record<keyof typeof TYPESET_ERRORS, string>;
