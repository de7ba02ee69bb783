import { expect, it } from 'vitest';
import { signSyncToken } from '#core/sync/token.ts';
import { product } from '#tests/product.ts';

const room = 'events:forward';
const claims = {
  jti: 'forward',
  sub: 'u1',
  name: '王芳',
  room,
  access: 'read' as const,
  exp: Math.floor(Date.now() / 1000) + 600,
};

function open(token: string): Promise<WebSocket | 'refused'> {
  const url = `${product().baseUrl.replace('http', 'ws')}/sync/${encodeURIComponent(room)}?token=${token}`;
  const socket = new WebSocket(url);
  return new Promise((resolve) => {
    socket.onopen = () => resolve(socket);
    socket.onerror = () => resolve('refused');
  });
}

it('reaches a room through the address of the product, and hears what the edge pushes there', async () => {
  const { syncUrl, syncSecret, internalKey } = product();
  const socket = await open(await signSyncToken(claims, syncSecret));
  if (socket === 'refused') throw new Error('refused');
  const heard = new Promise((resolve) => {
    socket.onmessage = ({ data }) => resolve(data);
  });
  const answer = await fetch(`${syncUrl}/parties/main/${room}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${internalKey}` },
    body: '{"event":"changed"}',
  });
  expect(answer.status).toBe(204);
  expect(await heard).toBe('{"event":"changed"}');
  socket.close();
});

it('refuses at that address, too, who has no token for the room', async () => {
  expect(await open('')).toBe('refused');
  expect(await open(await signSyncToken({ ...claims, room: 'events:other' }, product().syncSecret))).toBe(
    'refused',
  );
});

it('passes on nothing but websockets: the internal ways of a room stay inside', async () => {
  const { baseUrl, internalKey } = product();
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await fetch(`${baseUrl}/sync/${room}`, {
      method,
      headers: { authorization: `Bearer ${internalKey}` },
    });
    expect(answer.status).toBe(426);
  }
});
