import { z } from 'zod';
import { LANGUAGES } from '#core/locales/languages.ts';
import { fieldBlank } from '#core/task/plan.ts';
import { contentField } from './field.ts';

const { types, input, format, required } = contentField.shape;
/** A form of a file has longer fields and lists than a template may have. */
const LONGEST = 200;
const MOST_CHOICES = 1_000;

/** What a placement of kind FIELD asks its signer for: the field's rules at the time the task was sent. */
export const signersField = fieldBlank.extend({
  /** Including the row number, for repeated rows. */
  name: z.string(),
  types,
  length: z.number().int().min(1).max(LONGEST),
  input,
  format,
  choices: z.array(z.string().min(1).max(LONGEST)).max(MOST_CHOICES),
  required,
  /** Language of the document: determines the format of dates and amounts. */
  language: z.enum(LANGUAGES),
  /** For a field of the form that the file brought along, which has its own boxes to tick: the value that stood in it. */
  form: z.object({ value: z.string() }).optional(),
});
export type SignersField = z.output<typeof signersField>;
