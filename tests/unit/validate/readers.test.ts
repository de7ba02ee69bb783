import { describe, expect, it } from 'vitest';
import { plainCell } from '#core/batch/batch.ts';
import { judgeValue } from '#core/employee/newcomer.ts';
import { keepAmount, wantedDay } from '#core/employee/sections.ts';
import { plainFileName } from '#core/file-name.ts';
import { readPasted } from '#core/sheet/read-pasted.ts';
import { copyFields } from '#core/task/plan.ts';
import { checkValue } from '#core/template/fill/check-value.ts';
import { readValue } from '#core/template/fill/read-value.ts';
import { normalizeEnterpriseName } from '#core/validate/enterprise-name.ts';
import { ID_TYPES, isAnyIdNumber, isIdNumber, normalizeIdNumber } from '#core/validate/id-number.ts';
import { typedMobile } from '#core/validate/mobile.ts';
import { normalizePersonName } from '#core/validate/names.ts';
import { readPhone } from '#core/validate/phone.ts';
import { readDay } from '#core/validate/read-day.ts';
import { readGrouped } from '#core/validate/read-number.ts';
import * as rules from '#core/validate/rules.ts';

const field = (type: 'NUMBER' | 'AMOUNT' | 'DATE' | 'PHONE' | 'ID_NUMBER') =>
  ({ types: [type], input: 'LINE', choices: [], required: true, length: 40 }) as never as Parameters<
    typeof checkValue
  >[0];

/** One mobile number as address books, chats and sheets have it. */
const MOBILES = [
  '138 0013 8000',
  '138-0013-8000',
  '138\u20110013\u20118000',
  '\u202d13800138000\u202c',
  '1380013\u200b8000',
  '\ufeff13800138000',
  '+86 138 0013 8000',
  '+86-13800138000',
  '+8613800138000',
  '0086 13800138000',
  '8613800138000',
  '１３８００１３８０００',
  '138.0013.8000',
  '138\u00a00013\u00a08000',
  '(86)13800138000',
  '（+86）13800138000',
  '(0086) 138 0013 8000',
  '86-13800138000',
  '86 138 0013 8000',
  '+86(0)13800138000',
  '0 138 0013 8000',
  'tel:+86-138-0013-8000',
  '138_0013_8000',
  '138\ufe0f0013\u034f8000',
];

describe('a phone number is read alike wherever it is typed', () => {
  it.each(MOBILES)('%j in forms, calls, plans, batches, templates and newcomers’ fields', (typed) => {
    const read = '13800138000';
    expect(readPhone(typed)).toBe(read);
    expect(typedMobile(typed)).toBe(read);
    expect(rules.mobile().parse(typed)).toBe(read);
    expect(rules.phone().parse(typed)).toBe(read);
    expect(copyFields.mobile.parse(typed)).toBe(read);
    expect(plainCell({ of: 'party', part: 'mobile' } as never, typed)).toBe(read);
    expect(readValue(field('PHONE'), typed)).toBe(read);
    expect(judgeValue({ type: 'PHONE', length: null, options: [] } as never, typed, true)).toEqual({
      value: read,
    });
  });

  it('landlines keep their parts, however they are divided', () => {
    expect(readPhone('+86 10 8888 8888')).toBe('01088888888');
    expect(readPhone('(010) 8888 8888')).toBe('010-88888888');
    expect(readPhone('（0755）88886666转12')).toBe('0755-88886666-12');
    expect(readPhone('010-8888-8888')).toBe('010-88888888');
    expect(readPhone('400 800 1234')).toBe('4008001234');
    expect(readPhone('400-800-1234')).toBe('400-800-1234');
  });

  it('what is no number stays for the rule to refuse, and is never made one', () => {
    for (const wrong of ['+852 13800138000', '1380013800', '138001380001', '12800138000', 'abc'])
      expect(rules.mobile().safeParse(wrong).success).toBe(false);
  });

  it('a number is not cut while its country code is typed before it', () => {
    let shown = '';
    for (const key of '+8613800138000') shown = typedMobile(shown + key);
    expect(shown).toBe('13800138000');
    expect(typedMobile('13800138000'.slice(0, 7))).toBe('1380013');
  });
});

