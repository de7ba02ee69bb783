import { expect, it } from 'vitest';
import type { Doc } from 'yjs';
import { LIMITS } from '#core/config/limits.ts';
import {
  contactsOf,
  placeInGroup,
  putContact,
  putContacts,
  putGroup,
  readContacts,
} from '#core/contact/book.ts';
import { type ContactFacts, EMPTY_CONTACT } from '#core/contact/contact.ts';
import { signSyncToken } from '#core/sync/token.ts';
import { manyContacts } from '#tests/fixtures/contacts.ts';
import { until } from '#tests/fixtures/until.ts';
import { claimsFor, enter, type Member, openSocket, roomsOfTests } from './rooms.ts';

const rooms = roomsOfTests();
const { members } = rooms;

const person = (name: string): ContactFacts => ({ ...EMPTY_CONTACT, type: 'PERSON', name });

async function come(
  room: string,
  sub: string,
  access: 'read' | 'write' = 'write',
  doc?: Doc,
): Promise<Member> {
  const member = await enter(rooms.sync, claimsFor(room, { sub, access }), doc);
  members.push(member);
  await until(() => expect(member.provider.synced).toBe(true));
  return member;
}
const namesIn = ({ doc }: Member) =>
  readContacts(doc)
    .map(({ name }) => name)
    .sort();

it('two colleagues see each other’s contacts at once, and what both did offline is merged', async () => {
  const room = 'contacts:E-merge';
  const [a, b] = [await come(room, 'a'), await come(room, 'b')];
  putGroup(a.doc, 'g1', '供应商');
  putContact(a.doc, 'c1', person('王芳'));
  await until(() => expect(namesIn(b)).toEqual(['王芳']));
  for (const { provider } of [a, b]) provider.disconnect();
  putContact(a.doc, 'c1', { phone: '13800000001' });
  putContact(a.doc, 'c2', person('李娜'));
  putContact(b.doc, 'c1', { email: 'wang@example.cn' });
  placeInGroup(b.doc, 'g1', ['c1'], true);
  for (const { provider } of [a, b]) provider.connect();
  for (const { doc } of [a, b])
    await until(() =>
      expect(readContacts(doc).sort((x, y) => (x.contactId < y.contactId ? -1 : 1))).toMatchObject([
        { name: '王芳', phone: '13800000001', email: 'wang@example.cn', groups: ['g1'] },
        { name: '李娜' },
      ]),
    );
});

it('who may only read an address book changes nothing in it for others', async () => {
  const room = 'contacts:E-read';
  const [writer, reader] = [await come(room, 'a'), await come(room, 'b', 'read')];
  putContact(writer.doc, 'c1', person('王芳'));
  await until(() => expect(namesIn(reader)).toEqual(['王芳']));
  contactsOf(reader.doc).delete('c1');
  putContact(reader.doc, 'c2', person('李娜'));
  putContact(writer.doc, 'c3', person('张伟'));
  const third = await come(room, 'c', 'read');
  await until(() => expect(namesIn(third)).toEqual(['张伟', '王芳']));
  expect(namesIn(writer)).toEqual(['张伟', '王芳']);
});

it('a ticket to another owner’s address book opens nothing', async () => {
  const ticket = await signSyncToken(claimsFor('contacts:E-own'), rooms.sync.secrets.SYNC_SECRET);
  expect(await openSocket(rooms.sync.url, 'contacts:E-other', ticket)).toBe('refused');
});

it('a full book of 10,000 contacts, made offline, comes to a colleague whole', async () => {
  const room = 'contacts:E-full';
  const a = await come(room, 'a');
  a.provider.disconnect();
  putContacts(a.doc, manyContacts(LIMITS.contacts));
  a.provider.connect();
  await until(() => expect(a.provider.synced).toBe(true));
  const b = await come(room, 'b');
  await until(() => expect(contactsOf(b.doc).size).toBe(LIMITS.contacts));
  for (const { leave } of members.splice(0)) leave();
  // what the room keeps, too
  const c = await come(room, 'c', 'read');
  await until(() => expect(contactsOf(c.doc).size).toBe(LIMITS.contacts));
});

it('a program changes a book: colleagues see it at once and after a restart; others may not', async () => {
  const room = 'contacts:E-program';
  const ask = (order: object, key = rooms.sync.secrets.INTERNAL_KEY, to = room) =>
    fetch(`${rooms.sync.url}/parties/main/${to}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(order),
    });
  const save = (name: string, contactId: string) => ({
    act: 'save',
    contacts: [{ contactId, isNew: true, type: 'PERSON', name, groups: ['供应商'] }],
  });
  const list = { act: 'list', size: 2, after: 'c1' };
  // Nobody is in the room: what is answered is stored all the same.
  expect(await (await ask(save('王芳', 'c1'))).json()).toEqual({ changed: 1, problems: [], full: false });
  const a = await come(room, 'a');
  expect(namesIn(a)).toEqual(['王芳']);
  expect((await ask(save('李娜', 'c2'))).status).toBe(200);
  await until(() => expect(namesIn(a)).toEqual(['李娜', '王芳']));
  putContact(a.doc, 'c3', person('张伟'));
  const listed = async () =>
    ((await (await ask(list)).json()) as { records: { name: string }[] }).records.map(({ name }) => name);
  await until(async () => expect(await listed()).toEqual(['李娜', '张伟']));

  process.kill(-rooms.sync.service.pid()!, 'SIGKILL');
  await until(async () => expect(await listed()).toEqual(['李娜', '张伟']));
  for (const order of [list, save('陌生人', 'c9')]) {
    expect((await ask(order, 'wrong')).status).toBe(401);
    // Other rooms are no address books.
    expect((await ask(order, rooms.sync.secrets.INTERNAL_KEY, 'draft:d1')).status).toBe(405);
  }
});
