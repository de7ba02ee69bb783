import { type Bytes, concatBytes } from '#core/bytes.ts';

/** The body of a request or an answer, at most `most` bytes; null when there are more: the rest is not read. */
export async function readBounded(
  message: Pick<Response, 'body' | 'headers'>,
  most: number,
): Promise<Bytes | null> {
  const said = Number(message.headers.get('content-length') ?? 0);
  const { body } = message;
  if (said > most) {
    await body?.cancel();
    return null;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  if (!reader) return new Uint8Array(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concatBytes(...parts);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
}
