import { z } from 'zod';
import { LANGUAGES } from '#core/locales/languages.ts';
import { fieldBlank } from '#core/task/plan.ts';
import { contentField } from './field.ts';

const { types, length, input, format, choices, required } = contentField.shape;

/** What a placement of kind FIELD asks its signer for: the field's rules at the time the task was sent. */
export const signersField = fieldBlank.extend({
  /** Including the row number, for repeated rows. */
  name: z.string(),
  types,
  length,
  input,
  format,
  choices,
  required,
  /** Language of the document: determines the format of dates and amounts. */
  language: z.enum(LANGUAGES),
});
export type SignersField = z.output<typeof signersField>;