describe('numbers of identity documents', () => {
  it('are read without spaces, hyphens and invisible characters', () => {
    for (const typed of ['110105 19491231 002x', '110105-19491231-002X', '\u202d11010519491231002X\u202c'])
      expect(normalizeIdNumber(typed)).toBe('11010519491231002X');
  });

  it('a template takes what the identity forms take: permits 81, 82, 83 and 9 too', () => {
    const last = (first: string) => {
      const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
      return first + '10X98765432'[weights.reduce((sum, w, i) => sum + w * Number(first[i]), 0) % 11];
    };
    for (const start of ['810000', '820000', '830000']) {
      const number = last(`${start}19900101001`);
      expect(isIdNumber('HK_MACAO_RESIDENCE_PERMIT', number)).toBe(true);
      expect(checkValue(field('ID_NUMBER'), readValue(field('ID_NUMBER'), number))).toBeUndefined();
      const wrong = number.slice(0, 17) + (number[17] === '1' ? '2' : '1');
      expect(checkValue(field('ID_NUMBER'), wrong)?.problem).toBe('type');
    }
  });

  it('one judge: a number that any document has is one, but a wrong identity card is no passport', () => {
    const numbers = ['E12345678', 'H12345678', '12345678', 'ABC123456789012', '11010519491231002X'];
    for (const number of numbers) expect(isAnyIdNumber(number)).toBe(true);
    expect(isAnyIdNumber('110105194912310021')).toBe(false);
    expect(ID_TYPES.every((type) => type === 'PASSPORT' || !isIdNumber(type, '110105194912310021'))).toBe(
      true,
    );
  });
});

describe('amounts and numbers', () => {
  it('are read with separators of thousands', () => {
    for (const typed of [
      '1,200,000.5',
      '1 200 000.5',
      '1，200，000.5',
      '１２０００００.5',
      "1'200'000.5",
      '\u202d1200000.5\u202c',
    ])
      expect(readGrouped(typed)).toBe('1200000.5');
    expect(readGrouped('-1,200')).toBe('-1200');
    expect(readValue(field('AMOUNT'), '¥ 1,200,000.50 元')).toBe('1200000.50');
    expect(keepAmount('12,000')).toBe('12000.00');
  });

  it.each(['1,2345', '12,34', '1,23', '1,,234', '1 2345', '12 34', ',123', '1,234 567', '1234,567'])(
    '%j, whose separators are elsewhere, is asked about and never read',
    (typed) => {
      expect(readGrouped(typed)).toBeUndefined();
      for (const type of ['NUMBER', 'AMOUNT'] as const) {
        expect(readValue(field(type), typed)).toBe(typed);
        expect(checkValue(field(type), readValue(field(type), typed))?.problem).toBe('type');
      }
      expect(judgeValue({ type: 'AMOUNT', length: null, options: [] } as never, typed, true).problem).toBe(
        'employee:rule.amount',
      );
    },
  );
});

it('days are read alike in templates, employees’ forms and newcomers’ fields', () => {
  for (const typed of [
    '2026-11-03',
    '2026/11/3',
    '2026.11.3',
    '2026年11月3日',
    ' 2026 年 11 月 3 日',
    '20261103',
    '２０２６-11-03',
    '\u202d2026-11-03\u202c',
    '2026-11-03 00:00',
  ]) {
    expect(readDay(typed)).toBe('2026-11-03');
    expect(readValue(field('DATE'), typed)).toBe('2026-11-03');
    expect(wantedDay.parse(typed)).toBe('2026-11-03');
    expect(judgeValue({ type: 'DATE', length: null, options: [] } as never, typed, true).value).toBe(
      '2026-11-03',
    );
  }
  for (const wrong of ['2026-02-30', '2026-13-01', '3/11/2026', '2026-11'])
    expect(readDay(wrong)).toBeUndefined();
});

it('cells come without invisible characters; joiners, which names are written with, stay', () => {
  const [row] = readPasted('\u202d13800138000\u202c\t\ufeff张三\tمی\u200cخواهم', { rows: 9, columns: 9 });
  expect(row!.cells.map(({ text }) => text)).toEqual(['13800138000', '张三', 'می\u200cخواهم']);
});

