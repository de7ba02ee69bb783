import { LANGUAGES, type Language, pickLanguage } from '#core/locales/languages.ts';
import { referenceText } from '#core/locales/reference-text.ts';
import { settingInForce } from '#edge/config/settings.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Path of the API reference. Its files (viewer, document, theme) are static, below the same path. */
export const REFERENCE_PATH = '/reference';

const NAMES: Record<Language, string> = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', 'en-US': 'English' };

/**
 * Nothing but files of this origin: no inline script, no inline style, no frame. `data:` is for the icons in the sheet of
 * the viewer; `blob:` for files that a call answers.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * `/reference/`: the calls for programs, to read and to try. A document of its own, so that no page of the app grows by
 * the viewer. The language is that of `?lang=`, of the app's cookie, or of the browser.
 */
export async function serveReference(request: Request, context: Context): Promise<Response> {
  const url = new URL(request.url);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('Use GET, HEAD.\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
  if (url.pathname === REFERENCE_PATH)
    return new Response(null, { status: 308, headers: { Location: `${REFERENCE_PATH}/${url.search}` } });
  if (url.pathname !== `${REFERENCE_PATH}/`)
    return new Response('Nothing is here.\n', { status: 404, headers: { 'Cache-Control': 'no-store' } });
  const cookies = request.headers.get('cookie') ?? '';
  const theme = /(?:^|;\s*)sass_theme=(light|dark)(?:;|$)/.exec(cookies)?.[1];
  const { systemName } = await settingInForce(context, 'system-option');
  return new Response(page(languageOf(request, url, cookies), systemName || 'Signet', theme), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      'Cross-Origin-Opener-Policy': 'same-origin',
      Vary: 'Cookie, Accept-Language',
    },
  });
}

function languageOf(request: Request, url: URL, cookies: string): Language {
  const stored = /(?:^|;\s*)sass_lang=([\w-]+)/.exec(cookies)?.[1];
  const known = (text: string | null | undefined) => LANGUAGES.find((one) => one === text);
  return (
    known(url.searchParams.get('lang')) ??
    known(stored) ??
    pickLanguage(request.headers.get('accept-language'))
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function page(language: Language, systemName: string, theme: string | undefined): string {
  const text = referenceText(language);
  const languages = LANGUAGES.map(
    (one) =>
      `<a href="?lang=${one}" lang="${one}"${one === language ? ' aria-current="true"' : ''}>${NAMES[one]}</a>`,
  ).join('');
  const facts = text.facts.map(
    ([term, what]) => `<div><dt>${escaped(term)}</dt><dd>${escaped(what)}</dd></div>`,
  );
  return `<!doctype html>
<html lang="${language}"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(text.title)} - ${escaped(systemName)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${REFERENCE_PATH}/swagger-ui.css">
<link rel="stylesheet" href="${REFERENCE_PATH}/theme.css">
<link rel="stylesheet" href="${REFERENCE_PATH}/reference.css">
</head>
<body>
<header class="head"><a class="brand" href="/" aria-label="${escaped(text.home)}"><img src="/favicon.svg" alt="" width="28" height="28">${escaped(systemName)}</a><nav class="languages">${languages}</nav></header>
<main>
<h1>${escaped(text.title)}</h1>
<p class="about">${escaped(text.about)} <a href="${REFERENCE_PATH}/openapi.json" download>${escaped(text.document)}</a></p>
<dl class="facts">${facts.join('')}</dl>
<p id="state" role="status" data-failed="${escaped(text.failed)}">${escaped(text.loading)}</p>
<div id="viewer" lang="en"></div>
</main>
<script src="${REFERENCE_PATH}/swagger-ui-bundle.js"></script>
<script src="${REFERENCE_PATH}/reference.js"></script>
</body>
</html>
`;
}
