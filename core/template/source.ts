import { z } from 'zod';
import { LANGUAGES } from '#core/locales/languages.ts';
import { id, time } from '#core/wire.ts';
import { templateValues } from './values.ts';

/**
 * Source of a draft's document: everything that determines its file, so that the Worker can make a web template's file
 * again and compare.
 */
export const templateSource = z.object({
  versionId: id,
  values: templateValues,
  title: z.string().trim().min(1).max(200),
  language: z.enum(LANGUAGES),
  /** Epoch ms; the creation time recorded in the file. */
  madeAt: time.max(Number.MAX_SAFE_INTEGER),
});
export type TemplateSource = z.output<typeof templateSource>;
