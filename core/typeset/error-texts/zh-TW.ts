import type { TYPESET_ERRORS } from '../errors.ts';

export default {
  GLYPH_MISSING: '字型中沒有「{character}」字，請更換字型或修改文字。',
} satisfies Record<keyof typeof TYPESET_ERRORS, string>;
