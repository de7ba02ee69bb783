/** The Worker: joins the edge (/ecapi, jobs) with the pages that Remix has built. scripts/product bundles it. */
import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import { settingInForce } from '#edge/config/settings.ts';
import type { Env } from '#edge/kernel/env.ts';
import { openDatabase } from '#edge/kernel/storage/database.ts';
import { forwardToSync } from '#edge/kernel/sync/forward-to-sync.ts';
import { createWorker } from '#edge/worker.ts';

/** The name that the platform gave the system; empty where it gave none, or while the database is away. */
const systemName = (env: Env): Promise<string> =>
  settingInForce({ env, db: openDatabase(env), now: Date.now() }, 'system-option').then(
    (option) => option.systemName,
    () => '',
  );

/** The Worker's handlers over one build of the pages. */
export function createServer(build: ServerBuild): ExportedHandler<Env> {
  const handlePage = createRequestHandler(build, 'production');
  const worker = createWorker({
    pages: (request, env, context) =>
      handlePage(request, { cloudflare: { env, ctx: context }, systemName: () => systemName(env) }),
  });
  return {
    ...worker,
    fetch: async (request, env, context) =>
      forwardToSync(request, env.SYNC_URL) ?? withHeaders(await worker.fetch(request, env, context), request),
  };
}

/** Headers of every answer that says nothing else: also of data and manifests, which no page or call made. */
const EVERYWHERE = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};
const TWO_YEARS_S = 2 * 365 * 24 * 3600;

function withHeaders(answer: Response, request: Request): Response {
  const copy = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(EVERYWHERE))
    if (!copy.headers.has(name)) copy.headers.set(name, value);
  // said over a safe connection only: over another one browsers pay no heed to it
  if (request.url.startsWith('https:'))
    copy.headers.set('Strict-Transport-Security', `max-age=${TWO_YEARS_S}; includeSubDomains`);
  return copy;
}
