import { normalizeIdNumber } from '#core/validate/id-number.ts';
import { readPhone } from '#core/validate/phone.ts';
import { readDay } from '#core/validate/read-day.ts';
import { readGrouped } from '#core/validate/read-number.ts';
import { toPlain } from '#core/validate/text.ts';
import type { ContentField } from '../field.ts';
import { isAmount, isNumber } from './format-value.ts';

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
    const read = readAs(type, text, plain);
    if (read !== undefined) return read;
  }
  return text;
}

/** `plain` is the text without spaces. */
function readAs(type: ContentField['types'][number], text: string, plain: string): string | undefined {
  switch (type) {
    case 'NUMBER':
    case 'AMOUNT': {
      const bare = text
        .normalize('NFKC')
        .trim()
        .replace(/^(-?)(?:[¥$]|人民[币幣]|RMB|CNY)\s?/i, '$1');
      const read = readGrouped(type === 'AMOUNT' ? bare.replace(/\s?[元圆圓]整?$/, '') : bare);
      if (read === undefined) return undefined;
      return (type === 'AMOUNT' ? isAmount(read) : isNumber(read)) ? read : undefined;
    }
    case 'DATE':
      return readDay(text);
    case 'PHONE':
      return /^\+?[\d-]+$/.test(readPhone(plain)) ? readPhone(plain) : undefined;
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
