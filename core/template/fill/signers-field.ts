import type { SignersField } from '../signers-field.ts';
import { checkValue, type ValueProblem } from './check-value.ts';
import { formatValue } from './format-value.ts';

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
