import { afterAll, beforeAll, expect, it } from 'vitest';
import { signSyncToken } from '#core/sync/token.ts';
import { until } from '#tests/fixtures/until.ts';
import { claimsFor, closeCode, enter, openSocket, type SyncUnderTest, startSync } from './rooms.ts';

let sync: SyncUnderTest;
beforeAll(async () => {
  sync = await startSync();
});
afterAll(() => sync.stop());

function order(
  room: string,
  method: string,
  body?: unknown,
  key = sync.secrets.INTERNAL_KEY,
): Promise<Response> {
  return fetch(`${sync.url}/parties/main/${room}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

async function listen(room: string): Promise<{ socket: WebSocket; heard: string[] }> {
  const token = await signSyncToken(claimsFor(room, { access: 'read' }), sync.secrets.SYNC_SECRET);
  const heard: string[] = [];
  const socket = await openSocket(sync.url, room, token, (data) => heard.push(String(data)));
  if (socket === 'refused') throw new Error('refused');
  return { socket, heard };
}

it('pushes an event of the edge to everyone in the room, and to no other room', async () => {
  const [one, two] = [await listen('events:u1'), await listen('events:u1')];
  const other = await listen('events:u2');
  expect((await order('events:u1', 'POST', { task: 't1' })).status).toBe(204);
  await until(() => expect([one.heard, two.heard]).toEqual([['{"task":"t1"}'], ['{"task":"t1"}']]));
  expect((await order('events:u2', 'POST', '"last"')).status).toBe(204);
  await until(() => expect(other.heard).toEqual(['"last"']));
  for (const { socket } of [one, two, other]) socket.close();
});

it('tells who comes just afterwards the newest event, which came while their page opened', async () => {
  for (const task of ['"first"', '"newest"']) await order('events:late', 'POST', task);
  const late = await listen('events:late');
  await until(() => expect(late.heard).toEqual(['"newest"']));
  await order('events:late', 'POST', '"next"');
  await until(() => expect(late.heard).toEqual(['"newest"', '"next"']));
  late.socket.close();
});

it('passes nothing on that a listener sends', async () => {
  const [one, two] = [await listen('events:quiet'), await listen('events:quiet')];
  one.socket.send('{"task":"forged"}');
  one.socket.send(new Uint8Array([0, 0, 0]));
  await order('events:quiet', 'POST', '1');
  await until(() => expect(two.heard).toEqual(['1']));
  for (const { socket } of [one, two]) socket.close();
});

it('takes orders with the internal key only, of a size and kind that it knows', async () => {
  for (const key of ['', 'wrong', `${sync.secrets.INTERNAL_KEY}x`]) {
    expect((await order('events:u1', 'POST', '1', key)).status).toBe(401);
    expect((await order('draft:any', 'DELETE', undefined, key)).status).toBe(401);
  }
  expect((await order('nothing', 'POST', '1')).status).toBe(401);
  expect((await order('events:u1', 'PUT', '1')).status).toBe(405);
  expect((await order('events:u1', 'POST', 'not json')).status).toBe(400);
  expect((await order('events:u1', 'POST', `"${'x'.repeat(20_000)}"`)).status).toBe(413);
});

it('forgets a document that was sent or deleted, and ends who is still in it', async () => {
  const writer = await enter(sync, claimsFor('draft:sent'));
  writer.doc.getMap('draft').set('subject', 'sent');
  const witness = await enter(sync, claimsFor('draft:sent', { sub: 'w' }));
  await until(() => expect(witness.doc.getMap('draft').get('subject')).toBe('sent'));
  witness.leave();
  const token = await signSyncToken(claimsFor('draft:sent'), sync.secrets.SYNC_SECRET);
  const socket = await openSocket(sync.url, 'draft:sent', token);
  if (socket === 'refused') throw new Error('refused');
  const closed = closeCode(socket);
  writer.leave();
  expect((await order('draft:sent', 'DELETE')).status).toBe(204);
  expect(await closed).toBe(4410);
  const late = await enter(sync, claimsFor('draft:sent', { sub: 'l' }));
  await until(() => expect(late.provider.synced).toBe(true));
  expect(late.doc.getMap('draft').size).toBe(0);
  late.leave();
});

it('ends a ticket’s connections and admits nobody by it, even once started anew; others stay', async () => {
  for (const room of ['events:ended', 'draft:ended']) {
    const ticket = claimsFor(room, { access: 'read' });
    const token = await signSyncToken(ticket, sync.secrets.SYNC_SECRET);
    const [lost, again] = [await openSocket(sync.url, room, token), await openSocket(sync.url, room, token)];
    // the same person on another device
    const other = await openSocket(
      sync.url,
      room,
      await signSyncToken(claimsFor(room, { access: 'read' }), sync.secrets.SYNC_SECRET),
    );
    if (lost === 'refused' || again === 'refused' || other === 'refused') throw new Error('refused');
    const closed = Promise.all([lost, again].map(closeCode));
    expect((await order(room, `DELETE`, undefined, 'wrong')).status).toBe(401);
    expect((await endTickets(room, [ticket.jti, 'unknown'])).status).toBe(204);
    expect(await closed).toEqual([4401, 4401]);
    expect(other.readyState).toBe(WebSocket.OPEN);
    expect(await codeOfEntry(room, token)).toBe(4401);
    other.close();
  }
  const kept = claimsFor('draft:kept');
  const token = await signSyncToken(kept, sync.secrets.SYNC_SECRET);
  const writer = await enter(sync, claimsFor('draft:kept', { sub: 'w' }));
  writer.doc.getMap('draft').set('subject', 'kept');
  await endTickets('draft:kept', [kept.jti]);
  writer.leave();
  // the whole service, as after a failure: what was ended is on the disk, beside the document
  const before = sync.service.restarts();
  process.kill(-sync.service.pid()!, 'SIGKILL');
  await until(() => expect(sync.service.restarts()).toBe(before + 1));
  await expect.poll(() => codeOfEntry('draft:kept', token)).toBe(4401);
});

const endTickets = (room: string, ids: readonly string[]) =>
  order(`${room}?${ids.map((id) => `ticket=${id}`).join('&')}`, 'DELETE');

/** With which code the room closes a connection that it let open. */
async function codeOfEntry(room: string, token: string): Promise<number> {
  const socket = await openSocket(sync.url, room, token);
  return socket === 'refused' ? 0 : closeCode(socket);
}
