import { isEmail } from '#core/validate/email.ts';
import { isPlainLine, isPlainText } from '#core/validate/hidden-characters.ts';
import { isAnyIdNumber } from '#core/validate/id-number.ts';
import { isPhone } from '#core/validate/phone.ts';
import { lengthOf } from '#core/validate/text.ts';
import type { ContentField } from '../field.ts';
import type { FieldType } from '../parts.ts';
import { isAmount, isDay, isNumber } from './format-value.ts';

/** A problem of a value. Its message is `fill:problem.<problem>` (app/locales/<lang>/fill.ts), with `params`. */
export interface ValueProblem {
  readonly problem:
    | 'required'
    | 'tooLong'
    | 'type'
    | 'notAChoice'
    | 'notAPicture'
    | 'hiddenCharacters'
    | 'direction'
    | 'noGlyph'
    | 'doesNotFit'
    | 'tooFewRows'
    | 'tooManyRows';
  readonly params: { readonly max?: number; readonly min?: number; readonly characters?: string };
  /** For `type`: the types allowed. */
  readonly types?: readonly FieldType[];
}

const DIRECTION = /\p{Bidi_Control}/u;
const MOST_NAMED = 10;

/**
 * The problem of a value in canonical form; undefined if it is valid. `has` tells whether the fonts contain a
 * character; without it characters are not checked. An optional field may be empty whatever its type.
 */
export function checkValue(
  field: Pick<ContentField, 'input' | 'required' | 'types' | 'choices' | 'length'>,
  value: string,
  has?: (character: string) => boolean,
): ValueProblem | undefined {
  if (value === '' || (field.input === 'TICK' && value !== 'true' && value !== 'false'))
    return value === '' ? (field.required ? { problem: 'required', params: {} } : undefined) : unfit(field);
  if (field.input === 'TICK') return undefined;
  if (field.input === 'PICTURE')
    return /^[0-9a-f]{64}$/.test(value) ? undefined : { problem: 'notAPicture', params: {} };
  if (DIRECTION.test(value)) return { problem: 'direction', params: {} };
  if (!(field.input === 'LINES' ? isPlainText : isPlainLine)(value))
    return { problem: 'hiddenCharacters', params: {} };
  if (field.input === 'CHOICE')
    return field.choices.includes(value) ? undefined : { problem: 'notAChoice', params: {} };
  if (!field.types.some((type) => isOfType(type, value))) return unfit(field);
  // A date has ten characters in any format.
  const max = field.types.includes('DATE') && isDay(value) ? 10 : field.length;
  if (lengthOf(value) > max) return { problem: 'tooLong', params: { max } };
  const missing = has && missingIn(value, has);
  return missing ? { problem: 'noGlyph', params: { characters: missing } } : undefined;
}

const unfit = (field: Pick<ContentField, 'types'>): ValueProblem => ({
  problem: 'type',
  params: {},
  types: field.types,
});

/** The characters that no font contains, each once; undefined if there are none. */
function missingIn(value: string, has: (character: string) => boolean): string | undefined {
  const missing = [...new Set(Array.from(value))].filter(
    (character) => character !== '\n' && !has(character),
  );
  return missing.length === 0 ? undefined : missing.slice(0, MOST_NAMED).join('');
}

function isOfType(type: FieldType, value: string): boolean {
  switch (type) {
    case 'TEXT':
      return true;
    case 'NUMBER':
      return isNumber(value);
    case 'AMOUNT':
      return isAmount(value);
    case 'DATE':
      return isDay(value);
    case 'PHONE':
      return isPhone(value);
    case 'EMAIL':
      return isEmail(value);
    case 'ID_NUMBER':
      return isAnyIdNumber(value);
  }
}
