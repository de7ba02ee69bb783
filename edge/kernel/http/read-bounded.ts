import { type Bytes, joinBytes } from '#core/bytes.ts';

/**
 * The body of a request or an answer, at most `most` bytes; null when there are more. The rest is left unread: a request's is
 * thrown away before it is answered (`discardRest`), an answer's is cancelled.
 */
export async function readBounded(
  message: Pick<Response, 'body' | 'headers'>,
  most: number,
): Promise<Bytes | null> {
  const said = Number(message.headers.get('content-length') ?? 0);
  const { body } = message;
  if (said > most) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
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
  }
}
