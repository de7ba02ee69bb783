import type { WebSocket } from 'ws';
import { z } from 'zod';
import { AgentFailure, isAgentFailure } from '#core/agent/failures.ts';
import { gathered, messagesOf } from '#core/agent/gather.ts';
import {
  AGENT_PROTOCOL,
  OPEN_METHODS,
  type OpenMethod,
  type ParamsOf,
  type ResultOf,
  RPC,
  rpcRequest,
  SESSION_METHODS,
} from '#core/agent/protocol.ts';
import { type Frames, importPairing, makeSessionKey, openFrames } from '#core/agent/session.ts';
import { type Bytes, fromBase64, toBase64 } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { nodeCipher } from './frame-cipher.ts';
import type { Log } from './log.ts';
import { type CodeDisplay, pairingOf } from './pairing.ts';
import type { Pairings } from './pairings.ts';
import { rateOf } from './rate.ts';
import { SESSION_HANDLERS, type Session } from './session-methods.ts';
import type { Tokens } from './tokens.ts';
import { VERSION } from './version.ts';

export interface Agent {
  tokens: Tokens;
  pairings: Pairings;
  log: Log;
  codes: CodeDisplay;
  /** Shows a pairing code to the user outside any web page. */
  showCode(code: string, origin: string): void;
  startedAt: number;
}

/** Rate limits (messages per second, burst); far lower before a session exists. */
const SESSION_RATE = [200, 400] as const;
const OPEN_RATE = [2, 30] as const;
/** Time within which a connection must open a session, or it is closed. */
const OPENING_MS = 5 * 60_000;

export interface Connection {
  /** Sends the page the current list of tokens. */
  tokensChanged(): void;
  close(): void;
}

/**
 * The connection of one page. Before the session it accepts four plaintext methods, for pairing and key agreement;
 * during the session, encrypted frames only. Exceeding the rate limit, a frame that fails to decrypt, or a plaintext
 * message within a session closes the connection.
 */
