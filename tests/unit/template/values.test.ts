import { describe, expect, it } from 'vitest';
import { amountInWords } from '#core/amount-in-words.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { contentField } from '#core/template/field.ts';
import { checkValue } from '#core/template/fill/check-value.ts';
import { fieldsInText, picturesOf, problemsOf } from '#core/template/fill/fields-in-text.ts';
import { formatValue } from '#core/template/fill/format-value.ts';
import { longestValue, sampleValue } from '#core/template/fill/made-up-values.ts';
import { readValue } from '#core/template/fill/read-value.ts';
import { FIELD_TYPES } from '#core/template/parts.ts';
import { testFaces } from '../typeset/paragraphs.ts';
import { chip, key, line, makeContent, makeField, makeValues } from './contents.ts';

const field = (more: object = {}) => contentField.parse(makeField('f', more));
const has = (character: string) => testFaces().has('text', character);

describe('a value', () => {
  it('is written in capitals as banks write amounts', () => {
    const amount = (text: string) =>
      formatValue(field({ types: ['AMOUNT'], format: 'CHINESE_CAPITALS' }), text, 'zh-CN');
    const words: Record<string, string> = {
      12000: '壹万贰仟元整',
      '12000.50': '壹万贰仟元伍角整',
      '6007.14': '陆仟零柒元壹角肆分',
      '16409.02': '壹万陆仟肆佰零玖元零贰分',
      '325.04': '叁佰贰拾伍元零肆分',
      '10.5': '壹拾元伍角整',
      0: '零元整',
      '0.05': '伍分',
      '-90': '负玖拾元整',
      1000000000000: '壹万亿元整',
      '100000001': '壹亿零壹元整',
      '120000000': '壹亿贰仟万元整',
    };
    for (const [value, text] of Object.entries(words)) expect(amount(value)).toBe(text);
    expect(amount('面议')).toBe('面议');
    expect(amountInWords(1_234_500, { traditional: true })).toBe('壹萬貳仟參佰肆拾伍圓整');
  });

  it('is grouped, dated by language, ticked, or written as it was typed', () => {
    const grouped = field({ types: ['AMOUNT'], format: 'GROUPED' });
    expect(formatValue(grouped, '1234567.5', 'zh-CN')).toBe('1,234,567.50');
    expect(formatValue(grouped, '-999', 'zh-CN')).toBe('-999.00');
    expect(formatValue(field({ types: ['NUMBER'], format: 'GROUPED' }), '1000', 'zh-CN')).toBe('1,000');
    const day = field({ types: ['DATE'] });
    expect(formatValue(day, '2026-11-03', 'zh-CN')).toBe('2026年11月3日');
    expect(formatValue(day, '2026-11-03', 'en-US')).toBe('November 3, 2026');
    expect(formatValue(field({ types: ['DATE'], format: 'DATE_ISO' }), '2026-11-03', 'zh-CN')).toBe(
      '2026-11-03',
    );
    const tick = field({ input: 'TICK' });
    expect([formatValue(tick, 'true', 'zh-CN'), formatValue(tick, '', 'zh-CN')]).toEqual(['☑', '☐']);
    for (const text of ['name@example.com', '400-800-0000', '110101190001010018'])
      expect(formatValue(field({ types: ['EMAIL', 'PHONE', 'ID_NUMBER'] }), text, 'zh-CN')).toBe(text);
  });

  it('is read as people type it', () => {
    const amount = field({ types: ['AMOUNT'] });
    for (const text of ['12,000.5', '￥12，000.5'.replace('，', ','), '12000.5元', '１２０００．５'])
      expect(readValue(amount, text)).toBe('12000.5');
    const day = field({ types: ['DATE'] });
    for (const text of ['2026年11月3日', '2026/11/3', '2026.11.03', '2026-11-03'])
      expect(readValue(day, text)).toBe('2026-11-03');
    expect(readValue(day, '2026-02-30')).toBe('2026-02-30');
    expect(readValue(field({ input: 'TICK' }), '是')).toBe('true');
    expect(readValue(field({ types: ['ID_NUMBER'] }), '11010119000101001x')).toBe('11010119000101001X');
    expect(readValue(field(), ' 甲方 公司 ')).toBe('甲方 公司');
  });

  it('[9.4] is refused with what is wrong with it', () => {
    const problem = (more: object, value: string) => checkValue(field(more), value, has)?.problem;
    expect(problem({}, '')).toBe('required');
    expect(problem({ required: false, types: ['DATE'] }, '')).toBeUndefined();
    expect(problem({ length: 3 }, '国国国')).toBeUndefined();
    expect(problem({ length: 3 }, '国国国国')).toBe('tooLong');
    expect(problem({ types: ['DATE'], length: 3 }, '2026-11-03')).toBeUndefined();
    expect(problem({ types: ['DATE'] }, '2026-02-30')).toBe('type');
    expect(problem({ types: ['AMOUNT'] }, '1.234')).toBe('type');
    expect(problem({ types: ['PHONE', 'EMAIL'] }, 'name@example.com')).toBeUndefined();
    expect(problem({ types: ['ID_NUMBER'] }, '110101190001010019')).toBe('type');
    expect(problem({}, '甲\n乙')).toBe('hiddenCharacters');
    expect(problem({ input: 'LINES' }, '甲\n乙')).toBeUndefined();
    expect(problem({ input: 'LINES' }, '甲\u0007乙')).toBe('hiddenCharacters');
    expect(problem({}, '甲\u202e乙')).toBe('direction');
    expect(problem({ input: 'CHOICE', choices: ['甲', '乙'] }, '丙')).toBe('notAChoice');
    expect(problem({ input: 'PICTURE' }, 'x')).toBe('notAPicture');
    expect(checkValue(field(), '姓𠮷名𠮷', has)).toEqual({
      problem: 'noGlyph',
      params: { characters: '𠮷' },
    });
  });

  it('that is made up fits its field, in every language', () => {
    for (const type of FIELD_TYPES)
      for (const language of LANGUAGES) {
        const one = field({ types: [type], length: 20 });
        expect(checkValue(one, sampleValue(one, language), has), `${type} ${language}`).toBeUndefined();
        expect(longestValue(one, language).length).toBeLessThanOrEqual(20);
      }
  });
});

