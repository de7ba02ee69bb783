import { z } from 'zod';
import { LANGUAGES } from '#core/locales/languages.ts';
import { id, time } from '#core/wire.ts';
import { templateValues } from './values.ts';

/**
 * What a document of a draft was made from: all that its file depends on, so that the Worker can make a web template's
 * file again and compare.
 */
export const templateSource = z.object({
  versionId: id,
  values: templateValues,
  title: z.string().trim().min(1).max(200),
  language: z.enum(LANGUAGES),
  /** Epoch ms; the time of creation that the file names. */
  madeAt: time.max(Number.MAX_SAFE_INTEGER),
});
export type TemplateSource = z.output<typeof templateSource>;
