import { describe, expect, it } from 'vitest';
import {
  changesBetween,
  choicesOf,
  FIELD_CATEGORIES,
  FIELD_MACHINE,
  FIELD_READERS,
  fieldDefinition,
  fieldForm,
  LONGEST,
  ONBOARDING_TYPES,
  presetFields,
  typesOf,
} from '#core/employee/onboarding-fields.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { can, next } from '#core/machine.ts';
import enUS from '../../../app/locales/en-US/onboarding.ts';
import zhCN from '../../../app/locales/zh-CN/onboarding.ts';
import zhTW from '../../../app/locales/zh-TW/onboarding.ts';

const FIELD = {
  name: '籍贯',
  category: 'PERSONAL',
  type: 'TEXT',
  length: 20,
  options: [] as string[],
  required: false,
  shownTo: 'NEWCOMER',
};

/** What is wrong with a field, by its part. */
function wrong(change: Record<string, unknown>): Record<string, string> {
  const judged = fieldDefinition.safeParse({ ...FIELD, ...change });
  if (judged.success) return {};
  return Object.fromEntries(
    judged.error.issues.map((issue) => [issue.path.join('.'), String(issue.message)]),
  );
}
const kept = (change: Record<string, unknown>) => fieldDefinition.parse({ ...FIELD, ...change });
const rule = (key: string) => `onboarding:rule.${key}`;

describe('a field of onboarding', () => {
  it('has a name, a type, a length and a category', () => {
    expect(kept({})).toEqual(FIELD);
    for (const part of ['name', 'type', 'length', 'category'])
      expect(Object.keys(wrong({ [part]: undefined })), part).toEqual([part]);
    expect(kept({ name: '  出生　地 ' }).name).toBe('出生 地');
    for (const name of ['', '　', '长'.repeat(21)]) expect(wrong({ name })).toEqual({ name: rule('name') });
    expect(wrong({ name: '长'.repeat(20) })).toEqual({});
  });

  it('is a picture among the papers and text everywhere else', () => {
    for (const category of FIELD_CATEGORIES)
      for (const type of ONBOARDING_TYPES) {
        const options = type === 'CHOICE' ? ['甲', '乙'] : [];
        const length = 5;
        const fits = (category === 'PAPERS') === (type === 'IMAGE');
        expect(wrong({ category, type, options, length }), `${category} ${type}`).toEqual(
          fits ? {} : { type: rule(category === 'PAPERS' ? 'papers' : 'noPicture') },
        );
        expect(typesOf(category).includes(type)).toBe(fits);
      }
  });

  it('has a length, of characters or digits, only if its type has one', () => {
    for (const [type, most = 0] of Object.entries(LONGEST)) {
      expect(wrong({ type, length: most })).toEqual({});
      for (const length of [null, most + 1])
        expect(Object.keys(wrong({ type, length })), `${type} ${length}`).toEqual(['length']);
      if (most < 1_000) expect(wrong({ type, length: most + 1 })).toEqual({ length: rule(`length${type}`) });
      expect(zhCN.rule).toHaveProperty(`length${type}`);
    }
    expect(kept({ type: 'DATE', length: 9 }).length).toBeNull();
  });

  it('has two to thirty unique choices if its type is choice, and otherwise none', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => `第${i}项`);
    const choice = (options: string[]) => wrong({ type: 'CHOICE', length: null, options });
    for (const n of [2, 30]) expect(choice(many(n))).toEqual({});
    for (const n of [0, 1, 31]) expect(choice(many(n))).toEqual({ options: rule('choices') });
    expect(choice(['甲', '乙'.repeat(21)])).toEqual({ options: rule('choice') });
    expect(choice(['甲', ' '])).toEqual({ options: rule('choice') });
    expect(choice(['甲', ' 甲 '])).toEqual({ options: rule('twice') });
    expect(kept({ options: ['甲', '乙'] }).options).toEqual([]);
    expect(choicesOf(' 甲 \n\n 乙\n')).toEqual(['甲', '乙']);
    expect(fieldForm.parse({ ...FIELD, type: 'CHOICE', options: '甲\n乙\n' }).options).toEqual(['甲', '乙']);
  });

  it('has words for all in each language: types, what may be given, and a sentence for each rule', () => {
    for (const words of [zhCN, zhTW, enUS]) {
      expect(Object.keys(words.type).toSorted()).toEqual([...ONBOARDING_TYPES].toSorted());
      expect(Object.keys(words.means).toSorted()).toEqual([...ONBOARDING_TYPES].toSorted());
      expect(Object.keys(words.category).toSorted()).toEqual([...FIELD_CATEGORIES].toSorted());
      expect(Object.keys(words.shownTo).toSorted()).toEqual([...FIELD_READERS].toSorted());
    }
  });

  it('reports exactly the differences between two versions', () => {
    const before = kept({ type: 'CHOICE', options: ['甲', '乙'], length: null });
    expect(changesBetween(before, before)).toEqual([]);
    const after = kept({ name: '民族', type: 'TEXT', length: 8, required: true, shownTo: 'HR' });
    expect(changesBetween(before, after)).toEqual([
      { what: 'name', before: '籍贯', after: '民族' },
      { what: 'type', before: 'CHOICE', after: 'TEXT' },
      { what: 'length', before: '', after: '8' },
      { what: 'options', before: '甲\n乙', after: '' },
      { what: 'required', before: 'false', after: 'true' },
      { what: 'shownTo', before: 'NEWCOMER', after: 'HR' },
    ]);
  });

  it('once removed takes no act any more', () => {
    for (const event of ['change', 'move', 'remove'] as const) {
      expect(can(FIELD_MACHINE, 'ACTIVE', event)).toBe(true);
      expect(can(FIELD_MACHINE, 'REMOVED', event)).toBe(false);
    }
    expect(next(FIELD_MACHINE, 'ACTIVE', 'remove')).toBe('REMOVED');
  });
});

describe('the preset fields', () => {
  it.each(LANGUAGES)('keep every rule, each name and code once, in all categories: %s', (language) => {
    const presets = presetFields(language);
    for (const { code, field } of presets) expect(fieldDefinition.parse(field), code).toEqual(field);
    for (const all of [presets.map(({ code }) => code), presets.map(({ field }) => field.name)])
      expect(new Set(all).size).toBe(presets.length);
    expect(new Set(presets.map(({ field }) => field.category))).toEqual(new Set(FIELD_CATEGORIES));
  });

  it('ask for what the roster keeps; pay and dates that HR sets are not asked of the newcomer', () => {
    const presets = presetFields('zh-CN');
    const codes = presets.map(({ code }) => code);
    for (const code of [
      'entryDate',
      'contractEnd',
      'regularDate',
      'firstWorkDate',
      'jobContent',
      'workLocation',
      'emergencyName',
      'emergencyPhone',
      'emergencyGender',
      'emergencyRelation',
      'bankName',
      'bankCard',
      'salary',
      'probationSalary',
      'contractStart',
      'EDUCATION',
      'RESIGNATION',
    ])
      expect(codes).toContain(code);
    const hr = presets.filter(({ field }) => field.shownTo === 'HR').map(({ code }) => code);
    expect(hr).toEqual(
      expect.arrayContaining(['entryDate', 'regularDate', 'salary', 'probationSalary', 'contractStart']),
    );
    expect(hr).not.toContain('bankCard');
  });
});
