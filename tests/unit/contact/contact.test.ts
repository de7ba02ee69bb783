import { describe, expect, it } from 'vitest';
import {
  CONTACT_FIELDS,
  CONTACT_TYPES,
  type ContactFacts,
  contactRules,
  EMPTY_CONTACT,
  readContactFacts,
} from '#core/contact/contact.ts';
import { randomFrom } from '#tests/fixtures/random.ts';

const person = (facts: Partial<ContactFacts>): ContactFacts => ({
  ...EMPTY_CONTACT,
  type: 'PERSON',
  name: '王芳',
  ...facts,
});
const problems = (facts: Partial<ContactFacts>) =>
  contactRules.safeParse(person(facts)).error?.issues.map(({ path, message }) => [path.join('.'), message]) ??
  [];

describe('what a contact may be', () => {
  it('is an enterprise, a person or a department, each with what it has a use for', () => {
    expect(
      readContactFacts(person({ phone: '138 0013 8000', idType: 'PASSPORT', idNumber: 'e1234567' })),
    ).toEqual(person({ phone: '13800138000', idType: 'PASSPORT', idNumber: 'E1234567' }));
    const enterprise = { ...EMPTY_CONTACT, name: '甲(上海)公司', person: '李娜', phone: '021-88886666' };
    expect(
      readContactFacts({ ...enterprise, idType: 'PASSPORT', idNumber: 'E1234567', entName: '乙公司' }),
    ).toEqual({
      ...enterprise,
      name: '甲（上海）公司',
    });
    expect(
      readContactFacts({
        ...EMPTY_CONTACT,
        type: 'DEPARTMENT',
        name: '采购部',
        entName: '甲公司',
        person: '李娜',
      }),
    ).toMatchObject({ type: 'DEPARTMENT', entName: '甲公司', person: '李娜' });
  });

  it.each<[string, Partial<ContactFacts>, string, string]>([
    ['no name', { name: ' ' }, 'name', 'contact:rule.nameRequired'],
    ['a name of invisible characters', { name: '王\u202e芳' }, 'name', 'contact:rule.tooLong'],
    ['a name that is too long', { name: '王'.repeat(51) }, 'name', 'contact:rule.tooLong'],
    ['a phone that is none', { phone: '12345' }, 'phone', 'rule:phone'],
    ['an address that is none', { email: 'a@' }, 'email', 'rule:email'],
    ['a number without its type', { idNumber: 'E1234567' }, 'idType', 'contact:rule.idTypeRequired'],
    [
      'a number of another type',
      { idType: 'RESIDENT_ID', idNumber: 'E1234567' },
      'idNumber',
      'rule:idNumber',
    ],
    [
      'a department without its enterprise',
      { type: 'DEPARTMENT' },
      'entName',
      'contact:rule.entNameRequired',
    ],
    ['an enterprise of one character', { type: 'ENTERPRISE', name: '甲' }, 'name', 'rule:enterpriseName'],
    ['a note that is too long', { note: '长'.repeat(201) }, 'note', 'contact:rule.tooLong'],
  ])('refuses %s', (_, facts, path, message) => {
    expect(problems(facts)).toContainEqual([path, message]);
  });
});

it('reads the usual contact as the schema would, and leaves what is unusual to the schema', () => {
  const random = randomFrom('contacts read without the schema');
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const TEXTS = [
    '',
    ' ',
    '王',
    '王芳',
    '欧阳·娜',
    '古丽 娜',
    '甲(上海)公司',
    '甲（上海）公司',
    '（甲）',
    'Acme',
    'Acme Ltd',
    'A（B）',
    '王\u202e芳',
    '王\n芳',
    '王'.repeat(50),
    '王'.repeat(51),
    '𠮷'.repeat(50),
    '<b>',
    '１３８',
    '长期合作，2026年。',
    '13800138000',
    '138 0013 8000',
    '12345',
    '021-88886666',
    '１３８００１３８０００',
    'a@b.cn',
    'a.b@c.example.com',
    'a_-b@c.cn',
    'A@B.cn',
    'a@b',
    ' a@b.cn',
    'a..b@c.cn',
    'a@-b.cn',
    '长'.repeat(200),
    '长'.repeat(201),
  ];
  let settled = 0;
  for (let round = 0; round < 5_000; round += 1) {
    const facts: Record<string, unknown> = {
      ...EMPTY_CONTACT,
      type: pick([...CONTACT_TYPES, 'OTHER']),
      'in:g': true,
    };
    for (const field of CONTACT_FIELDS)
      if (field !== 'type' && random() < (field.startsWith('id') ? 0.1 : 0.5))
        facts[field] = random() < 0.02 ? 7 : pick(TEXTS);
    const read = readContactFacts(facts);
    expect(read, JSON.stringify(facts)).toEqual(contactRules.safeParse(facts).data ?? null);
    if (read) settled += 1;
  }
  expect(settled).toBeGreaterThan(50);
});