describe('what there is to fill', () => {
  const row = (repeat: string | null, ...names: string[]) => ({
    type: 'tableRow' as const,
    attrs: { repeat },
    content: names.map((name) => ({ type: 'tableCell' as const, content: [line(chip(name))] })),
  });
  const content = makeContent(
    [
      line(chip('a')),
      { type: 'optional', attrs: { option: key('opt') }, content: [line(chip('b'))] },
      {
        type: 'table',
        attrs: { widths: [], headerRows: 0, border: true },
        content: [row(key('rows'), 'c'), row(null, 'd')],
      },
    ],
    {
      fields: ['a', 'b', 'c', 'd', 'unused'].map((name) => makeField(name)),
      rows: [{ key: key('rows'), name: '货物', least: 1, most: 2, position: 1 }],
      options: [{ key: key('opt'), name: '附加', kept: true, position: 1 }],
    },
  );

  it('are the fields in the kept parts', () => {
    const names = (options: Record<string, boolean>) =>
      fieldsInText(content, { options }).fields.map(({ name }) => name);
    expect(names({})).toEqual(['a', 'b', 'd']);
    expect(names({ [key('opt')]: false })).toEqual(['a', 'd']);
    expect(fieldsInText(content, { options: {} }).rows).toMatchObject([
      { rows: { name: '货物' }, fields: [{ name: 'c' }] },
    ]);
  });

  it('are required row by row', () => {
    const problems = (values: object) =>
      problemsOf(content, makeValues({ options: { [key('opt')]: false }, ...values })).map(
        ({ field: at, rows, row: index, problem }) => [at ?? rows, index, problem],
      );
    expect(problems({})).toEqual([
      [key('a'), undefined, 'required'],
      [key('d'), undefined, 'required'],
      [key('rows'), undefined, 'tooFewRows'],
    ]);
    const fields = { [key('a')]: '1', [key('d')]: '2' };
    expect(
      problems({ fields, rows: { [key('rows')]: [{ [key('c')]: '1' }, {}, { [key('c')]: '3' }] } }),
    ).toEqual([
      [key('rows'), undefined, 'tooManyRows'],
      [key('c'), 1, 'required'],
    ]);
  });

  it('names the pictures that are needed', () => {
    const file = 'c'.repeat(64);
    const withPicture = makeContent(
      [{ type: 'picture', attrs: { file, width: 1, height: 1, alt: '', align: null } }],
      {
        fields: [makeField('photo', { input: 'PICTURE' })],
      },
    );
    const photo = 'd'.repeat(64);
    expect(picturesOf(withPicture, makeValues({ fields: { [key('photo')]: photo } }))).toEqual([file, photo]);
  });
});
