import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { lengthOf } from '#core/validate/text.ts';

/** [5.15b] [9.9] Non-empty, at most 64 user-perceived characters. */
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
/** Reason of a rejection: may be empty. */
export const remark = severalLines(z.string().trim().max(100)).default('');
