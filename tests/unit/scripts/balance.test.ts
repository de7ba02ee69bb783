import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ERROR_CODES } from '#core/errors.ts';
import { balance } from '#scripts/product/balance.ts';
import { freePort } from '#scripts/product/free-port.ts';

/** Longer than a Worker that hangs needs until it is asked again. */
const PATIENCE = { timeout: 30_000, interval: 50 };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Backend = { server: Server; port: number; served: string[]; sockets: Set<Socket> };

/** A server that stands for a Worker; it says of each request which it was. */
async function backend(answer: RequestListener = (_, response) => response.end('ok')): Promise<Backend> {
  const served: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((asked, response) => {
    if (asked.url === '/ecapi') return response.end();
    served.push(`${asked.method} ${asked.url}`);
    return answer(asked, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => new Promise((done) => server.close(done).closeAllConnections()));
  return { server, port: (server.address() as AddressInfo).port, served, sockets };
}

async function before(backends: Backend[]): Promise<string> {
  const port = await freePort();
  const { stop } = await balance(
    port,
    backends.map((one) => one.port),
  );
  ends.push(stop);
  return `http://127.0.0.1:${port}`;
}

/** Ends a server as kill -9 does: no connection is left, and none accepted. */
const kill = (one: Backend) => {
  one.server.close();
  for (const socket of one.sockets) socket.resetAndDestroy();
};

it('passes on what was asked and answered, to each in turn', async () => {
  const echo: RequestListener = async (asked, response) => {
    const parts: Buffer[] = [];
    for await (const part of asked as AsyncIterable<Buffer>) parts.push(part);
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.writeHead(207, { host: asked.headers.host, 'x-token': asked.headers['x-token'] });
    response.end(Buffer.concat(parts));
  };
  const both = [await backend(echo), await backend(echo)];
  const url = await before(both);
  const body = new Uint8Array(3_000_000).fill(7);
  for (let i = 0; i < 4; i++) {
    const answer = await fetch(`${url}/a?b=${i}`, { method: 'POST', headers: { 'x-token': 't' }, body });
    expect(answer.status).toBe(207);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('host')).toBe(new URL(url).host);
    expect(answer.headers.get('x-token')).toBe('t');
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
  }
  expect(both.map(({ served }) => served.length)).toEqual([2, 2]);
});

it('asks another where one is gone, at once', async () => {
  const [gone, good] = [await backend(), await backend()];
  const url = await before([gone, good]);
  kill(gone);
  for (let i = 0; i < 6; i++)
    expect((await fetch(`${url}/${i}`, { method: 'POST', body: 'x' })).status).toBe(200);
  expect(good.served).toHaveLength(6);
});

it('asks another for what only reads; 503 with Retry-After for what may have taken effect', async () => {
  const held: Backend = await backend(() => undefined);
  const good = await backend();
  const url = await before([held, good]);
  const ask = async (method: string) => {
    const answers = [0, 1].map(() => fetch(url, { method, headers: { 'x-request-id': 'one-request' } }));
    await expect.poll(() => held.served.length, PATIENCE).toBeGreaterThan(0);
    for (const socket of held.sockets) socket.resetAndDestroy();
    return Promise.all(answers);
  };
  const written = await ask('POST');
  expect(written.map(({ status }) => status).sort()).toEqual([200, 503]);
  const refused = written.find(({ status }) => status === 503)!;
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ code: ERROR_CODES.UNAVAILABLE, requestId: 'one-request' });
  expect(good.served).toEqual(['POST /']);
  held.served.length = 0;
  const read = await ask('GET');
  expect(read.map(({ status }) => status)).toEqual([200, 200]);
});

it('takes what only reads from one that hangs, and gives it none until it answers again', async () => {
  let hangs = true;
  const hanging = await backend();
  const listeners = hanging.server.listeners('request') as RequestListener[];
  hanging.server.removeAllListeners('request');
  hanging.server.on('request', (asked, response) => {
    if (!hangs) for (const one of listeners) one(asked, response);
  });
  const good = await backend();
  const url = await before([hanging, good]);
  const answers = await Promise.all([0, 1, 2, 3].map((i) => fetch(`${url}/${i}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(good.served).toHaveLength(4);
  for (let i = 0; i < 4; i++) await fetch(`${url}/later`, { method: 'POST' });
  expect(good.served).toHaveLength(8);
  hangs = false;
  const again = async () => {
    await fetch(url);
    return hanging.served.length;
  };
  await expect.poll(again, PATIENCE).toBeGreaterThan(0);
});

it('passes websockets on', async () => {
  const [one] = [await backend()];
  const sockets = new WebSocketServer({ server: one.server });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`heard ${data}`)));
  ends.push(() => sockets.close());
  const url = await before([one]);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/sync/room`);
  const heard = await new Promise((resolve, reject) => {
    socket.on('open', () => socket.send('hello'));
    socket.on('message', (data) => resolve(String(data)));
    socket.on('error', reject);
  });
  expect(heard).toBe('heard hello');
  socket.close();
});

it('tells the Worker when a client has gone', async () => {
  const holding = await backend(() => undefined);
  const url = await before([holding]);
  const sent = request(url, { method: 'POST' });
  sent.on('error', () => undefined).end('x');
  await expect.poll(() => holding.served.length, PATIENCE).toBe(1);
  sent.destroy();
  await expect.poll(() => holding.sockets.size, PATIENCE).toBe(0);
});
