import type { SignersField } from '../signers-field.ts';
import { checkValue, type ValueProblem } from './check-value.ts';
import { formatValue, TICK } from './format-value.ts';

/** Id shared by all blanks of one field (in one row): they are filled in once. */
export const fieldId = ({ field, row }: Pick<SignersField, 'field' | 'row'>): string =>
  row === undefined ? field : `${field}#${row}`;

/** Checks a signer's value; a single-line blank cannot contain line breaks. */
export const checkSignersValue = (
  field: SignersField,
  value: string,
  has?: (character: string) => boolean,
): ValueProblem | undefined =>
  // A box of a form that is required is one that must be ticked (ISO 32000-1, 12.7.3.1).
  field.form && field.input === 'TICK' && field.required && value === 'false'
    ? { problem: 'required', params: {} }
    : checkValue(field, value, has);

/** What a signer starts from: the value that the file's form had. */
export const firstSignersValue = ({ form }: SignersField): string => form?.value ?? '';

/**
 * The text drawn for a value: a tick that is not set is an empty box, unless the file has a box there; other empty values
 * draw nothing.
 */
export const signersText = (field: SignersField, value: string): string =>
  field.form && field.input === 'TICK'
    ? value === 'true'
      ? TICK
      : ''
    : formatValue(field, value, field.language);
