import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, ERROR_CODES } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import { pickLanguage } from '#core/locales/languages.ts';

/** Interval between probes of a Worker, and the time that it has for an answer, ms. */
const PROBE_EVERY_MS = 500;
const PROBE_WITHIN_MS = 1_500;
/** Probes in a row without an answer after which a Worker that still accepts connections gets no more requests. */
const PATIENCE = 2;
/** How long a request waits for a Worker while none accepts connections, ms. */
const WAIT_MS = 10_000;
const WAIT_STEP_MS = 50;
/** Below the time after which workerd closes an idle connection, so that no request meets one that is being closed. */
const IDLE_MS = 2_000;
/** Headers of a connection, not of a request (RFC 9110, clause 7.6.1). */
const OF_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'expect'];

/** One Worker. */
type Backend = {
  port: number;
  /** Number of requests and sockets that it has in hand. */
  busy: number;
  silent: number;
  up: boolean;
  /** Of requests that may go to another Worker: what moves each there. */
  movable: Set<() => void>;
};

type Pool = { backends: readonly Backend[]; agent: Agent; turn: number };

/** What was tried for one request, and until when more is. */
type Search = { tried: Set<Backend>; until: number };
const newSearch = (): Search => ({ tried: new Set(), until: Date.now() + WAIT_MS });

/**
 * Listens on 127.0.0.1 at `port` and gives each request to the Worker at one of `ports` that has the fewest in hand. A
 * Worker that refuses connections or does not answer gets none until it answers again. What was not sent yet, and what
 * only reads, goes to another one; all else that a lost Worker had in hand is answered with 503 and Retry-After, because
 * it may have taken effect.
 */
export async function balance(
  port: number,
  ports: readonly number[],
): Promise<{ stop: () => Promise<void> }> {
  const pool: Pool = {
    backends: ports.map((own) => ({ port: own, busy: 0, silent: 0, up: true, movable: new Set() })),
    agent: new Agent({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' }),
    turn: 0,
  };
  const server = createServer((request, response) => serve(pool, request, response, newSearch()));
  server.requestTimeout = 0;
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    tunnel(pool, { request, client: socket, head }, newSearch());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const probing = new Set<Backend>();
  const timer = setInterval(() => {
    for (const backend of pool.backends.filter((one) => !probing.has(one))) {
      probing.add(backend);
      void probe(pool, backend).finally(() => probing.delete(backend));
    }
  }, PROBE_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      pool.agent.destroy();
    },
  };
}

/** The Worker with the fewest requests in hand, of those not tried yet; by turns among equals. */
function pick(pool: Pool, { tried }: Search): Backend | undefined {
  const { backends } = pool;
  pool.turn += 1;
  const inTurn = backends.map((_, i) => backends[(pool.turn + i) % backends.length]!);
  return inTurn
    .filter((one) => one.up && !tried.has(one))
    .sort((a, b) => a.busy - b.busy)
    .at(0);
}

function lose(backend: Backend): void {
  backend.up = false;
  for (const move of backend.movable) move();
}

/** Calls `use` with a Worker that has not been tried, `none` if there is none in time. */
function withBackend(pool: Pool, search: Search, use: (backend: Backend) => void, none: () => void): void {
  const backend = pick(pool, search);
  if (backend) {
    search.tried.add(backend);
    use(backend);
  } else if (Date.now() > search.until) none();
  else {
    // All were tried: those that are back may be tried again.
    search.tried.clear();
    setTimeout(() => withBackend(pool, search, use, none), WAIT_STEP_MS);
  }
}

function serve(pool: Pool, request: IncomingMessage, response: ServerResponse, search: Search): void {
  if (response.destroyed) return;
  withBackend(
    pool,
    search,
    (backend) => pass(pool, backend, request, response, search),
    () => later(request, response),
  );
}

function pass(
  pool: Pool,
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  search: Search,
): void {
  const { method = 'GET', url = '/' } = request;
  const headers = headersOf(request.rawHeaders);
  const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
  const reads = (method === 'GET' || method === 'HEAD') && !hasBody;
  const sent = ask({ host: '127.0.0.1', port: backend.port, method, path: url, headers, agent: pool.agent });
  let state: 'connecting' | 'sent' | 'answered' | 'over' = 'connecting';
  backend.busy += 1;
  const move = () => sent.destroy(new Error('the Worker does not answer'));
  if (reads) backend.movable.add(move);
  const over = () => {
    if (state === 'over') return;
    state = 'over';
    backend.busy -= 1;
    backend.movable.delete(move);
  };
  sent.once('socket', (socket) => {
    const begin = () => {
      if (state !== 'connecting') return;
      state = 'sent';
      request.pipe(sent);
    };
    if (socket.connecting) socket.once('connect', begin);
    else begin();
  });
  sent.once('response', (answer) => {
    state = 'answered';
    backend.movable.delete(move);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headersOf(answer.rawHeaders));
    answer.pipe(response);
    answer.once('close', () => {
      over();
      if (!answer.complete) response.destroy();
    });
  });
  sent.once('error', () => {
    const before = state;
    over();
    request.unpipe(sent);
    if (before === 'connecting' && backend.up) lose(backend);
    if (response.destroyed || response.headersSent) response.destroy();
    else if (before === 'connecting' || (before === 'sent' && reads && Date.now() < search.until))
      serve(pool, request, response, search);
    else if (before === 'sent') later(request, response);
  });
  response.once('close', () => {
    if (response.writableFinished) return;
    over();
    sent.destroy();
  });
}

