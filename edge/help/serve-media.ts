import { eq } from 'drizzle-orm';
import { HELP_MEDIA_PATH } from '#core/help/calls.ts';
import { helpVideo } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { HEADERS } from '#edge/kernel/http/answer.ts';

/** Most bytes of one answer to a range: players ask on, and the isolate never holds a whole video. */
const PIECE = 4 * 1024 * 1024;

/**
 * Videos of the help for players, which send no session but ask for ranges (RFC 9110, 14). The address is the file's
 * digest: who does not know the list cannot guess it, and only files of the list are served.
 */
export async function serveHelpMedia(request: Request, context: Context): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return bare(405);
  const digest = new URL(request.url).pathname.slice(HELP_MEDIA_PATH.length + 1);
  if (!/^[0-9a-f]{64}$/.test(digest)) return bare(404);
  const [video] = await context.db.select().from(helpVideo).where(eq(helpVideo.sha256, digest)).limit(1);
  if (!video) return bare(404);
  const headers = {
    ...HEADERS,
    'Cache-Control': 'private, max-age=3600',
    'Content-Type': video.contentType,
    'Accept-Ranges': 'bytes',
    ETag: `"${digest}"`,
  };
  const head = request.method === 'HEAD';
  // Of HEAD a range is no part (RFC 9110, 14.2).
  const wanted = head ? null : request.headers.get('range');
  const range = wanted === null ? undefined : rangeOf(wanted, video.size);
  if (range === 'none')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${video.size}` },
    });
  if (!range) {
    const body = head ? null : await context.files.stream(digest);
    return new Response(body, { headers: { ...headers, 'Content-Length': String(video.size) } });
  }
  const [from, to] = range;
  return new Response(await context.files.get(digest, from, to), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(to - from),
      'Content-Range': `bytes ${from}-${to - 1}/${video.size}`,
    },
  });
}

const bare = (status: number): Response => new Response(null, { status, headers: HEADERS });

/** From and to (not included) of one range; undefined for a header that is to be overlooked, 'none' where nothing fits. */
function rangeOf(header: string, size: number): [number, number] | 'none' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const [first, last] = [found[1]!, found[2]!];
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (from >= size || to <= from) return 'none';
  return [from, Math.min(to, from + PIECE)];
}
