import type { SignersField } from '../signers-field.ts';
import { checkValue, type ValueProblem } from './check-value.ts';
import { formatValue } from './format-value.ts';

/** Id shared by all blanks of one field (in one row): they are filled in once. */
export const fieldId = ({ field, row }: Pick<SignersField, 'field' | 'row'>): string =>
  row === undefined ? field : `${field}#${row}`;

/** Checks a signer's value; a single-line blank cannot contain line breaks. */
export const checkSignersValue = (
  field: SignersField,
  value: string,
  has?: (character: string) => boolean,
): ValueProblem | undefined => checkValue(field, value, has);

/** The text drawn for a value: a tick that is not set is an empty box, other empty values draw nothing. */
export const signersText = (field: SignersField, value: string): string =>
  formatValue(field, value, field.language);
