/** The Worker: joins the edge (/ecapi, jobs) with the pages that Remix has built. scripts/product bundles it. */
import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import { AppError } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import { pickLanguage } from '#core/locales/languages.ts';
import { settingInForce } from '#edge/config/settings.ts';
import { embeddingOf } from '#edge/embed/embedding-of.ts';
import type { Env } from '#edge/kernel/env.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { openDatabase } from '#edge/kernel/storage/database.ts';
import { createWorker } from '#edge/worker.ts';

/** The name that the platform gave the system; empty where it gave none, or while the database is away. */
const systemName = (env: Env): Promise<string> =>
  settingInForce({ env, db: openDatabase(env), now: Date.now() }, 'system-option').then(
    (option) => option.systemName,
    () => '',
  );

/** Of the page of a one-time link: the origin that may embed it. No other page may be shown in a frame. */
async function embedding(request: Request, env: Env) {
  const linkId = /^\/embed\/(?:sign|send|template)\/([0-9a-z]{8,40})\/?$/.exec(
    new URL(request.url).pathname,
  )?.[1];
  return linkId === undefined ? {} : { embedding: await embeddingOf(openDatabase(env), linkId, request) };
}

/** The Worker's handlers over one build of the pages. */
export function createServer(build: ServerBuild): ExportedHandler<Env> {
  const handlePage = createRequestHandler(build, 'production');
  const worker = createWorker({
    pages: async (request, env, context) =>
      handlePage(request, {
        cloudflare: { env, ctx: context },
        systemName: () => systemName(env),
        ...(await embedding(request, env)),
      }),
  });
  return {
    ...worker,
    fetch: async (request, env, context) => {
      try {
        return withHeaders(await worker.fetch(request, env, context), request);
      } catch (error) {
        // Otherwise the platform would answer, possibly with details of the error.
        noteFault('answer', error);
        return withHeaders(failed(request), request);
      }
    },
  };
}

/** Headers of every answer that says nothing else: also of data and manifests, which no page or call made. */
const EVERYWHERE = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};
const TWO_YEARS_S = 2 * 365 * 24 * 3600;

const failed = (request: Request): Response =>
  new Response(
    `${errorText(new AppError('INTERNAL'), pickLanguage(request.headers.get('accept-language')))}\n`,
    {
      status: 500,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    },
  );

function withHeaders(answer: Response, request: Request): Response {
  if (answer.status === 101) return answer;
  const copy = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(EVERYWHERE))
    if (!copy.headers.has(name)) copy.headers.set(name, value);
  // only over HTTPS: browsers ignore the header over plain HTTP
  if (request.url.startsWith('https:'))
    copy.headers.set('Strict-Transport-Security', `max-age=${TWO_YEARS_S}; includeSubDomains`);
  return copy;
}
