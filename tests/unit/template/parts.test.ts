import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/locales/languages.ts';
import {
  fieldLength,
  fieldName,
  fieldTypes,
  joinedTypes,
  roleName,
  roleNote,
  roleType,
} from '#core/template/parts.ts';
import { STANDARD_NAMES, standardFields, standardRoles } from '#core/template/standard-parts.ts';

type Rule = { safeParse(value: unknown): { success: boolean } };
const lets = (rule: Rule, value: unknown): boolean => rule.safeParse(value).success;
const says = (rule: typeof roleName, value: string): string | undefined =>
  rule.safeParse(value).error?.issues[0]?.message;

describe('a role of templates', () => {
  it('[5.2a] [9.3] has a name of 1 to 20 characters, trimmed; empty, a signing role is missing', () => {
    expect(roleName.parse('  采购方  ')).toBe('采购方');
    expect(roleName.parse('Party\t  C')).toBe('Party C');
    for (const nothing of ['', '   ']) expect(says(roleName, nothing)).toBe('template:rule.roleName');
    expect(lets(roleName, '方'.repeat(20))).toBe(true);
    // rare characters count once
    expect(lets(roleName, '𠮷'.repeat(20))).toBe(true);
    expect(says(roleName, '方'.repeat(21))).toBe('rule:length20');
  });

  it('[5.2b] is of a type', () => {
    expect(['ENTERPRISE', 'PERSON', '', 'ROBOT'].map((type) => lets(roleType, type))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('[5.2c] [9.3] has a note of 1 to 50 characters', () => {
    expect(['', ' ', '注', '注'.repeat(50), '注'.repeat(51)].map((note) => lets(roleNote, note))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('a field of templates', () => {
  it('[5.3a] [9.4] has a name of 1 to 10 Chinese characters, letters, digits and . · - _', () => {
    for (const name of ['合同编号', 'No.1', 'a-b_c', '张·三', '𠮷'.repeat(10)])
      expect(lets(fieldName, name), name).toBe(true);
    expect(lets(fieldName, '')).toBe(false);
    expect(says(fieldName, '字'.repeat(11))).toBe('rule:length10');
    for (const name of ['金额(元)', '甲 乙', '100%', 'a/b', '价格￥', 'é', '，'])
      expect(says(fieldName, name), name).toBe('template:rule.fieldName');
  });

  it('[5.3b] [9.4] has 1 to 30 characters, an integer', () => {
    expect([0, 1, 30, 31, 1.5, -1, Number.NaN, '5', null].map((n) => lets(fieldLength, n))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('[5.3c] [3.8] is of one or several types, comma-joined on the wire', () => {
    expect(lets(fieldTypes, [])).toBe(false);
    expect(lets(fieldTypes, ['TEXT', 'DATE'])).toBe(true);
    expect(joinedTypes.parse('DATE, TEXT,DATE')).toEqual(['TEXT', 'DATE']);
    for (const codes of ['', 'TEXT,', 'COLOUR']) expect(lets(joinedTypes, codes), codes).toBe(false);
  });
});

it('[0.1d] what the system gives obeys the same rules in every language', () => {
  for (const language of LANGUAGES) {
    for (const { id, name, note } of standardRoles(language)) {
      expect(id).toMatch(/^[0-9a-z]{8,40}$/);
      expect([roleName.parse(name), roleNote.parse(note)]).toEqual([name, note]);
      expect(STANDARD_NAMES.ROLE.has(name)).toBe(true);
    }
    const fields = standardFields(language);
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    for (const { id, name, length, types } of fields) {
      expect(id).toMatch(/^[0-9a-z]{8,40}$/);
      expect([fieldName.parse(name), fieldLength.parse(length), fieldTypes.parse(types)]).toEqual([
        name,
        length,
        types,
      ]);
      expect(STANDARD_NAMES.FIELD.has(name)).toBe(true);
    }
  }
});
