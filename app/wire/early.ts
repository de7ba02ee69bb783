/**
 * Requests that a page sends from the first lines of its HTML (shell/early-questions.tsx), before any of its files is
 * loaded. The answers are kept here; `send` takes the one matching its request, each once.
 */
export type Early = {
  /** Token and language of the requests: only requests with the same headers may use the answers. */
  headers: Record<string, string>;
  /** By URL, without the time parameter that bypasses caches. */
  answers: Record<string, Promise<Response>>;
};

declare global {
  interface Window {
    signetEarly?: Early | undefined;
  }
}

/** A URL without its trailing time parameter. */
export const untimed = (url: string): string => url.replace(/[?&]time=\d+$/, '');

/** The early answer to this request, if it was sent by the same user in the same language and did not fail. */
export async function takeEarly(
  url: string,
  { method, headers }: { method: string; headers: Record<string, string> },
): Promise<Response | undefined> {
  const early = typeof window === 'undefined' ? undefined : window.signetEarly;
  const key = untimed(url);
  const answer = early?.answers[key];
  if (!early || !answer || method !== 'GET') return undefined;
  const names = [...Object.keys(headers), ...Object.keys(early.headers)];
  if (names.some((name) => headers[name] !== early.headers[name])) return undefined;
  delete early.answers[key];
  return answer.catch(() => undefined);
}

/** Discards unused answers, which would be stale later. */
export function dropEarly(): void {
  if (typeof window !== 'undefined') window.signetEarly = undefined;
}
