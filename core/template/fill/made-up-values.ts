import type { Language } from '#core/locales/languages.ts';
import { lengthOf } from '#core/validate/text.ts';
import type { ContentField } from '../field.ts';
import type { FieldType } from '../parts.ts';
import { formatValue, isAmount } from './format-value.ts';

/** Width in ems: Han, kana and full-width forms count one em, other characters half an em. */
export const emsOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, c) => sum + (/[\u1100-\u11ff\u2e80-\uffef]|[\u{1f000}-\u{3ffff}]/u.test(c) ? 1 : 0.5),
    0,
  );

/** The longest possible value of a field, in canonical form; '' for a picture. */
export function longestValue(field: ContentField, language: Language): string {
  if (field.input === 'TICK') return 'true';
  if (field.input === 'PICTURE') return '';
  const values =
    field.input === 'CHOICE' ? field.choices : field.types.map((type) => longestOf(type, field.length));
  let [longest, ems] = ['', -1];
  for (const value of values) {
    const own = emsOf(formatValue(field, value, language));
    if (own > ems) [longest, ems] = [value, own];
  }
  return longest;
}

function longestOf(type: FieldType, length: number): string {
  switch (type) {
    case 'TEXT':
      return '国'.repeat(length);
    case 'NUMBER':
      return '9'.repeat(length);
    case 'AMOUNT':
      return length > 4 ? `${'9'.repeat(Math.min(15, length - 3))}.99` : '9'.repeat(length);
    case 'DATE':
      return '2026-12-28';
    case 'PHONE':
      return '8'.repeat(Math.min(length, 19));
    case 'EMAIL':
      return 'm'.repeat(length);
    case 'ID_NUMBER':
      return '8'.repeat(Math.min(length, 18));
  }
}

const SAMPLES: Record<Language, { party: (side: string) => string; text: (name: string) => string }> = {
  'zh-CN': { party: (side) => `${side}公司`, text: (name) => `${name}示例` },
  'zh-TW': { party: (side) => `${side}公司`, text: (name) => `${name}範例` },
  'en-US': { party: (side) => side, text: (name) => `Sample ${name}` },
};

/** A plausible, fictitious value for trying a template out. In canonical form, no longer than the field allows. */
export function sampleValue(field: ContentField, language: Language): string {
  if (field.input === 'TICK') return 'true';
  if (field.input === 'PICTURE') return '';
  if (field.input === 'CHOICE') return field.choices[0] ?? '';
  if (field.preset !== '') return field.preset;
  const [type = 'TEXT'] = field.types;
  const sample = sampleOf(type, field, language);
  return lengthOf(sample) <= field.length || type === 'DATE'
    ? sample
    : Array.from(isAmount(sample) ? sample.replace(/\D/g, '') : sample)
        .slice(0, field.length)
        .join('');
}

function sampleOf(type: FieldType, field: ContentField, language: Language): string {
  switch (type) {
    case 'TEXT': {
      const side = /[甲乙丙丁]方/.exec(field.name)?.[0];
      const { party, text } = SAMPLES[language];
      return side && /公司|企业|企業|名称|名稱|单位|單位|[甲乙丙丁]方$/.test(field.name)
        ? party(side)
        : text(field.name);
    }
    case 'NUMBER':
      return '12';
    case 'AMOUNT':
      return '12000.00';
    case 'DATE':
      return '2026-06-30';
    case 'PHONE':
      return '400-800-0000';
    case 'EMAIL':
      return 'name@example.com';
    case 'ID_NUMBER':
      return '110101190001010014';
  }
}

/** Width of a blank in ems: that of the longest value of the field's types, formatted as a signer's value. */
export function blankEms(field: ContentField, language: Language): number {
  const { input, choices, types, length, filledBy, format } = field;
  if (input === 'TICK') return 1;
  if (input === 'CHOICE') return Math.max(2, ...choices.map((choice) => Math.ceil(emsOf(choice))));
  if (types.includes('TEXT')) return length;
  const plain = Math.max(types.includes('DATE') ? 6 : 2, Math.ceil(length / 2));
  if (filledBy === 'SENDER' || format === 'PLAIN') return plain;
  // amounts in words are longer than their digits
  return Math.min(
    30,
    Math.max(plain, Math.ceil(emsOf(formatValue(field, longestValue(field, language), language)))),
  );
}
