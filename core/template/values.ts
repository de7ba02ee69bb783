import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { draftKey } from '#core/wire.ts';

const value = severalLines(z.string().max(4_000));

/**
 * Values of a template. A value is text in canonical form, whatever its display format: `2026-11-23`, `12000.50`,
 * `true` for a tick, the SHA-256 of a picture's file.
 */
export const templateValues = z.object({
  fields: z.record(draftKey, value),
  rows: z.record(draftKey, z.array(z.record(draftKey, value)).max(LIMITS.templateRepeatedRows)).default({}),
  options: z.record(draftKey, z.boolean()).default({}),
});
export type TemplateValues = z.output<typeof templateValues>;
