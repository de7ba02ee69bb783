import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SyncClaims, signSyncToken } from '#core/sync/token.ts';
import { CONNECTION_LIMIT } from '#sync/limits.ts';
import { until } from '#tests/fixtures/until.ts';
import { claimsFor, type SyncUnderTest, startSync } from './rooms.ts';

let sync: SyncUnderTest;
beforeAll(async () => {
  sync = await startSync();
});
afterAll(() => sync.stop());

/** What PartyKit takes as the id of a connection: a client can ask for one that somebody has. */
const ID = '_pk';

interface Visitor {
  socket: WebSocket;
  /** The code with which the room closed it; null while it is open. */
  code: () => number | null;
  heard: unknown[];
}

async function enterAs(claims: SyncClaims, id: string): Promise<Visitor> {
  const token = await signSyncToken(claims, sync.secrets.SYNC_SECRET);
  const query = new URLSearchParams({ token, [ID]: id });
  const socket = new WebSocket(`${sync.url.replace('http', 'ws')}/parties/main/${claims.room}?${query}`);
  const heard: unknown[] = [];
  let code: number | null = null;
  socket.onmessage = ({ data }) => heard.push(data);
  socket.onclose = (event) => {
    code = event.code;
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return { socket, code: () => code, heard };
}

const order = (room: string, init: RequestInit, query = '') =>
  fetch(`${sync.url}/parties/main/${room}${query}`, {
    ...init,
    headers: { Authorization: `Bearer ${sync.secrets.INTERNAL_KEY}` },
  });

/** Two connections that ask for one id, of which one has left. */
async function ghost(room: string): Promise<{ claims: SyncClaims; left: Visitor }> {
  const claims = claimsFor(room);
  const [first, left] = [await enterAs(claims, 'twin'), await enterAs(claims, 'twin')];
  first.socket.close();
  await until(() => expect(first.code()).not.toBeNull());
  return { claims, left };
}

it.each(['draft:twin', 'template:twin', 'newcomer:twin', 'contacts:twin', 'events:twin'])(
  'a connection in %s that asks for another’s id is removed with its ticket, hears no more',
  async (room) => {
    const { claims, left } = await ghost(room);
    expect((await order(room, { method: 'DELETE' }, `?ticket=${claims.jti}`)).status).toBe(204);
    await until(() => expect(left.code()).toBe(4401));
    const before = left.heard.length;
    await order(room, { method: 'POST', body: JSON.stringify({ event: 'after' }) });
    expect(left.heard.slice(before)).toEqual([]);
  },
);

it('a connection that asks for the id of another is closed when the room is cleared', async () => {
  const { left } = await ghost('draft:cleared');
  expect((await order('draft:cleared', { method: 'DELETE' })).status).toBe(204);
  await until(() => expect(left.code()).toBe(4410));
});

it('connections that all ask for one id count towards the limit of the room', async () => {
  const room = 'events:crowd';
  const all: Visitor[] = [];
  for (let n = 0; n < CONNECTION_LIMIT + 5; n += 1) all.push(await enterAs(claimsFor(room), 'twin'));
  await until(() => expect(all.filter(({ code }) => code() === 1013)).toHaveLength(5));
  expect(all.filter(({ code }) => code() === null)).toHaveLength(CONNECTION_LIMIT);
  for (const { socket } of all) socket.close();
});
