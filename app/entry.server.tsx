import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare';
import { RemixServer } from '@remix-run/react';
import { renderToReadableStream } from 'react-dom/server.browser';
import { I18nextProvider } from 'react-i18next';
import { createI18n, namespacesOf } from './i18n/create-i18n.ts';
import { type Language, languageOfRequest } from './i18n/languages.ts';
import { pageHeaders } from './security/csp.ts';
import { createNonce, NonceContext } from './security/nonce.ts';

/** Load context that the Worker may pass to the pages. */
type Context = AppLoadContext & {
  connectSources?: readonly string[];
  embedding?: { origin: string | null; language: Language | null };
};

/** Renders a page as a stream, with its own CSP nonce, in the user's language. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext?: Context,
): Promise<Response> {
  const nonce = createNonce();
  const lang = loadContext?.embedding?.language ?? languageOfRequest(request);
  const matched = remixContext.staticHandlerContext.matches.map((m) => remixContext.routeModules[m.route.id]);
  const i18n = await createI18n(lang, namespacesOf(matched));

  let outcome = status;
  const body = await renderToReadableStream(
    <I18nextProvider i18n={i18n}>
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>
    </I18nextProvider>,
    {
      nonce,
      signal: request.signal,
      onError(error: unknown) {
        if (request.signal.aborted) return;
        console.error(error);
        outcome = 500;
      },
    },
  );

  // A page whose address leads somebody in sends no referrer at all.
  for (const [name, value] of Object.entries(
    pageHeaders({
      nonce,
      connect: loadContext?.connectSources ?? [],
      embedder: loadContext?.embedding?.origin,
    }),
  ))
    if (name !== 'Referrer-Policy' || !headers.has(name)) headers.set(name, value);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', lang);
  headers.set('Vary', 'Cookie, Accept-Language');
  return new Response(body, { status: outcome, headers });
}