describe('days, amounts and identity numbers are read as people write them', () => {
  it.each([
    ['二〇二六年十一月三日', '2026-11-03'],
    ['二零二六年十一月三十日', '2026-11-30'],
    ['二○二六年一月廿三日', '2026-01-23'],
    ['二〇二六年十月十日', '2026-10-10'],
    ['贰零贰陆年拾壹月叁日', '2026-11-03'],
    ['民国115年11月3日', '2026-11-03'],
    ['民國一一五年十一月三日', '2026-11-03'],
    ['中华民国一百一十五年十一月三日', '2026-11-03'],
    ['2026年十一月3日', '2026-11-03'],
    ['2026年11月3号', '2026-11-03'],
    ['2026-11-03T00:00:00Z', '2026-11-03'],
    ['2026-11-03T00:00:00.000Z', '2026-11-03'],
    ['2026-11-03T00:00:00+08:00', '2026-11-03'],
    ['2026/11/3 0:00', '2026-11-03'],
    ['2026/11/30 0:00:00', '2026-11-30'],
    ['2026/1/1 00:00', '2026-01-01'],
    ['2026. 11. 3.', '2026-11-03'],
    ['公元2026年11月3日', '2026-11-03'],
    ['西元 2026 年 11 月 3 日', '2026-11-03'],
    ['2026年11月3日（星期二）', '2026-11-03'],
    ['2026-11-03 周二', '2026-11-03'],
    ['二〇二六年十一月三日星期二', '2026-11-03'],
    ['3 Nov 2026', '2026-11-03'],
    ['November 3, 2026', '2026-11-03'],
    ['Sept. 3rd, 2026', '2026-09-03'],
    ['3-NOV-2026', '2026-11-03'],
  ])('%s', (typed, day) => {
    expect(readDay(typed)).toBe(day);
    expect(readValue(field('DATE'), typed)).toBe(day);
  });

  it.each([
    '二〇二六年十一月三十一日',
    '二〇二六年十三月三日',
    '二六年十一月三日',
    '115/11/3',
    '令和8年11月3日',
    '11/3/2026',
    '民国年11月3日',
    '二〇二六年十十月三日',
    '2026-11-03T09:30:00Z',
    '2026-11-03 10:00:00',
    '2026/11/3 20:00',
    '3 Nov 4 2026',
    'Novem 3, 2026',
    '31 Feb 2026',
    '2026-11-3.',
  ])('%s is no day that could be known', (typed) => {
    expect(readDay(typed)).toBeUndefined();
  });

  it.each(['1000圆', '1,000圆整', '人民币1000元', '人民幣 1,000 圓', 'RMB1,000', 'CNY 1000元整', '￥1,000'])(
    '%s is an amount of 1000',
    (typed) => {
      expect(readValue(field('AMOUNT'), typed)).toBe('1000');
    },
  );

  it.each(['×', 'Х', 'х', 'Χ', 'χ', '✕', '✗', '⨯', 'Ⅹ'])(
    'a last %s of an identity number is its X',
    (last) => {
      expect(normalizeIdNumber(`11010519491231002${last}`)).toBe('11010519491231002X');
    },
  );
});

describe('names are stored in one spelling', () => {
  it.each([
    '（中国）',
    '﹙中国﹚',
    '｟中国｠',
    '⦅中国⦆',
    '❨中国❩',
    '⁽中国⁾',
    '︵中国︶',
    '⟮中国⟯',
    '【中国】',
    '〈中国〉',
    '「中国」',
    '{中国}',
    '[中国]',
    '\u00ad(中国\ufe0f)',
  ])('of an enterprise with %j', (brackets) => {
    expect(normalizeEnterpriseName(`上海甲⼄${brackets}有限公司`)).toBe('上海甲乙（中国）有限公司');
  });

  it.each(['○', '◯', '⭘', '⚪', '〇'])('of a person with %s for zero', (zero) => {
    expect(normalizePersonName(`王${zero}`)).toBe('王〇');
  });

  it.each([...'•・‧∙．.﹒․⋅･●˙⸱᛫ꞏ\u0387⦁◦▪'])('of a person with %s as the dot of a name', (dot) => {
    expect(normalizePersonName(`买买提${dot}阿里`)).toBe('买买提·阿里');
  });

  it('with accents and Hangul as macOS takes them apart', () => {
    for (const name of ['Nguyễn Văn Ân', '김철수'])
      expect(normalizePersonName(name.normalize('NFD'))).toBe(name.normalize('NFC'));
    expect(normalizeEnterpriseName('Café Élan'.normalize('NFD'))).toBe('Café Élan');
  });

  it.each(['nul\u200b', '\u00adcon', 'a\u200b.', '\u3164'])(
    'of a file without what nobody sees: %j',
    (name) => {
      expect(['_nul', '_con', 'a', '_']).toContain(plainFileName(name));
    },
  );
});
