import type { TYPESET_ERRORS } from '../errors.ts';

export default {
  GLYPH_MISSING: '字体中没有“{character}”字，请更换字体或修改文字。',
} satisfies Record<keyof typeof TYPESET_ERRORS, string>;
