import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LANGUAGES } from '#core/locales/languages.ts';
import { creditCodeProblem, isOrganizationCode } from '#core/validate/credit-code.ts';
import { birthdayOf, ID_TYPES, type IdType, isIdNumber } from '#core/validate/id-number.ts';
import * as nameRules from '#core/validate/name-rules.ts';
import * as rules from '#core/validate/rules.ts';
import { safeText, searchText } from '#core/validate/text.ts';

type Rule = z.ZodType<string, string>;
const problemsOf = (rule: Rule, value: string): string[] => {
  const judged = rule.safeParse(value);
  return judged.success ? [] : judged.error.issues.map((issue) => issue.message);
};

/** Each rule: what it takes, what it keeps where that differs, and what it refuses. */
const TABLE: [
  name: string,
  rule: Rule,
  right: (string | [typed: string, kept: string])[],
  wrong: string[],
][] = [
  [
    'mobile',
    rules.mobile(),
    ['13800000001', '19912345678', ['１３８ 0000 0001', '13800000001'], ['+8613800000001', '13800000001']],
    ['12800000001', '1380000000', '138000000011', '+85213800000001', '', '1380000000a'],
  ],
  [
    'landline',
    rules.landline(),
    ['010-88886666', '01088886666', '0755-8888666', '010-88886666-1234', '400-800-1234', '8008001234'],
    ['88886666', '10-88886666', '010-888866', '010-88886666-1234567', '13800000001', ''],
  ],
  ['phone', rules.phone(), ['13800000001', '010-88886666'], ['888', '']],
  [
    'email',
    rules.email(),
    ['a@example.com', 'first.last+tag@mail.example.co', [' a@b.cn ', 'a@b.cn'], `${'a'.repeat(64)}@b.cn`],
    [
      'a@b',
      'a..b@example.com',
      '.a@example.com',
      'a@-b.com',
      '@example.com',
      'a b@c.com',
      `${'a'.repeat(65)}@b.cn`,
      '',
    ],
  ],
  [
    'domain',
    rules.domain(),
    ['example.com', 'a-b.example.com.cn', 'xn--fiq228c.xn--fiqs8s'],
    ['example', '-a.com', 'a-.com', 'a..com', 'example.1', `${'a'.repeat(64)}.com`, 'http://example.com', ''],
  ],
  ['chinese', rules.chinese(), ['张三', '𠮷野'], ['张3', '张·三', 'Zhang', '，', '']],
  ['alphanumeric', rules.alphanumeric(), ['abc123', 'A'], ['a-b', '一', 'a b', '']],
  [
    'bankCard',
    rules.bankCard(),
    ['4111111111111111', ['6222 0202 0000 0000 006', '6222020200000000006']],
    ['4111111111111112', '411111111111111', '0000000000000000', '62220202000000000060', ''],
  ],
  [
    'bankAccount',
    rules.bankAccount(),
    ['12345678', '1'.repeat(32)],
    ['1234567', '1'.repeat(33), '1234567a', ''],
  ],
  [
    'creditCode',
    rules.creditCode(),
    ['91350200776049653A', '91440101MA5CJQ4N59', ['91350200776049653a', '91350200776049653A']],
    ['91350203M0001QAY9B', '91350200776049653B', '9135020077604965', '9135020077604965IA', ''],
  ],
  ['creditCode', rules.creditCodeForm(), ['91350203M0001QAY9B'], ['9135020077604965IA', '']],
  [
    'registrationNumber',
    rules.registrationNumber(),
    ['110108000000016'],
    ['110108000000017', '11010800000001', ''],
  ],
  [
    'foreignRegistration',
    rules.foreignRegistration(),
    ['ABC123', '1'.repeat(18)],
    ['ABC12', '1'.repeat(19), 'AB-123', ''],
  ],
  ['postcode', rules.postcode(), ['100080'], ['10008', '1000800', 'abcdef', '']],
  ['sixDigits', rules.sixDigits(), ['012345', ['012 345', '012345']], ['12345', '1234567', '12345a', '']],
  [
    'residentId',
    rules.residentId(),
    [
      '11010519491231002X',
      ['11010519491231002x', '11010519491231002X'],
      ['１１０１０５ 19491231 002X', '11010519491231002X'],
    ],
    ['110105194912310021', '110105491231002', '99010519491231002X', ''],
  ],
  [
    'personName',
    nameRules.personName(),
    [
      '张三',
      '阿卜杜拉·买买提',
      ['阿卜杜拉．买买提', '阿卜杜拉·买买提'],
      "Anne-Marie O'Neill",
      'J. Smith',
      '𠮷野',
      '张',
      '李〇',
      'مهدی\u200cزاده',
      ['\ue863某', '䶮某'],
      ['张\u200c三', '张三'],
      ['\u202a张三\u202c', '张三'],
      '葛\u{e0100}城',
    ],
    ['\ue000某', '张3', '<b>张三', '张'.repeat(51), ''],
  ],
  [
    'enterpriseName',
    rules.enterpriseName(),
    ['甲乙', ['示例(北京)有限公司', '示例（北京）有限公司'], 'Acme (China) Ltd.', '甲'.repeat(100)],
    ['甲', '甲'.repeat(101), '<script>有限公司', ''],
  ],
  ['length64', rules.lengthUpTo(64), ['𠮷'.repeat(64)], ['a'.repeat(65), '', '   ']],
  ['length50', rules.lengthUpTo(50), ['a'.repeat(50)], ['a'.repeat(51), '']],
  ['length20', rules.lengthUpTo(20), ['字'.repeat(20)], ['字'.repeat(21), '']],
  ['length10', rules.lengthUpTo(10), ['字'.repeat(10)], ['字'.repeat(11), '']],
];

