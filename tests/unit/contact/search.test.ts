import { pinyin } from 'pinyin-pro';
import { describe, expect, it } from 'vitest';
import { bookAccess } from '#core/contact/access.ts';
import { EMPTY_CONTACT } from '#core/contact/contact.ts';
import { matchesNumber } from '#core/contact/match-name.ts';
import { prepareSearch, type ReadName, searchContacts } from '#core/contact/search.ts';

const read: ReadName = (name) =>
  [...name].map((one) => pinyin(one, { toneType: 'none', type: 'array', multiple: true }));
const named = (name: string, phone = '') => ({ ...EMPTY_CONTACT, contactId: name, groups: [], name, phone });
const BOOK = [
  named('张三丰', '13812345678'),
  named('曾巩'),
  named('乐清电器有限公司'),
  { ...named('Acme Ltd'), person: '欧阳娜娜', email: 'legal@acme.example' },
];
const found = (text: string) => searchContacts(BOOK, text, read).map(({ name }) => name);

describe('a search in an address book', () => {
  it.each([
    ['三丰', ['张三丰']],
    ['zsf', ['张三丰']],
    ['zhangsf', ['张三丰']],
    ['Zhang San', ['张三丰']],
    ['sanf', ['张三丰']],
    // a character with several readings is found by each
    ['ceng', ['曾巩']],
    ['zeng', ['曾巩']],
    ['yueqing', ['乐清电器有限公司']],
    ['ACME', ['Acme Ltd']],
    ['oynn', ['Acme Ltd']],
    ['legal@', ['Acme Ltd']],
    ['2345', ['张三丰']],
    ['zx', []],
    ['', ['张三丰', '曾巩', '乐清电器有限公司', 'Acme Ltd']],
  ])('by “%s” finds %j', (text, names) => expect(found(text)).toEqual(names));

  it('is prepared a part at a time: each name is read, and what is found afterwards is the same', () => {
    const names: string[] = [];
    const note: ReadName = (name) => {
      names.push(name);
      return read(name);
    };
    const many = Array.from({ length: 120 }, (_, i) => named(`客户${i}`));
    const steps = [...prepareSearch([...many, ...BOOK], note)];
    expect(steps).toHaveLength(2);
    expect(names).toHaveLength(many.length + BOOK.length + 1);
    expect(found('oynn')).toEqual(['Acme Ltd']);
  });

  it('finds a masked number by its visible digits, and by the complete number', () => {
    const shown = '138****5678';
    expect(matchesNumber(shown, '5678')).toBe(true);
    expect(matchesNumber(shown, '13812345678')).toBe(true);
    expect(matchesNumber(shown, '1381')).toBe(false);
    expect(matchesNumber(shown, '1234')).toBe(false);
    expect(matchesNumber(shown, '13912345678')).toBe(false);
  });
});

it('a person keeps their own book; starters of tasks keep an enterprise’s, deciders read it', () => {
  expect(bookAccess('', [])).toBe('write');
  for (const role of ['ENT_ADMIN', 'BUSINESS_ADMIN', 'SIGN_OPERATOR', 'HR'])
    expect(bookAccess('e', [role]), role).toBe('write');
  for (const role of ['APPROVER', 'SEAL_ADMIN', 'SEAL_OPERATOR', 'LEGAL_REPRESENTATIVE', 'AUTHORIZER'])
    expect(bookAccess('e', [role]), role).toBe('read');
  expect(bookAccess('e', ['EMPLOYEE'])).toBeNull();
});
