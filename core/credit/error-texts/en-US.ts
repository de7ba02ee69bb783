import type { CREDIT_ERRORS } from '../errors.ts';

export default {
  COPIES_USED_UP: 'No copies are left in your balance. Top up first.',
  COPIES_TOO_FEW:
    '{wanted} {wanted|copy is|copies are} needed and {left} {left|is|are} left. Buy more, or shorten the list, and try again.',
} satisfies Record<keyof typeof CREDIT_ERRORS, string>;
