import { LIMITS } from '#core/config/limits.ts';

/** More than this is not waited for: whoever sends it may hear a broken connection instead of the answer. */
const MOST_BYTES = 2 * LIMITS.fileBytes;

/**
 * Takes and throws away what a refused request is still sending. Without it the answer to an oversized upload races with
 * a reset connection, and the person reads of a network failure instead of the limit; and with a body left unread a kept
 * connection is broken off under the next request.
 */
export async function discardRest(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  let left = MOST_BYTES;
  try {
    const reader = request.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      left -= part.value.byteLength;
      if (left < 0) return void (await reader.cancel());
    }
  } catch {
    // The sender has gone: nobody waits for an answer.
  }
}
