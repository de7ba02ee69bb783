/**
 * Serves libSQL's HTTP pipeline (Hrana 2, `POST /v2/pipeline`) over one kept WebSocket stream (Hrana 3) to the server.
 * The server itself opens an SQLite connection and reads the whole schema for every HTTP exchange, which costs several
 * times what the statements do (docs/decisions/libsql.md).
 */
import { createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { isLost, NotConnected, openStream, type Stream, type StreamRequest } from './libsql-stream.ts';

const BODY_LIMIT = 64 * 1024 * 1024;
/** Longer than any client keeps an idle connection: a client must never meet one that is being closed here. */
const KEEP_ALIVE_MS = 3_600_000;
/** Milliseconds that requests wait at most for a server that is starting. */
const CONNECT_WITHIN_MS = 4_000;

const statement = z.looseObject({
  sql: z.string().nullish(),
  sql_id: z.number().nullish(),
  args: z.array(z.unknown()).optional(),
});
/** `args`: values as in Hrana. */
export type NotedStatement = { sql: string; args: readonly unknown[] };
const pipelineShape = z.object({
  baton: z.null().optional(),
  requests: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('close') }),
      z.object({ type: z.literal('store_sql'), sql_id: z.number(), sql: z.string() }),
      z.object({ type: z.literal('close_sql'), sql_id: z.number() }),
      z.object({ type: z.literal('execute'), stmt: statement }),
      z.object({
        type: z.literal('batch'),
        batch: z.object({ steps: z.array(z.looseObject({ stmt: statement })) }),
      }),
      z.looseObject({ type: z.literal(['sequence', 'describe']) }).extend(statement.shape),
    ]),
  ),
});
type PipelineRequest = z.infer<typeof pipelineShape>['requests'][number];

const REFUSED = {
  type: 'error',
  error: {
    message: 'Interactive transactions are refused, because all clients share one connection: send a batch.',
    code: 'TRANSACTION_REFUSED',
  },
};
// A transaction that is not committed in its own batch would include the statements of other clients.
const opensTransaction = (sql: string) => /(^|;)\s*(begin|savepoint)\b/i.test(sql);
const commits = (sql: string) => /^\s*(commit|end)\b/i.test(sql);
const staysOpen = (texts: readonly string[]) => texts.some(opensTransaction) && !texts.some(commits);

/**
 * Listens on 127.0.0.1 at `port`. `target`: `ws://` address of the server; `publicKey`: raw Ed25519 key in base64url;
 * `note` is told each statement of the Worker, which sends no User-Agent, unlike scripts and tests.
 */
export function serveLibsql(
  port: number,
  target: string,
  publicKey: string,
  note?: (statement: NotedStatement) => void,
): Promise<Server> {
  const isAllowed = tokenCheck(publicKey);
  let stream: Promise<Stream> | undefined;
  /** The kept stream; opened anew after it was lost. */
  const databaseStream = (token: string): Promise<Stream> => {
    stream ??= openStream(target, token, CONNECT_WITHIN_MS).then(
      (opened) => {
        opened.lost.then(() => {
          stream = undefined;
        });
        return opened;
      },
      (error: unknown) => {
        stream = undefined;
        throw error;
      },
    );
    return stream;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!isAllowed(token)) return end(response, 401);
    if (request.method !== 'POST' || request.url !== '/v2/pipeline') return end(response, 404);
    const body = await readBody(request);
    if (body === null) return end(response, 413);
    const parsed = pipelineShape.safeParse(body);
    if (!parsed.success) return end(response, 400);
    const results = await run(
      await databaseStream(token),
      parsed.data.requests,
      request.headers['user-agent'] === undefined ? note : undefined,
    );
    end(response, 200, `{"baton":null,"base_url":null,"results":[${results.join(',')}]}`);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // Nothing was sent: the client may repeat the request.
      if (error instanceof NotConnected) return end(response, 503);
      // The statements may have taken effect: without a response, as if the connection to the server itself were lost.
      if (!isLost(error)) console.error(error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/**
 * Runs the requests of one pipeline without those of others in between, and resolves to their results as JSON. SQL texts
 * that the client stores are inserted where they are used, because the stream is shared.
 */
function run(
  stream: Stream,
  requests: readonly PipelineRequest[],
  note?: (statement: NotedStatement) => void,
): Promise<string[]> {
  const stored = new Map<number, string>();
  const withSql = ({ sql, sql_id, ...rest }: z.infer<typeof statement>) => {
    const text = sql ?? stored.get(sql_id ?? -1) ?? '';
    note?.({ sql: text, args: rest.args ?? [] });
    return { ...rest, sql: text };
  };
  const send = (request: StreamRequest) => stream.send(request);
  return Promise.all(
    requests.map((request) => {
      switch (request.type) {
        case 'store_sql':
          stored.set(request.sql_id, request.sql);
          return done(request.type);
        case 'close_sql':
        case 'close':
          return done(request.type);
        case 'batch': {
          const steps = request.batch.steps.map((step) => ({ ...step, stmt: withSql(step.stmt) }));
          return staysOpen(steps.map(({ stmt }) => stmt.sql))
            ? JSON.stringify(REFUSED)
            : send({ type: 'batch', batch: { ...request.batch, steps } });
        }
        case 'execute': {
          const stmt = withSql(request.stmt);
          return opensTransaction(stmt.sql) ? JSON.stringify(REFUSED) : send({ type: 'execute', stmt });
        }
        default: {
          const withText = withSql(request);
          return opensTransaction(withText.sql)
            ? JSON.stringify(REFUSED)
            : send({ ...withText, type: request.type });
        }
      }
    }),
  );
}

const done = (type: string): string => JSON.stringify({ type: 'ok', response: { type } });

function end(response: ServerResponse, status: number, json = '{}'): void {
  const body = Buffer.from(json);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

/** The body as JSON; undefined if it is none, null if it is too long. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_LIMIT) return null;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return undefined;
  }
}

/** Whether a token (JWT, EdDSA) was signed with the key and gives access to the whole database. */
function tokenCheck(publicKey: string): (token: string) => boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  let known = Buffer.alloc(0);
  return (token) => {
    const presented = Buffer.from(token);
    if (known.length > 0 && presented.length === known.length && timingSafeEqual(presented, known))
      return true;
    const [header = '', claims = '', signature = ''] = token.split('.');
    const isSigned =
      partOf(header).alg === 'EdDSA' &&
      partOf(claims).a === 'rw' &&
      verify(null, Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'));
    if (isSigned) known = presented;
    return isSigned;
  };
}

function partOf(part: string): { alg?: unknown; a?: unknown } {
  try {
    return z.looseObject({}).parse(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return {};
  }
}
