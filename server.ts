/** The Worker: joins the edge (/ecapi, jobs) with the pages that Remix has built. scripts/product bundles it. */
import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import type { Env } from '#edge/env.ts';
import { forwardToSync } from '#edge/sync/forward-to-sync.ts';
import { createWorker } from '#edge/worker.ts';

/** The Worker's handlers over one build of the pages. */
export function createServer(build: ServerBuild): ExportedHandler<Env> {
  const handlePage = createRequestHandler(build, 'production');
  const worker = createWorker({
    pages: (request, env, context) => handlePage(request, { cloudflare: { env, ctx: context } }),
  });
  return {
    ...worker,
    fetch: (request, env, context) =>
      forwardToSync(request, env.SYNC_URL) ?? worker.fetch(request, env, context),
  };
}
