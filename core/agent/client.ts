import type { z } from 'zod';
import { type Bytes, fromBase64, toBase64 } from '#core/bytes.ts';
import { AgentFailure } from './failures.ts';
import { gathered, messagesOf } from './gather.ts';
import {
  AGENT_PROTOCOL,
  type AgentMethod,
  OPEN_METHODS,
  type OpenMethod,
  type ParamsOf,
  type ResultOf,
  rpcAnswer,
  SESSION_METHODS,
  type SessionMethod,
  type TokenInfo,
  tokensChanged,
} from './protocol.ts';
import { type Frames, makeSessionKey, openFrames } from './session.ts';
import { beginSpake2, finishSpake2, numberOfCode, sameTag } from './spake2.ts';

/** Transport of the messages: a WebSocket to this machine, or a replacement. */
export interface AgentSocket {
  send(data: string | Bytes): void;
  close(): void;
  /** Called once. Messages are text before the session and binary in it. */
  listen(onMessage: (data: string | Bytes) => void, onClose: () => void): void;
}

type Input<M extends AgentMethod> =
  Partial<ParamsOf<M>> extends ParamsOf<M> ? ParamsOf<M> | undefined : ParamsOf<M>;

export interface AgentClient {
  hello(): Promise<ResultOf<'hello'>>;
  /** Makes the agent show a code; returns the salt for the code. */
  beginPairing(): Promise<{ salt: Bytes; expiresInMs: number }>;
  /** Returns the pairing's ID and secret. Throws PAIRING_CODE_WRONG. */
  pair(code: string, salt: Bytes): Promise<{ pairingId: string; secret: Bytes }>;
  /** Agrees on session keys; `call` works afterwards. Throws NOT_PAIRED. */
  open(pairingId: string, pairing: CryptoKey): Promise<void>;
  call<M extends SessionMethod>(method: M, params: Input<M>): Promise<ResultOf<M>>;
  /** Subscribes to changes of the tokens and to the end of the connection. */
  watch(onTokens: (tokens: TokenInfo[]) => void, onGone: () => void): void;
  close(): void;
}

interface Waiting {
  schema: z.ZodType;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The page's side of a connection to the agent. `origin` is the page's origin. */
export function agentClient(socket: AgentSocket, origin: string): AgentClient {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let frames: Frames | undefined;
  let opening: Promise<void> | undefined;
  let reading: Promise<void> = Promise.resolve();
  let gone = false;
  let onTokens: (tokens: TokenInfo[]) => void = () => {};
  let onGone: () => void = () => {};

  const take = async (data: string | Bytes) => {
    // The first encrypted message can arrive while the session keys are still being derived.
    if (typeof data !== 'string' && !frames) await opening;
    const text = typeof data === 'string' ? data : await frames?.open(data).catch(() => undefined);
    // Within a session, messages that are not encrypted end the connection.
    if (text === undefined || (typeof data === 'string' && frames)) return socket.close();
    for (const message of messagesOf(text)) takeOne(message);
  };
  const takeOne = (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'method' in message)
      return onTokens(tokensChanged.parse(message).params.tokens);
    const answer = rpcAnswer.parse(message);
    const request = answer.id === null ? undefined : waiting.get(answer.id);
    if (!request) return;
    waiting.delete(answer.id!);
    if (answer.error) {
      const { data: failure } = answer.error;
      request.reject(failure ? new AgentFailure(failure.name, failure.pin) : new Error(answer.error.message));
      return;
    }
    const result = request.schema.safeParse(answer.result);
    if (result.success) request.resolve(result.data);
    else request.reject(new AgentFailure('AGENT_OLD'));
  };
  socket.listen(
    (data) => {
      reading = reading.then(() => take(data)).catch(() => socket.close());
    },
    () => {
      gone = true;
      // Messages that arrived before the connection closed are still processed.
      void reading.then(() => {
        for (const one of waiting.values()) one.reject(new AgentFailure('AGENT_GONE'));
        waiting.clear();
        onGone();
      });
    },
  );
  const sendSealed = gathered(async (text) => socket.send(await frames!.seal(text)));
  const ask = (method: AgentMethod, params: unknown, schema: z.ZodType): Promise<unknown> => {
    if (gone) return Promise.reject(new AgentFailure('AGENT_GONE'));
    const id = nextId++;
    const text = JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? {} });
    const answered = new Promise((resolve, reject) => waiting.set(id, { schema, resolve, reject }));
    if (frames) sendSealed(text).catch(() => socket.close());
    else socket.send(text);
    return answered;
  };
  const askOpen = <M extends OpenMethod>(method: M, params?: ParamsOf<M>) =>
    ask(method, params, OPEN_METHODS[method].result) as Promise<ResultOf<M>>;

  return {
    async hello() {
      const answer = await askOpen('hello');
      if (answer.protocol !== AGENT_PROTOCOL) throw new AgentFailure('AGENT_OLD');
      return answer;
    },
    async beginPairing() {
      const { salt, expiresInMs } = await askOpen('pair.begin');
      return { salt: fromBase64(salt), expiresInMs };
    },
    async pair(code, salt) {
      const start = beginSpake2('A', numberOfCode(code, salt), crypto.getRandomValues(new Uint8Array(48)));
      const answer = await askOpen('pair.exchange', { share: toBase64(start.share) });
      const result = finishSpake2(start, fromBase64(answer.share), [origin, 'signet-agent']);
      // The agent proves first that it knows the code, so an impostor learns nothing.
      if (!sameTag(result.expected, fromBase64(answer.confirmation)))
        throw new AgentFailure('PAIRING_CODE_WRONG');
      const { pairingId } = await askOpen('pair.confirm', { confirmation: toBase64(result.confirmation) });
      return { pairingId, secret: result.secret };
    },
    async open(pairingId, pairing) {
      const own = await makeSessionKey();
      const answered = askOpen('session.open', { pairingId, publicKey: toBase64(own.publicKey) });
      opening = answered.then(async (answer) => {
        frames = await openFrames('page', own, fromBase64(answer.publicKey), pairing, origin);
      });
      await opening;
    },
    call: (method, params) => ask(method, params, SESSION_METHODS[method].result) as never,
    watch(tokens, end) {
      onTokens = tokens;
      onGone = end;
      if (gone) end();
    },
    close: () => socket.close(),
  };
}
