import { normalizeIdNumber } from '#core/validate/id-number.ts';
import { toPlain } from '#core/validate/text.ts';
import type { ContentField } from '../field.ts';
import { isAmount, isDay, isNumber } from './format-value.ts';

const YES = /^(true|yes|y|1|是|√|✓|✔|☑|对|對)$/i;
const NO = /^(false|no|n|0|否|×|☐|)$/i;

/**
 * Converts typed or pasted text to the canonical form of the field's types: `12,000.5 元` of an amount is `12000.5`,
 * `2026年11月3日` or `2026/11/3` of a date is `2026-11-03`, `是` of a tick is `true`. Text that matches none of the types
 * is returned unchanged, so that `checkValue` can report the problem.
 */
export function readValue(field: Pick<ContentField, 'types' | 'input' | 'choices'>, typed: string): string {
  const text = field.input === 'LINES' ? typed.replace(/\r\n?/g, '\n').trim() : typed.trim();
  if (field.input === 'TICK') return YES.test(text) ? 'true' : NO.test(text) ? '' : text;
  if (text === '' || field.input === 'PICTURE') return text;
  if (field.input === 'CHOICE')
    return field.choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text;
  const plain = toPlain(text);
  for (const type of field.types) {
    const read = readAs(type, plain);
    if (read !== undefined) return read;
  }
  return text;
}

function readAs(type: ContentField['types'][number], plain: string): string | undefined {
  switch (type) {
    case 'NUMBER':
    case 'AMOUNT': {
      const digits = plain.replace(/^(-?)[¥$]/, '$1').replace(/(?<=\d),(?=\d{3})/g, '');
      const bare = type === 'AMOUNT' ? digits.replace(/[元圓]整?$/, '') : digits;
      return (type === 'AMOUNT' ? isAmount(bare) : isNumber(bare)) ? bare : undefined;
    }
    case 'DATE': {
      const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(plain) ?? [];
      if (!year) return undefined;
      const value = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
      return isDay(value) ? value : undefined;
    }
    case 'PHONE':
      return /^\+?[\d-]+$/.test(plain) ? plain : undefined;
    case 'EMAIL':
      return plain.includes('@') ? plain : undefined;
    case 'ID_NUMBER': {
      const number = normalizeIdNumber(plain);
      return /^[0-9A-Z]{6,18}$/.test(number) ? number : undefined;
    }
    case 'TEXT':
      return undefined;
  }
}
