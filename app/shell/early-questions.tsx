import { useLocation, useMatches } from '@remix-run/react';
import { useNonce } from '../security/nonce.ts';
import { PREFIX } from '../session/session-store.ts';
import type { Question, Questions } from './question.ts';

/**
 * Sends requests from the head of the page, while its files are still loading. Placed before the style sheets: a script
 * after them would wait for them. Later calls for the same data find the answer with `takeEarly`.
 */
export function EarlyQuestions({ lang }: { lang: string }) {
  const nonce = useNonce();
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a child's quotes would be escaped; `scriptOf` escapes `<`
      dangerouslySetInnerHTML={{ __html: useScript(lang) }}
    />
  );
}

/** Empty in the browser: there the script has already run, or has nothing to do after a client-side navigation. */
const useScript = import.meta.env.SSR ? useQuestions : () => '';

function useQuestions(lang: string): string {
  const matches = useMatches();
  const { pathname, search } = useLocation();
  const url = new URL(pathname + search, 'http://page');
  const questionsOf = (handle: unknown) =>
    (handle as { questions?: Questions } | undefined)?.questions?.(url) ?? [];
  return scriptOf(
    matches.flatMap(({ handle }) => questionsOf(handle)),
    lang,
  );
}

/**
 * A literal script, not a stringified function: helpers of the bundler are not loaded yet. If the session must be
 * refreshed first ([9.20]) nothing is requested. `<` is escaped, since the requests contain parts of the URL.
 */
function scriptOf(questions: readonly Question[], lang: string): string {
  if (questions.length === 0) return '';
  const settings = JSON.stringify([questions, lang, `${PREFIX}token`]).replaceAll('<', '\\u003c');
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
})(${settings})`;
}
