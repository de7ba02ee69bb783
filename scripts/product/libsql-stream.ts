import { WebSocket } from 'ws';

/** The server cannot be reached; nothing was sent. */
export class NotConnected extends Error {}
/** The connection ended before the response: the request may have taken effect. */
class LostStream extends Error {}
export const isLost = (error: unknown): boolean => error instanceof LostStream;

export type StreamRequest = { type: 'execute' | 'batch' | 'sequence' | 'describe' } & Record<string, unknown>;

export type Stream = {
  /** Runs a request after those sent before it. Resolves to its result in JSON; throws Lost. */
  send(request: StreamRequest): Promise<string>;
  /** Resolves when the connection has ended. */
  lost: Promise<void>;
};

const STREAM_ID = 1;
const PAUSE_MS = 25;

/** Opens a Hrana 3 stream at `target`, trying for `withinMs`. Throws NotConnected. */
export async function openStream(target: string, token: string, withinMs: number): Promise<Stream> {
  for (const until = Date.now() + withinMs; ; ) {
    try {
      return await connect(target, token, until - Date.now());
    } catch (error) {
      if (Date.now() + PAUSE_MS >= until) throw new NotConnected(String(error));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function connect(target: string, token: string, withinMs: number): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(target, ['hrana3'], {
      perMessageDeflate: false,
      maxPayload: 256 * 1024 * 1024,
      handshakeTimeout: withinMs,
    });
    const waiting = new Map<number, { resolve: (result: string) => void; reject: (error: Error) => void }>();
    let next = 0;
    let lose = () => {};
    const lost = new Promise<void>((done) => {
      lose = done;
    });
    const ask = (request: object) =>
      new Promise<string>((done, fail) => {
        if (socket.readyState !== WebSocket.OPEN) return fail(new NotConnected('closed'));
        const id = next++;
        waiting.set(id, { resolve: done, reject: fail });
        socket.send(JSON.stringify({ type: 'request', request_id: id, request }));
      });
    const send = async (request: StreamRequest) => {
      const result = await ask({ ...request, stream_id: STREAM_ID });
      // A transaction that a client left open would swallow everything after it.
      if (request.type === 'batch' && result.includes('within a transaction'))
        ask({ type: 'sequence', stream_id: STREAM_ID, sql: 'ROLLBACK' }).catch(() => {});
      return result;
    };
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'hello', jwt: token }));
      ask({ type: 'open_stream', stream_id: STREAM_ID }).then((result) => {
        if (result.startsWith('{"type":"ok"')) resolve({ send, lost });
        else socket.terminate();
      }, reject);
    });
    socket.on('message', (data) => {
      const { id, result } = readAnswer(String(data));
      if (id === undefined) return;
      waiting.get(id)?.resolve(result);
      waiting.delete(id);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      for (const one of waiting.values()) one.reject(new LostStream('the connection to the database ended'));
      waiting.clear();
      lose();
      reject(new Error('closed'));
    });
  });
}

/** Start of a successful response as the server writes it; what follows is passed on without parsing. */
const SUCCESS = /^\{"type":"response_ok","request_id":(\d+),"response":/;

/** The request that a message answers, none for the greeting, and the result as the HTTP pipeline has it. */
function readAnswer(text: string): { id: number | undefined; result: string } {
  const start = SUCCESS.exec(text);
  if (start)
    return { id: Number(start[1]), result: `{"type":"ok","response":${text.slice(start[0].length)}` };
  const { request_id: id, error, response } = JSON.parse(text) as Record<string, unknown>;
  const result = response === undefined ? { type: 'error', error } : { type: 'ok', response };
  return { id: typeof id === 'number' ? id : undefined, result: JSON.stringify(result) };
}
