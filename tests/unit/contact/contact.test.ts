import { describe, expect, it } from 'vitest';
import { type ContactFacts, contactRules, EMPTY_CONTACT, readContactFacts } from '#core/contact/contact.ts';

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
