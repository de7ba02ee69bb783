import { type Bytes, joinBytes } from '#core/bytes.ts';
import { pause, SLICE_BYTES } from '#edge/kernel/pause.ts';

/**
 * Reads the body of a request or response up to `most` bytes; null if it is longer. The rest stays unread: `discardRest`
 * discards a request's before the response, a response's is cancelled. Others are answered between slices of it.
 */
export async function readBounded(
  message: Pick<Response, 'body' | 'headers'>,
  most: number,
): Promise<Bytes | null> {
  const said = Number(message.headers.get('content-length') ?? 0);
  const { body } = message;
  if (said > most) return null;
  const parts: Uint8Array[] = [];
  let [length, pausedAt] = [0, 0];
  const reader = body?.getReader();
  if (!reader) return new Uint8Array(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(parts);
    length += value.length;
    if (length > most) {
      reader.releaseLock();
      return null;
    }
    parts.push(value);
    if (length - pausedAt < SLICE_BYTES) continue;
    pausedAt = length;
    await pause();
  }
}
