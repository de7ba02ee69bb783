import { MESSAGE_MAX } from './ports.ts';

/** Messages of one frame. */
export const FRAME_MESSAGES = 64;
/** In characters, of which one may be three bytes. */
const FRAME_LENGTH = MESSAGE_MAX / 4;

/**
 * Sends messages in their order, as few frames as may be: what has gathered when a frame is made goes out together, as a
 * batch of JSON-RPC 2.0 (clause 6). `pause` lets more gather before the first; a message alone is sent as it is.
 */
export function gathered(
  send: (text: string) => Promise<void>,
  pause: () => Promise<void> = () => Promise.resolve(),
): (text: string) => Promise<void> {
  const waiting: string[] = [];
  let running: Promise<void> | undefined;
  const next = (): string => {
    let [count, length] = [1, waiting[0]!.length];
    while (count < Math.min(waiting.length, FRAME_MESSAGES)) {
      length += waiting[count]!.length;
      if (length > FRAME_LENGTH) break;
      count++;
    }
    const part = waiting.splice(0, count);
    return part.length === 1 ? part[0]! : `[${part.join(',')}]`;
  };
  const run = async () => {
    try {
      await pause();
      while (waiting.length > 0) await send(next());
    } finally {
      running = undefined;
    }
  };
  return (text) => {
    waiting.push(text);
    running ??= run();
    return running;
  };
}

/** The messages of a frame: of a batch each, else the one. Throws SyntaxError, and RangeError for an empty or too long batch. */
export function messagesOf(text: string): unknown[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) return [parsed];
  if (parsed.length === 0 || parsed.length > FRAME_MESSAGES) throw new RangeError('not a batch');
  return parsed;
}