type Upgrade = { request: IncomingMessage; client: Duplex; head: Buffer };

/** A websocket: bytes are passed on as they come. */
function tunnel(pool: Pool, upgrade: Upgrade, search: Search): void {
  const { request, client, head } = upgrade;
  if (client.destroyed) return;
  const use = (backend: Backend) => {
    const socket = connect(backend.port, '127.0.0.1');
    const refused = () => {
      lose(backend);
      tunnel(pool, upgrade, search);
    };
    socket.once('error', refused);
    socket.once('connect', () => {
      socket.off('error', refused);
      backend.busy += 1;
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2)
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(head);
      socket.pipe(client).pipe(socket);
      for (const [side, other] of [
        [socket, client],
        [client, socket],
      ] as const)
        side.on('error', () => side.destroy()).once('close', () => other.destroy());
      socket.once('close', () => {
        backend.busy -= 1;
      });
    });
  };
  withBackend(pool, search, use, () => client.destroy());
}

async function probe({ backends }: Pool, backend: Backend): Promise<void> {
  const answered = await new Promise<'yes' | 'late' | 'refused'>((resolve) => {
    const sent = ask({ host: '127.0.0.1', port: backend.port, path: '/ecapi', timeout: PROBE_WITHIN_MS });
    sent.once('response', (answer) => {
      answer.resume();
      resolve('yes');
    });
    sent.once('timeout', () => {
      resolve('late');
      sent.destroy();
    });
    sent.once('error', () => resolve('refused'));
    sent.end();
  });
  if (answered === 'yes') {
    backend.silent = 0;
    backend.up = true;
  } else if (answered === 'refused') lose(backend);
  else {
    backend.silent += 1;
    // Where all are silent the machine is busy, and no other is better.
    const others = backends.some((one) => one !== backend && one.up && one.silent === 0);
    if (backend.silent >= PATIENCE && others) lose(backend);
  }
}

/** Headers as they came, without those of the connection. */
function headersOf(raw: readonly string[]): string[] {
  const lines: string[] = [];
  for (let i = 0; i < raw.length; i += 2)
    if (!OF_CONNECTION.includes(raw[i]!.toLowerCase())) lines.push(raw[i]!, raw[i + 1]!);
  return lines;
}

/** The envelope of a call, which says how long to wait; a repeated call with the same request id has one effect. */
function later(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const message = errorText(new AppError('UNAVAILABLE'), pickLanguage(request.headers['accept-language']));
  const requestId = String(request.headers['x-request-id'] ?? '').slice(0, 64);
  response.writeHead(503, {
    'Retry-After': '1',
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(JSON.stringify({ code: ERROR_CODES.UNAVAILABLE, message, data: null, requestId }));
}
