import { LIMITS } from '#core/config/limits.ts';
import { pause, SLICE_BYTES } from '#edge/kernel/pause.ts';

/** Maximum number of bytes to discard; clients that send more may see a broken connection instead of the response. */
const MOST_BYTES = 2 * LIMITS.fileBytes;

/**
 * Reads and discards the remaining body of a refused request. Otherwise the response to an oversized upload races with a
 * connection reset, so that the user sees a network error instead of the limit, and a keep-alive connection with an unread
 * body breaks under the next request.
 */
export async function discardRest(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  let left = MOST_BYTES;
  let pausedAt = left;
  try {
    const reader = request.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      left -= part.value.byteLength;
      if (left < 0) return void (await reader.cancel());
      if (pausedAt - left < SLICE_BYTES) continue;
      pausedAt = left;
      await pause();
    }
  } catch {
    // The client disconnected.
  }
}