describe('[5.16c] generic validators', () => {
  it.each(TABLE)('%s', (name, rule, right, wrong) => {
    for (const one of right) {
      const [typed, kept] = typeof one === 'string' ? [one, one] : one;
      expect(rule.safeParse(typed), typed).toEqual({ success: true, data: kept });
      expect(rules.orEmpty(rule).safeParse(typed), typed).toEqual({ success: true, data: kept });
    }
    for (const one of wrong) {
      expect(problemsOf(rule, one), one).toEqual([`rule:${name}`]);
      if (one.trim() !== '') expect(problemsOf(rules.orEmpty(rule), one), one).toEqual([`rule:${name}`]);
    }
    expect(rules.orEmpty(rule).parse('  ')).toBe('');
  });

  it('[0.1d] each names its problem in three languages', async () => {
    for (const lang of LANGUAGES) {
      const { default: texts } = (await import(`#core/locales/${lang}/rule.ts`)) as {
        default: Record<string, string>;
      };
      expect(Object.keys(texts).map((key) => `rule:${key}`)).toEqual([...rules.RULE_PROBLEMS]);
    }
  });
});

describe('[3.3] [5.4a] numbers of identity documents', () => {
  const right: Record<IdType, string[]> = {
    RESIDENT_ID: ['11010519491231002X'],
    PASSPORT: ['AB123456', '123456', 'A'.repeat(18)],
    OVERSEAS_CHINESE_PASSPORT: ['E12345678', 'EA1234567', 'G12345678', 'D1234567', 'SE1234567'],
    HOME_RETURN_PERMIT: ['H12345678', 'M1234567801'],
    HK_MACAO_RESIDENCE_PERMIT: [],
    FOREIGN_PERMANENT_RESIDENT: ['USA110123456789'],
    TAIWAN_PERMIT: ['12345678', '1234567890A'],
  };
  const wrong: Record<IdType, string[]> = {
    RESIDENT_ID: ['11010519491331002X', '11010519490230002X', '810000199408230021'],
    PASSPORT: ['AB123', 'A'.repeat(19), 'AB 12345'],
    OVERSEAS_CHINESE_PASSPORT: ['X12345678', 'E1234567', 'G1234567'],
    HOME_RETURN_PERMIT: ['A12345678', 'H1234567', 'H123456789'],
    HK_MACAO_RESIDENCE_PERMIT: ['11010519491231002X', '810000199408230000'],
    FOREIGN_PERMANENT_RESIDENT: ['US1101234567890', '110105194912310021'],
    TAIWAN_PERMIT: ['1234567', '123456789', '1234567890', 'x12345678', '12345678x'],
  };
  /** With the check character that a number of eighteen characters needs. */
  const checked = (seventeen: string) =>
    [...'0123456789X']
      .map((c) => seventeen + c)
      .filter(
        (n) => isIdNumber('HK_MACAO_RESIDENCE_PERMIT', n) || isIdNumber('FOREIGN_PERMANENT_RESIDENT', n),
      );

  it.each(ID_TYPES)('%s', (type) => {
    for (const number of right[type]) expect(isIdNumber(type, number), number).toBe(true);
    for (const number of [...wrong[type], '', '<x>']) expect(isIdNumber(type, number), number).toBe(false);
  });

  it('residence permits and new cards of permanent residents have one right check character', () => {
    for (const start of ['81000019940823002', '82000019940823002', '83000019940823002', '93101561994082300'])
      expect(checked(start), start).toHaveLength(1);
  });

  it('a birthday must have been', () => {
    expect(birthdayOf('110105200002290000')).toBe('2000-02-29');
    expect(birthdayOf('110105190002290000')).toBeUndefined();
    expect(birthdayOf('11010519991301')).toBeUndefined();
    expect(birthdayOf('x')).toBeUndefined();
    expect(isIdNumber('RESIDENT_ID', '11010519491231002X', Date.UTC(1949, 11, 30))).toBe(false);
    expect(isIdNumber('RESIDENT_ID', '11010519491231002X', Date.UTC(1949, 11, 31))).toBe(true);
  });
});

it('[5.9b] tells a credit code of invalid form from one with wrong check characters only', () => {
  expect(creditCodeProblem('91350200776049653A')).toBeUndefined();
  expect(creditCodeProblem('91350203M0001QAY9B')).toBe('CHECK');
  expect(creditCodeProblem('9135020077604965OA')).toBe('FORM');
  expect(isOrganizationCode('77604965-3')).toBe(true);
  expect(isOrganizationCode('77604965-4')).toBe(false);
});

describe('what may be typed', () => {
  it('[5.18e] a safe text input strips < > & %', () => {
    expect(safeText('a<b>&c%20 "合同"')).toBe('abc20 "合同"');
  });

  it('[5.18f] the filter of a search keeps letters, digits and Chinese characters', () => {
    expect(searchText('劳动合同-2026 (A*b)%_<𠮷>')).toBe('劳动合同2026Ab𠮷');
    expect(searchText('！@#￥')).toBe('');
  });
});
