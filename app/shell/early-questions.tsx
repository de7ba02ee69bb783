import { useLocation, useMatches } from '@remix-run/react';
import type { AnyCall, InputOf } from '#core/call.ts';
import { useNonce } from '../security/nonce.ts';
import { PREFIX } from '../session/session-store.ts';
import { untimed } from '../wire/early.ts';
import { buildRequest } from '../wire/send.ts';

/** What a route asks the server for in any case, known from its address alone: `export const handle = { questions }`. */
export type Questions = (url: URL) => readonly Question[];

/** The address of a GET call with its input. */
type Question = string;

export const question = <C extends AnyCall>(call: C, input: InputOf<C>): Question =>
  untimed(buildRequest(call, input as Record<string, unknown>, { headers: {}, now: () => 0 }).url);

/**
 * Asks from the head of the page, while its files are still on their way. It stands before the style sheets: a script
 * behind them would wait for them. What asks later, in its own time, finds the answer with `takeEarly`.
 */
export function EarlyQuestions({ lang }: { lang: string }) {
  const nonce = useNonce();
  const matches = useMatches();
  const { pathname, search } = useLocation();
  const url = new URL(pathname + search, 'http://page');
  const asked = (handle: unknown) =>
    (handle as { questions?: Questions } | undefined)?.questions?.(url) ?? [];
  // in the browser it has run already, or, on a page that was reached without a load, has nothing to do
  const text =
    typeof window === 'undefined'
      ? scriptOf(
          matches.flatMap(({ handle }) => asked(handle)),
          lang,
        )
      : '';
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: as a child its quotes would be escaped; `scriptOf` escapes what ends it
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
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
