import { WebSocket } from 'ws';
import { rpcAnswer } from '#core/agent/protocol.ts';
import { importPairing, makeSessionKey, openFrames } from '#core/agent/session.ts';
import { type Bytes, fromBase64, toBase64 } from '#core/bytes.ts';

export interface Answer {
  result?: unknown;
  error?: { code: number; message: string; data?: { name: string; pin?: { attemptsLeft: number | null } } };
  text: string;
}

/** A page that says what it likes, and reads every word of what is answered. */
export interface RawPage {
  ask(method: string, params?: unknown): Promise<Answer>;
  /** All of them in one frame, so that nothing comes between. */
  atOnce(...asked: [method: string, params: unknown][]): Promise<Answer[]>;
  /** Ends the connection, and with it whatever was asked and not yet answered. */
  close(): Promise<void>;
}

type Frames = Awaited<ReturnType<typeof openFrames>>;

/** Connects to the agent on a port; with a pairing it opens a session. */
export async function openRawPage(
  port: number,
  origin: string,
  pairing?: { pairingId: string; secret: Bytes },
): Promise<RawPage> {
  const raw = new WebSocket(`ws://127.0.0.1:${port}`, { origin });
  const waiting = new Map<number, (answer: Answer) => void>();
  let end: (why: unknown) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Whoever asks hears of it; where nobody does, it is no fault.
  ended.catch(() => undefined);
  const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
  raw.on('close', (code, why) => end(new Error(`closed: ${code} ${why}`)));
  raw.on('error', end);

  let frames: Frames | undefined;
  let keysMade: (made: Frames) => void = () => {};
  const keys = new Promise<Frames>((resolve) => {
    keysMade = resolve;
  });
  const take = async (data: Buffer, binary: boolean) => {
    // The first encrypted message can arrive while the session's keys are still being derived.
    const text = binary ? await (await keys).open(new Uint8Array(data)) : data.toString();
    for (const one of [JSON.parse(text)].flat()) {
      if ('method' in one) continue;
      const answer = rpcAnswer.strict().parse(one);
      waiting.get(answer.id!)?.({ ...answer, text: JSON.stringify(one) } as Answer);
    }
  };
  let reading = Promise.resolve();
  raw.on('message', (data: Buffer, binary) => {
    reading = reading.then(() => take(data, binary)).catch(end);
  });
  await Promise.race([new Promise((resolve) => raw.once('open', resolve)), ended]);

  let id = 0;
  let sending = Promise.resolve();
  const atOnce: RawPage['atOnce'] = (...asked) => {
    const messages = asked.map(([method, params]) => ({ jsonrpc: '2.0', id: ++id, method, params }));
    const answers = messages.map((one) => new Promise<Answer>((done) => waiting.set(one.id, done)));
    const text = JSON.stringify(messages.length === 1 ? messages[0] : messages);
    sending = sending.then(async () => raw.send(frames ? await frames.seal(text) : text)).catch(end);
    return Promise.race([Promise.all(answers), ended]);
  };
  const ask: RawPage['ask'] = async (method, params = {}) => (await atOnce([method, params]))[0]!;
  const close = () => {
    raw.close();
    return closed;
  };
  if (pairing) {
    frames = await openSession(ask, pairing, origin);
    keysMade(frames);
  }
  return { ask, atOnce, close };
}

async function openSession(
  ask: RawPage['ask'],
  { pairingId, secret }: { pairingId: string; secret: Bytes },
  origin: string,
): Promise<Frames> {
  const own = await makeSessionKey();
  const { result } = await ask('session.open', { pairingId, publicKey: toBase64(own.publicKey) });
  const { publicKey } = result as { publicKey: string };
  return openFrames('page', own, fromBase64(publicKey), await importPairing(secret), origin);
}