export function serveConnection(socket: WebSocket, origin: string, agent: Agent): Connection {
  const session: Session = {
    connection: Symbol(origin),
    origin,
    tokens: agent.tokens,
    log: agent.log,
    startedAt: agent.startedAt,
  };
  const openRate = rateOf(...OPEN_RATE);
  const sessionRate = rateOf(...SESSION_RATE);
  const pairing = pairingOf(origin, agent.codes, (code) => agent.showCode(code, origin));
  let frames: Frames | undefined;
  /** The agreed session key. It is used from the message after the handshake's answer, which itself is plaintext. */
  let agreed: Frames | undefined;
  let reading: Promise<void> = Promise.resolve();
  /** Accepts no further messages; those already accepted are still answered. */
  let ended = false;
  const working = new Set<Promise<void>>();
  const opening = setTimeout(() => socket.close(1008, 'no session'), OPENING_MS);

  /** Whether all log lines so far are written. If not, the connection closes instead of answering. */
  const logged = (): boolean => {
    try {
      agent.log.settle();
      return true;
    } catch {
      end('the log cannot be written');
      return false;
    }
  };
  // Answers that are ready at the same time share one frame; their log lines are written to the file first.
  const sendSealed = gathered(
    async (text) => {
      if (!logged()) return;
      const frame = await frames!.seal(text);
      if (socket.readyState === socket.OPEN) socket.send(frame);
    },
    () => new Promise((resolve) => setImmediate(resolve)),
  );
  const send = async (message: object, sealed: boolean) => {
    if (socket.readyState !== socket.OPEN) return;
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    if (sealed) return sendSealed(text);
    if (logged()) socket.send(text);
  };
  const end = (why: string) => {
    if (ended) return;
    ended = true;
    agent.log.write(`${origin}: connection closed, ${why}`);
    void Promise.allSettled(working).then(() => socket.close(1008, why));
  };

  const openHandlers: { [M in OpenMethod]: (params: ParamsOf<M>) => Promise<ResultOf<M>> } = {
    hello: async () => ({
      name: 'signet-agent',
      version: VERSION,
      protocol: AGENT_PROTOCOL,
      agentId: agent.pairings.agentId,
      paired: agent.pairings.has(origin),
    }),
    'pair.begin': async () => {
      const { salt, expiresInMs } = pairing.begin();
      agent.log.write(`${origin}: asked to be paired`);
      return { salt: toBase64(salt), expiresInMs };
    },
    'pair.exchange': async ({ share }) => {
      const answer = pairing.exchange(fromBase64(share));
      agent.log.write(`${origin}: tried a pairing code`);
      return { share: toBase64(answer.share), confirmation: toBase64(answer.confirmation) };
    },
    'pair.confirm': async ({ confirmation }) => {
      try {
        const pairingId = agent.pairings.add(origin, pairing.confirm(fromBase64(confirmation)));
        agent.log.write(`${origin}: paired`);
        return { pairingId };
      } catch (error) {
        if (isAgentFailure(error)) agent.log.write(`${origin}: wrong pairing code`);
        throw error;
      }
    },
    'session.open': async ({ pairingId, publicKey }) => {
      const secret = agent.pairings.secretOf(origin, pairingId);
      if (!secret) throw new AgentFailure('NOT_PAIRED');
      const own = await makeSessionKey();
      const made = await openFrames(
        'agent',
        own,
        fromBase64(publicKey),
        await importPairing(secret),
        origin,
        nodeCipher,
      ).catch((error: Error) => {
        throw error.name === 'DataError' ? new RpcError(RPC.INVALID_PARAMS, 'no point of P-256') : error;
      });
      agreed = made;
      clearTimeout(opening);
      return { publicKey: toBase64(own.publicKey) };
    },
  };

  const answer = async (message: unknown): Promise<void> => {
    let id: number | null = null;
    const sealed = frames !== undefined;
    try {
      const request = rpcRequest.parse(message);
      id = request.id;
      const result = sealed
        ? await run(SESSION_METHODS, SESSION_HANDLERS, request.method, request.params, session)
        : await run(OPEN_METHODS, openHandlers, request.method, request.params);
      await send({ id, result }, sealed);
      frames ??= agreed;
    } catch (error) {
      await send({ id, error: errorOf(error) }, sealed);
    }
  };
  const answerPlain = async (text: string): Promise<void> => {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (error) {
      return send({ id: null, error: errorOf(error) }, false);
    }
    return answer(message);
  };
  /** Answers each message of a frame. Answers may be out of order; each token's queue keeps its own calls in order. */
  const answerEach = (text: string): void => {
    for (const message of messagesOf(text)) {
      if (!sessionRate()) {
        end('too many messages');
        return;
      }
      const work = answer(message).finally(() => working.delete(work));
      working.add(work);
    }
  };

  socket.on('message', (data: Buffer, binary: boolean) => {
    reading = reading.then(async () => {
      if (ended || socket.readyState !== socket.OPEN) return;
      if (!frames) {
        if (binary) return end('a sealed frame before the session');
        if (!openRate()) return end('too many messages');
        return answerPlain(data.toString('utf8'));
      }
      if (!binary) return end('a plain message within the session');
      const text = await frames.open(new Uint8Array(data) as Bytes).catch(() => null);
      if (text === null) return end('a frame that does not open');
      try {
        answerEach(text);
      } catch {
        end('a frame that holds no messages');
      }
    });
  });
  socket.on('close', () => {
    clearTimeout(opening);
    void agent.tokens.leave(session.connection);
  });
  socket.on('error', () => socket.terminate());
  return {
    tokensChanged() {
      if (frames)
        void send(
          { method: 'tokens.changed', params: { tokens: agent.tokens.list(session.connection) } },
          true,
        );
    },
    close: () => socket.close(1001, 'the agent stops'),
  };
}

/** Runs one of `methods` with validated parameters. Throws RpcError for an unknown method or invalid parameters. */
async function run(
  methods: Readonly<Record<string, { params: z.ZodType }>>,
  handlers: object,
  name: string,
  params: unknown,
  session?: Session,
): Promise<unknown> {
  const known = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!known) throw new RpcError(RPC.METHOD_NOT_FOUND, 'no such method');
  const parsed = known.params.safeParse(params);
  if (!parsed.success) throw new RpcError(RPC.INVALID_PARAMS, 'wrong parameters');
  const handle = (handlers as Record<string, (params: unknown, session?: Session) => Promise<unknown>>)[
    name
  ]!;
  return handle(parsed.data, session);
}

class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Converts an error to JSON-RPC; unexpected errors reveal no details. */
function errorOf(error: unknown): object {
  if (error instanceof RpcError) return { code: error.code, message: error.message };
  if (isAgentFailure(error))
    return { code: RPC.FAILED, message: error.name, data: { name: error.name, pin: error.pin } };
  if (error instanceof SyntaxError) return { code: RPC.PARSE, message: 'not JSON' };
  if (error instanceof z.ZodError) return { code: RPC.INVALID_REQUEST, message: 'no request' };
  if (isAppError(error)) return { code: RPC.INVALID_PARAMS, message: error.name };
  return { code: RPC.INTERNAL, message: 'internal error' };
}
