import { MESSAGE_MAX } from './ports.ts';

/** Maximum number of messages in a frame. */
export const FRAME_MESSAGES = 64;
/** In characters, each of which can be three bytes. */
const FRAME_LENGTH = MESSAGE_MAX / 4;

/**
 * Sends messages in order in as few frames as possible: the messages that have accumulated when a frame is built are
 * sent as a JSON-RPC 2.0 batch (clause 6), a single one without a batch. `pause` delays the first frame so that more
 * accumulate.
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

/**
 * The messages of a frame, which holds one or a batch. Throws SyntaxError for invalid JSON, and RangeError for an empty
 * or too long batch.
 */
export function messagesOf(text: string): unknown[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) return [parsed];
  if (parsed.length === 0 || parsed.length > FRAME_MESSAGES) throw new RangeError('not a batch');
  return parsed;
}
