import { expect, it } from 'vitest';
import { Doc } from 'yjs';
import { LIMITS } from '#core/config/limits.ts';
import { putContacts, readContacts, readGroups } from '#core/contact/book.ts';
import { changeBook, listFromBook } from '#core/contact/change-book.ts';
import { bookOrder } from '#core/contact/program-book.ts';
import { manyContacts } from '#tests/fixtures/contacts.ts';

const change = (doc: Doc, order: object) => {
  const parsed = bookOrder.parse(order);
  if (parsed.act === 'list') throw new Error('not a change');
  return changeBook(doc, parsed);
};
const person = (contactId: string, name: string, more: object = {}) => ({
  contactId,
  isNew: true,
  type: 'PERSON',
  name,
  ...more,
});
const list = (doc: Doc, query: object = {}) => {
  const parsed = bookOrder.parse({ act: 'list', ...query });
  return listFromBook(doc, parsed as Extract<typeof parsed, { act: 'list' }>);
};

it('the same order twice leaves the same book, with one group of a name', () => {
  const doc = new Doc();
  const order = {
    act: 'save',
    contacts: [person('c2', '李娜', { groups: ['供应商'] }), person('c1', '王芳')],
  };
  expect([change(doc, order), change(doc, order)]).toEqual(
    Array(2).fill({ changed: 2, problems: [], full: false }),
  );
  expect(list(doc).records.map(({ contactId, groups }) => [contactId, groups])).toEqual([
    ['c1', []],
    ['c2', ['供应商']],
  ]);
  change(doc, { act: 'save', contacts: [person('c3', '张伟', { groups: ['供应商'] })] });
  expect(readGroups(doc).map(({ name }) => name)).toEqual(['供应商']);
});

it('a fact that is not given stays, one that is given empty is cleared', () => {
  const doc = new Doc();
  change(doc, {
    act: 'save',
    contacts: [person('c1', '王芳', { phone: '13800000001', email: 'w@example.cn' })],
  });
  change(doc, { act: 'save', contacts: [{ contactId: 'c1', isNew: false, email: '', note: '每周一在' }] });
  expect(readContacts(doc)).toMatchObject([
    { name: '王芳', phone: '13800000001', email: '', note: '每周一在' },
  ]);
});

it('a full book takes no other, only changes; of several, one that breaks a rule stops all', () => {
  const doc = new Doc();
  putContacts(doc, manyContacts(LIMITS.contacts));
  expect(change(doc, { act: 'save', contacts: [person('c1', '王芳')] })).toEqual({
    changed: 0,
    problems: [],
    full: true,
  });
  const [first] = list(doc, { size: 1 }).records;
  const known = { contactId: first!.contactId, isNew: false };
  expect(change(doc, { act: 'save', contacts: [{ ...known, note: '已核对' }] }).changed).toBe(1);
  const one = { ...known, note: '再核对' };
  const mixed = change(doc, { act: 'save', contacts: [one, { ...known, contactId: 'nobody', note: 'x' }] });
  expect(mixed.problems).toEqual([{ path: 'contacts.1.contactId', problem: 'notFound' }]);
  expect(list(doc, { size: 1 }).records[0]!.note).toBe('已核对');
  const gone = { act: 'remove', contactIds: [first!.contactId, 'nobody'] };
  expect(change(doc, gone).problems).toEqual([{ path: 'contactIds.1', problem: 'notFound' }]);
  expect(readContacts(doc)).toHaveLength(LIMITS.contacts);
});
