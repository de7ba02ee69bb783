/**
 * Questions that a page put to the server from the first lines of its HTML (shell/early-questions.tsx), before any of its
 * files were there. The answers wait here; `send` takes the one that it would have asked for, each once.
 */
export type Early = {
  /** Whose questions they are, and in which language: nobody else's are answered with them. */
  headers: Record<string, string>;
  /** By the address, without the time that keeps caches away. */
  answers: Record<string, Promise<Response>>;
};

declare global {
  interface Window {
    signetEarly?: Early | undefined;
  }
}

/** An address without its time, which stands last. */
export const untimed = (url: string): string => url.replace(/[?&]time=\d+$/, '');

/** The answer to this request, if it was put early by the same person in the same language and came through. */
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

/** Forgets what nobody took: later it would be old. */
export function dropEarly(): void {
  if (typeof window !== 'undefined') window.signetEarly = undefined;
}
