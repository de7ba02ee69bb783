import { describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, Map as YMap } from 'yjs';
import {
  contactsOf,
  followContacts,
  moveGroup,
  placeInGroup,
  putContact,
  putContacts,
  putGroup,
  readContacts,
  readGroups,
  removeContacts,
  removeGroup,
} from '#core/contact/book.ts';
import { type Contact, EMPTY_CONTACT } from '#core/contact/contact.ts';
import { findDuplicates, mergeContacts } from '#core/contact/duplicates.ts';

const person = (name: string, facts: Partial<Contact> = {}) => ({
  ...EMPTY_CONTACT,
  type: 'PERSON' as const,
  name,
  ...facts,
});
const contact = (contactId: string, name: string, facts: Partial<Contact> = {}): Contact => ({
  groups: [],
  contactId,
  ...person(name, facts),
});
/** A copy of a document that goes its own way, and both brought together again. */
function apart(doc: Doc) {
  const other = new Doc();
  applyUpdate(other, encodeStateAsUpdate(doc));
  return {
    other,
    together: () => {
      applyUpdate(doc, encodeStateAsUpdate(other));
      applyUpdate(other, encodeStateAsUpdate(doc));
    },
  };
}

describe('an address book', () => {
  it('keeps what two people did apart: different facts, different groups, new contacts', () => {
    const doc = new Doc();
    putGroup(doc, 'g1', '供应商');
    putGroup(doc, 'g2', '客户');
    putContact(doc, 'c1', person('王芳'));
    const { other, together } = apart(doc);
    putContact(doc, 'c1', { phone: '13800000001' });
    placeInGroup(doc, 'g1', ['c1'], true);
    putContact(doc, 'c2', person('李娜'));
    putContact(other, 'c1', { note: '财务' });
    placeInGroup(other, 'g2', ['c1'], true);
    putContact(other, 'c3', person('张伟'));
    together();
    for (const one of [doc, other]) {
      expect(
        readContacts(one)
          .map(({ contactId }) => contactId)
          .sort(),
      ).toEqual(['c1', 'c2', 'c3']);
      const merged = readContacts(one).find(({ contactId }) => contactId === 'c1');
      expect(merged).toMatchObject({ phone: '13800000001', note: '财务' });
      expect([...(merged?.groups ?? [])].sort()).toEqual(['g1', 'g2']);
    }
  });

  it('[3.19a] keeps a contact’s type (enterprise, person, department), name, phone and groups', () => {
    const doc = new Doc();
    putGroup(doc, 'g1', '供应商');
    const rows = [
      ['ENTERPRISE', '青石贸易有限公司', '021-88886666', ['g1']],
      ['PERSON', '王芳', '13800000001', []],
      ['DEPARTMENT', '采购部', '13800000002', ['g1']],
    ] as const;
    for (const [type, name, phone, groups] of rows)
      putContact(doc, type, { ...EMPTY_CONTACT, type, name, phone, groups, entName: '甲公司' });
    expect(readContacts(doc).map(({ type, name, phone, groups }) => [type, name, phone, groups])).toEqual(
      rows,
    );
    putContact(doc, 'other', { ...EMPTY_CONTACT, name: '王芳', type: 'TEAM' as 'PERSON' });
    expect(readContacts(doc)).toHaveLength(rows.length);
  });

  it('observes changes: only changed rows are parsed again, and invalid ones are omitted', () => {
    const doc = new Doc();
    putContacts(doc, [contact('c1', '王芳'), contact('c2', '李娜')]);
    const seen: ReadonlyMap<string, Contact>[] = [];
    const leave = followContacts(doc, (known) => seen.push(known));
    putContact(doc, 'c1', { phone: '13800000001' });
    expect(seen[1]?.get('c1')?.phone).toBe('13800000001');
    expect(seen[1]?.get('c2')).toBe(seen[0]?.get('c2'));
    contactsOf(doc).set('bad', new YMap([['name', '甲\u0000']]));
    removeContacts(doc, ['c2']);
    expect([...seen[3]!.keys()]).toEqual(['c1']);
    leave();
    putContact(doc, 'c1', { phone: '' });
    expect(seen).toHaveLength(4);
  });

  it('orders, renames and removes groups; contacts of a removed group stay', () => {
    const doc = new Doc();
    for (const [key, name] of [
      ['g1', '供应商'],
      ['g2', '客户'],
      ['g3', '律所'],
    ] as const)
      putGroup(doc, key, name);
    const names = () => readGroups(doc).map(({ name }) => name);
    moveGroup(doc, 'g3', -1);
    expect(names()).toEqual(['供应商', '律所', '客户']);
    moveGroup(doc, 'g1', -1);
    moveGroup(doc, 'g1', 1);
    expect(names()).toEqual(['律所', '供应商', '客户']);
    putGroup(doc, 'g1', '供货方');
    putContact(doc, 'c1', { ...person('王芳'), groups: ['g1', 'g2'] });
    removeGroup(doc, 'g1');
    expect(names()).toEqual(['律所', '客户']);
    expect(readContacts(doc)).toMatchObject([{ name: '王芳', groups: ['g2'] }]);
    placeInGroup(doc, 'g2', ['c1'], false);
    expect(readContacts(doc)[0]?.groups).toEqual([]);
  });

  it('finds probable duplicates, and none with different numbers', () => {
    const keys = (contacts: Contact[]) =>
      findDuplicates(contacts).map((cluster) => cluster.map(({ contactId }) => contactId));
    const phone = '13800000001';
    expect(
      keys([
        contact('a', '王芳', { phone }),
        contact('b', '李娜', { phone }),
        contact('c', '王芳', { phone }),
      ]),
    ).toEqual([['a', 'c']]);
    expect(keys([contact('a', '王芳', { phone }), contact('b', '王芳')])).toEqual([['a', 'b']]);
    expect(keys([contact('a', '王芳', { phone }), contact('b', '王芳', { phone: '13800000002' })])).toEqual(
      [],
    );
    // two of that name with different numbers: nobody knows which of them the third is
    expect(
      keys([
        contact('a', '王芳', { phone }),
        contact('b', '王芳', { phone: '13800000002' }),
        contact('c', '王芳'),
      ]),
    ).toEqual([]);
    expect(
      keys([
        contact('a', '王芳', { idType: 'PASSPORT', idNumber: 'E1234567' }),
        contact('b', '王小芳', { idType: 'PASSPORT', idNumber: 'E1234567' }),
      ]),
    ).toEqual([['a', 'b']]);
    const [one, other] = ['a@example.cn', 'b@example.cn'].map((email) => ({ email }));
    expect(keys([contact('a', '王芳', one), contact('b', '王芳', other)])).toEqual([]);
    expect(keys([contact('a', '王芳', one), contact('b', '王芳', one)])).toEqual([['a', 'b']]);
    expect(
      keys([contact('a', '王芳', { entName: '甲公司' }), contact('b', '王芳', { entName: '乙公司' })]),
    ).toEqual([]);
  });

  it('merges duplicates: what one lacks the others give, with the groups and notes of all', () => {
    const kept = contact('a', '王芳', { phone: '13800000001', note: '财务', groups: ['g1'] });
    const other = contact('b', '王芳', {
      phone: '13900000000',
      email: 'wang@example.cn',
      idType: 'PASSPORT',
      idNumber: 'E1234567',
      note: '周末勿扰',
      groups: ['g1', 'g2'],
    });
    expect(mergeContacts(kept, [other])).toMatchObject({
      phone: '13800000001',
      email: 'wang@example.cn',
      idType: 'PASSPORT',
      idNumber: 'E1234567',
      note: '财务\n周末勿扰',
      groups: ['g1', 'g2'],
    });
  });
});
