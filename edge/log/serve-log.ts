import { desc } from 'drizzle-orm';
import { writeNoteKey } from '#core/log/signed-note.ts';
import { CHECKPOINT_PATH, readTilePath } from '#core/log/tile.ts';
import { logCheckpoint } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openLogKey } from './log-key.ts';
import { tilePlace } from './stored-tiles.ts';

/** Path below which the log is read, by anybody (C2SP tlog-tiles). */
export const LOG_PATH = '/log';

const DAY_S = 86_400;

/**
 * `/log/checkpoint`, `/log/tile/<level>/<index>[.p/<width>]`, `/log/tile/entries/<index>[.p/<width>]`, and `/log/key`, the
 * key that checkpoints are checked with (C2SP signed-note). Public, for every origin: whoever distrusts the product
 * reads it from elsewhere.
 */
export async function serveLog(request: Request, context: Context): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return answer(405, 'Use GET, HEAD.\n', { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' });
  const path = new URL(request.url).pathname.slice(LOG_PATH.length + 1);
  if (path === CHECKPOINT_PATH) return serveCheckpoint(context);
  if (path === 'key')
    return answer(200, `${writeNoteKey(await openLogKey(context))}\n`, { 'Cache-Control': 'no-store' });
  const bytes = readTilePath(path) ? await context.files.placedOrNull(tilePlace(path)) : null;
  if (!bytes) return answer(404, 'Nothing is here.\n', { 'Cache-Control': 'no-store' });
  return new Response(bytes, {
    headers: {
      ...OPEN,
      'Content-Type': 'application/octet-stream',
      // A tile is written once and never changed.
      'Cache-Control': `public, max-age=${365 * DAY_S}, immutable`,
    },
  });
}

async function serveCheckpoint({ db }: Context): Promise<Response> {
  const [row] = await db.select().from(logCheckpoint).orderBy(desc(logCheckpoint.size)).limit(1);
  return row
    ? answer(200, row.note, { 'Cache-Control': 'no-store' })
    : answer(404, 'Nothing is in the log yet.\n', { 'Cache-Control': 'no-store' });
}

const OPEN = { 'X-Content-Type-Options': 'nosniff', 'Access-Control-Allow-Origin': '*' };

const answer = (status: number, text: string, headers: Record<string, string>): Response =>
  new Response(text, {
    status,
    headers: { ...OPEN, ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
  });
