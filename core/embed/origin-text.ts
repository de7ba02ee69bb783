import { z } from 'zod';
import { canonicalOrigin } from './origin.ts';

/** An origin, canonical after parsing. */
export const originText = z
  .string()
  .max(200)
  .transform((text, issues) => {
    const origin = canonicalOrigin(text);
    if (origin !== null) return origin;
    issues.addIssue({ code: 'custom', params: { problem: 'INPUT_INVALID' } });
    return z.NEVER;
  });
