import { z } from 'zod';
import { LANGUAGES } from '#core/locales/languages.ts';
import { fieldBlank } from '#core/task/plan.ts';
import { contentField } from './field.ts';

const { types, length, input, format, choices, required } = contentField.shape;

/** What a place of kind FIELD asks its signer for: the field's own rules, as they were when the task was sent. */
export const signersField = fieldBlank.extend({
  /** With the number of its row, where it stands in repeated ones. */
  name: z.string(),
  types,
  length,
  input,
  format,
  choices,
  required,
  /** Of the document: how days and amounts are written. */
  language: z.enum(LANGUAGES),
});
export type SignersField = z.output<typeof signersField>;
