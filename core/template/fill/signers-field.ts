import { z } from 'zod';
import { LANGUAGES } from '#core/locales/languages.ts';
import { fieldBlank } from '#core/task/plan.ts';
import { contentField } from '../content.ts';
import { checkValue, type ValueProblem } from './check-value.ts';
import { formatValue } from './format-value.ts';

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

/** The same for all blanks of one field (of one row): they are filled in once. */
export const fieldId = ({ field, row }: Pick<SignersField, 'field' | 'row'>): string =>
  row === undefined ? field : `${field}#${row}`;

/** What is wrong with what a signer filled in; a line in a blank has no line breaks that are not there. */
export const checkSignersValue = (
  field: SignersField,
  value: string,
  has?: (character: string) => boolean,
): ValueProblem | undefined => checkValue(field, value, has);

/** What is drawn for it: a tick that is not set is an empty box, every other empty value nothing. */
export const signersText = (field: SignersField, value: string): string =>
  formatValue(field, value, field.language);
