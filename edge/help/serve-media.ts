import { eq } from 'drizzle-orm';
import { HELP_MEDIA_PATH } from '#core/help/calls.ts';
import { helpVideo } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { HEADERS } from '#edge/kernel/http/answer.ts';

/** Maximum size of a range response in bytes: players request the rest, and the isolate never holds a whole video. */
const PIECE = 4 * 1024 * 1024;

/**
 * Serves help videos to players, which send range requests (RFC 9110, 14) but no session. The URL contains the file's
 * digest, so it cannot be guessed without the list, and only listed files are served.
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
  // Range applies to GET only, not to HEAD (RFC 9110, 14.2).
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

/**
 * Start and exclusive end of a single range; undefined if the header is to be ignored, 'none' if it is not satisfiable.
 */
function rangeOf(header: string, size: number): [number, number] | 'none' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const [first, last] = [found[1]!, found[2]!];
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (from >= size || to <= from) return 'none';
  return [from, Math.min(to, from + PIECE)];
}
