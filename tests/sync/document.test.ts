import { expect, it } from 'vitest';
import { Doc } from 'yjs';
import { until } from '#tests/fixtures/until.ts';
import { claimsFor, enter, type Member, roomsOfTests } from './rooms.ts';

const rooms = roomsOfTests();
const { members } = rooms;

async function join(room: string, claims: Parameters<typeof claimsFor>[1] = {}, doc?: Doc): Promise<Member> {
  const member = await enter(rooms.sync, claimsFor(room, claims), doc);
  members.push(member);
  return member;
}
const synced = (member: Member) => until(() => expect(member.provider.synced).toBe(true));

it('merges what two people changed while both were offline', async () => {
  const [mine, yours] = [new Doc(), new Doc()];
  mine.getMap('draft').set('subject', 'Lease');
  mine.getArray('signers').push(['Anna']);
  yours.getMap('draft').set('deadline', 30);
  yours.getArray('signers').push(['Ben']);
  await join('draft:merge', { sub: 'a' }, mine);
  await join('draft:merge', { sub: 'b' }, yours);
  await until(() => {
    expect(mine.getMap('draft').toJSON()).toEqual({ subject: 'Lease', deadline: 30 });
    expect(mine.getArray('signers').toArray().sort()).toEqual(['Anna', 'Ben']);
    expect(yours.getArray('signers').toArray()).toEqual(mine.getArray('signers').toArray());
  });
});

it('gives a reader every change and takes none from them', async () => {
  const writer = await join('draft:read');
  const reader = await join('draft:read', { sub: 'r', access: 'read' });
  writer.doc.getMap('draft').set('subject', 'first');
  await until(() => expect(reader.doc.getMap('draft').get('subject')).toBe('first'));
  reader.doc.getMap('draft').set('subject', 'mine now');
  reader.doc.getMap('draft').set('extra', true);
  // What the writer sends next comes after what the reader sent; a third who enters sees what the room holds.
  writer.doc.getMap('draft').set('round', 2);
  await until(() => expect(reader.doc.getMap('draft').get('round')).toBe(2));
  const third = await join('draft:read', { sub: 't' });
  await until(() => expect(third.doc.getMap('draft').toJSON()).toEqual({ subject: 'first', round: 2 }));
  expect(writer.doc.getMap('draft').has('extra')).toBe(false);
});

it('shows who is there under the name of the token, whatever the client says', async () => {
  const honest = await join('draft:who', { sub: 'u1', name: '王芳' });
  const liar = await join('draft:who', { sub: 'u2', name: '李明', access: 'read' });
  liar.provider.awareness.setLocalState({ user: { id: 'u1', name: '王芳' }, page: 3 });
  const seen = () => honest.provider.awareness.getStates().get(liar.doc.clientID);
  await until(() => expect(seen()).toEqual({ user: { id: 'u2', name: '李明', access: 'read' }, page: 3 }));
});

it('does not let one client speak for another', async () => {
  const anna = await join('draft:puppet', { sub: 'a', name: 'Anna' });
  const ben = await join('draft:puppet', { sub: 'b', name: 'Ben' });
  anna.provider.awareness.setLocalState({ page: 1 });
  const annaSeen = () => ben.provider.awareness.getStates().get(anna.doc.clientID);
  await until(() => expect(annaSeen()?.page).toBe(1));
  // Ben's client takes over Anna's client number and sends a later state for it.
  const forger = new Doc();
  forger.clientID = anna.doc.clientID;
  const puppet = await join('draft:puppet', { sub: 'b', name: 'Ben' }, forger);
  await synced(puppet);
  for (let page = 2; page < 9; page += 1) puppet.provider.awareness.setLocalState({ page });
  ben.provider.awareness.setLocalState({ page: 99 });
  await until(() => expect(puppet.provider.awareness.getStates().get(ben.doc.clientID)?.page).toBe(99));
  expect(annaSeen()).toEqual({ page: 1, user: { id: 'a', name: 'Anna', access: 'write' } });
});

it('shows somebody again who was away for a moment, whatever the others repeated meanwhile', async () => {
  const anna = await join('draft:again', { sub: 'a', name: 'Anna' });
  const ben = await join('draft:again', { sub: 'b', name: 'Ben' });
  const carl = await join('draft:again', { sub: 'c', name: 'Carl' });
  anna.provider.awareness.setLocalState({ page: 1 });
  const seenBy = (who: Member) => who.provider.awareness.getStates().get(anna.doc.clientID)?.page;
  await until(() => expect([seenBy(ben), seenBy(carl)]).toEqual([1, 1]));
  anna.provider.disconnect();
  await until(() => expect([seenBy(ben), seenBy(carl)]).toEqual([undefined, undefined]));
  // Ben's and Carl's pages have told the room that she is gone; what they say next comes after it.
  ben.provider.awareness.setLocalState({ page: 5 });
  await until(() => expect(carl.provider.awareness.getStates().get(ben.doc.clientID)?.page).toBe(5));
  anna.provider.connect();
  anna.provider.awareness.setLocalState({ page: 2 });
  await until(() => expect([seenBy(ben), seenBy(carl)]).toEqual([2, 2]));
});

it('keeps the document and every edit that came back to another through kill -9 and a restart', async () => {
  const writer = await join('draft:lasting');
  const witness = await join('draft:lasting', { sub: 'w' });
  const list = writer.doc.getArray<number>('steps');
  for (let i = 0; i < 200; i += 1) list.push([i]);
  await until(() => expect(witness.doc.getArray('steps').length).toBe(200));
  writer.leave();
  witness.leave();
  const before = rooms.sync.service.restarts();
  process.kill(-rooms.sync.service.pid()!, 'SIGKILL');
  await until(() => expect(rooms.sync.service.restarts()).toBe(before + 1));
  const late = await join('draft:lasting', { sub: 'l' });
  await until(() =>
    expect(late.doc.getArray('steps').toArray()).toEqual(Array.from({ length: 200 }, (_, i) => i)),
  );
});

it('joins an open page again after a restart, with what it changed meanwhile', async () => {
  const page = await join('template:open', { sub: 'p' });
  await synced(page);
  process.kill(-rooms.sync.service.pid()!, 'SIGKILL');
  await until(() => expect(page.provider.wsconnected).toBe(false));
  page.doc.getMap('template').set('name', 'changed while away');
  const other = await join('template:open', { sub: 'o' });
  await until(() => expect(other.doc.getMap('template').get('name')).toBe('changed while away'));
});
