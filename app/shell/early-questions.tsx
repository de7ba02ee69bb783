import { useLocation, useMatches } from '@remix-run/react';
import { useNonce } from '../security/nonce.ts';
import { PREFIX } from '../session/session-store.ts';
import type { Question, Questions } from './question.ts';

/**
 * Asks from the head of the page, while its files are still on their way. It stands before the style sheets: a script
 * behind them would wait for them. What asks later, in its own time, finds the answer with `takeEarly`.
 */
export function EarlyQuestions({ lang }: { lang: string }) {
  const nonce = useNonce();
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: as a child its quotes would be escaped; `scriptOf` escapes what ends it
      dangerouslySetInnerHTML={{ __html: useScript(lang) }}
    />
  );
}

/** In the browser it has run already, or has nothing to do on a page that was reached without a load: it is not sent. */
const useScript = import.meta.env.SSR ? useQuestions : () => '';

function useQuestions(lang: string): string {
  const matches = useMatches();
  const { pathname, search } = useLocation();
  const url = new URL(pathname + search, 'http://page');
  const asked = (handle: unknown) =>
    (handle as { questions?: Questions } | undefined)?.questions?.(url) ?? [];
  return scriptOf(
    matches.flatMap(({ handle }) => asked(handle)),
    lang,
  );
}

/**
 * Plain text and no function of ours turned into text: a bundler's helpers are not there yet. With a session that must be
 * renewed first ([9.20]) nothing is asked. `<` is escaped, since what is asked comes from the address.
 */
function scriptOf(asked: readonly Question[], lang: string): string {
  if (asked.length === 0) return '';
  const given = JSON.stringify([asked, lang, `${PREFIX}token`]).replaceAll('<', '\\u003c');
  return `(([asked, lang, key]) => {
  try {
    const token = JSON.parse(sessionStorage.getItem(key)), now = Date.now();
    if (!token || now > token.refreshTime || now >= token.expiresAtTime) return;
    const headers = { 'Accept-Language': lang, 'X-Token': token.accessToken }, answers = {};
    for (const one of asked) {
      const url = one + (one.includes('?') ? '&' : '?') + 'time=' + now;
      (answers[one] = fetch(url, { headers, credentials: 'same-origin' })).catch(() => {});
    }
    window.signetEarly = { headers, answers };
  } catch {}
})(${given})`;
}
