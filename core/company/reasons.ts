import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { lengthOf } from '#core/validate/text.ts';

/** [5.15b] [9.9] Something, and at most 64 characters as a person counts them. */
export const applyReason = severalLines(
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => lengthOf(text) <= LIMITS.joinReason, {
      message: 'rule:length64',
      params: { problem: 'rule:length64' },
    }),
);
/** Why something was turned down: may be empty. */
export const remark = severalLines(z.string().trim().max(100)).default('');
