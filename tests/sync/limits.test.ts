import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeUpdate } from 'y-protocols/sync';
import { Doc, encodeStateAsUpdate } from 'yjs';
import { signSyncToken } from '#core/sync/token.ts';
import { BATCH_LIMIT, PARTS_LIMIT } from '#sync/limits.ts';
import { until } from '#tests/fixtures/until.ts';
import { claimsFor, closeCode, enter, openSocket, type SyncUnderTest, startSync } from './rooms.ts';

let sync: SyncUnderTest;
beforeAll(async () => {
  sync = await startSync();
});
afterAll(() => sync.stop());

async function socketIn(room: string): Promise<WebSocket> {
  const socket = await openSocket(
    sync.url,
    room,
    await signSyncToken(claimsFor(room), sync.secrets.SYNC_SECRET),
  );
  if (socket === 'refused') throw new Error('refused');
  return socket;
}

/** A presence update of one client (y-protocols/awareness, encodeAwarenessUpdate). */
function presenceOf(client: number, state: object, clock = 1): Uint8Array<ArrayBuffer> {
  const inner = encoding.createEncoder();
  for (const number of [1, client, clock]) encoding.writeVarUint(inner, number);
  encoding.writeVarString(inner, JSON.stringify(state));
  const outer = encoding.createEncoder();
  encoding.writeVarUint(outer, 1);
  encoding.writeVarUint8Array(outer, encoding.toUint8Array(inner));
  return encoding.toUint8Array(outer).slice();
}

it('takes a document of several hundred thousand bytes at once', async () => {
  const writer = await enter(sync, claimsFor('contacts:big'));
  writer.doc.getMap('book').set('notes', 'x'.repeat(900_000));
  const reader = await enter(sync, claimsFor('contacts:big', { sub: 'r' }));
  await until(() => expect(reader.doc.getMap('book').get('notes')).toHaveLength(900_000));
  writer.leave();
  reader.leave();
});

it('takes a message of 2 MB in parts, and gives it to who enters later', async () => {
  const writer = await enter(sync, claimsFor('contacts:parts'));
  await until(() => expect(writer.provider.synced).toBe(true));
  writer.doc.getMap('book').set('notes', 'y'.repeat(2_000_000));
  const reader = await enter(sync, claimsFor('contacts:parts', { sub: 'r' }));
  await until(() => expect(reader.doc.getMap('book').get('notes')).toHaveLength(2_000_000));
  writer.leave();
  reader.leave();
});

it('closes the connection that sends too much with 1009; the room and its others go on', async () => {
  const room = 'draft:flood';
  const [anna, ben] = [await enter(sync, claimsFor(room)), await enter(sync, claimsFor(room, { sub: 'b' }))];
  const flood = await socketIn(room);
  const closed = closeCode(flood);
  const part = new Uint8Array(1_000_000);
  flood.send(`y-pk-batch#${JSON.stringify({ id: '1', type: 'start', size: 1, count: 1 })}`);
  for (let sent = 0; sent <= BATCH_LIMIT; sent += part.length) flood.send(part);
  expect(await closed).toBe(1009);
  anna.doc.getMap('draft').set('still', 'here');
  await until(() => expect(ben.doc.getMap('draft').get('still')).toBe('here'));
  anna.leave();
  ben.leave();
});

it('closes the connection that sends a message in parts without end, however small they are', async () => {
  const flood = await socketIn('draft:crumbs');
  const closed = closeCode(flood);
  flood.send(`y-pk-batch#${JSON.stringify({ id: '1', type: 'start', size: 1, count: 1 })}`);
  for (let i = 0; i <= PARTS_LIMIT; i += 1) flood.send(new Uint8Array(i % 2));
  expect(await closed).toBe(1009);
});

it('keeps one client of a connection, however many it says it is', async () => {
  const room = 'draft:crowd';
  const anna = await enter(sync, claimsFor(room));
  const socket = await socketIn(room);
  for (let client = 1; client <= 500; client += 1) socket.send(presenceOf(client, { page: client }));
  // What comes after has passed the same gate.
  const ben = await enter(sync, claimsFor(room, { sub: 'b' }));
  ben.provider.awareness.setLocalState({ page: 7 });
  const seen = () => anna.provider.awareness.getStates();
  await until(() => expect(seen().get(ben.doc.clientID)?.page).toBe(7));
  const theirs = [...seen().keys()].filter((client) => client <= 500);
  expect(theirs).toEqual([1]);
  socket.close();
  anna.leave();
  ben.leave();
});

it('lets nobody who repeats the presence of one who left keep them from coming back', async () => {
  const room = 'draft:echo';
  const anna = await enter(sync, claimsFor(room, { sub: 'a' }));
  const carl = await enter(sync, claimsFor(room, { sub: 'c' }));
  const seenByCarl = (client: number) => carl.provider.awareness.getStates().get(client)?.page;
  anna.provider.awareness.setLocalState({ page: 1 });
  await until(() => expect(seenByCarl(anna.doc.clientID)).toBe(1));
  const echo = await socketIn(room);
  echo.send(presenceOf(7, { page: 70 }));
  await until(() => expect(seenByCarl(7)).toBe(70));
  anna.provider.disconnect();
  await until(() => expect(seenByCarl(anna.doc.clientID)).toBeUndefined());
  // What Anna said before she left, repeated late; what comes after it has passed the same gate.
  echo.send(presenceOf(anna.doc.clientID, { page: 1 }));
  echo.send(presenceOf(7, { page: 71 }, 2));
  await until(() => expect(seenByCarl(7)).toBe(71));
  anna.provider.connect();
  anna.provider.awareness.setLocalState({ page: 2 });
  await until(() => expect(seenByCarl(anna.doc.clientID)).toBe(2));
  echo.close();
  anna.leave();
  carl.leave();
});

it('drops rubbish of every kind and goes on', async () => {
  const room = 'draft:rubbish';
  const anna = await enter(sync, claimsFor(room));
  const socket = await socketIn(room);
  const rubbish = [
    [],
    [0],
    [0, 9],
    [0, 2],
    [0, 2, 255, 255, 255],
    [1],
    [1, 3, 1, 1, 1],
    [2, 0],
    [3],
    [255, 255, 255, 255],
  ];
  for (const bytes of rubbish) socket.send(Uint8Array.from(bytes));
  for (const text of ['hello', 'y-pk-batch#', 'y-pk-batch#{"type":"end"}', '{"event":1}']) socket.send(text);
  const doc = new Doc();
  doc.getMap('draft').set('after', 'rubbish');
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 0);
  writeUpdate(encoder, encodeStateAsUpdate(doc));
  socket.send(encoding.toUint8Array(encoder).slice());
  await until(() => expect(anna.doc.getMap('draft').get('after')).toBe('rubbish'));
  anna.leave();
  socket.close();
});
