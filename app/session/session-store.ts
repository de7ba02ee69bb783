import { useSyncExternalStore } from 'react';
import type { SessionData } from './types.ts';

/** Keys of session storage carry this prefix ([3.28b]). */
export const PREFIX = 'sass_';

type Key = keyof SessionData;
type Listener = () => void;

let data: SessionData | undefined;
const listeners = new Set<Listener>();
const EMPTY: SessionData = {};

function read(): SessionData {
  if (data) return data;
  if (typeof window === 'undefined') return EMPTY;
  const found: Record<string, unknown> = {};
  for (let i = 0; i < window.sessionStorage.length; i++) {
    const key = window.sessionStorage.key(i);
    if (!key?.startsWith(PREFIX)) continue;
    try {
      found[key.slice(PREFIX.length)] = JSON.parse(window.sessionStorage.getItem(key) ?? 'null');
    } catch {
      window.sessionStorage.removeItem(key);
    }
  }
  data = found as SessionData;
  return data;
}

/** The session as it is now; a new object after each change. */
export const getSession = (): SessionData => read();

/** Changes some parts of the session and keeps them in session storage; `undefined` removes a part. */
export function setSession(change: Partial<SessionData>): void {
  const next = { ...read(), ...change };
  for (const key of Object.keys(change) as Key[]) {
    if (change[key] === undefined) {
      delete next[key];
      window.sessionStorage.removeItem(PREFIX + key);
    } else {
      window.sessionStorage.setItem(PREFIX + key, JSON.stringify(change[key]));
    }
  }
  data = next;
  for (const listener of listeners) listener();
}

/** Forgets everything that the session holds ([4.20], [8.1c]). */
export function clearSession(): void {
  if (typeof window !== 'undefined') {
    const keys = Array.from({ length: window.sessionStorage.length }, (_, i) => window.sessionStorage.key(i));
    for (const key of keys) if (key?.startsWith(PREFIX)) window.sessionStorage.removeItem(key);
  }
  data = {};
  for (const listener of listeners) listener();
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One part of the session, live. On the server, and while the page wakes up, nothing is known yet. */
export function useSession<T>(select: (session: SessionData) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(read()),
    () => select(EMPTY),
  );
}

/** Whose data this is, as part of the key of what is cached: known from the token, before the server has said more. */
export const ownerOf = ({ token }: SessionData): string => (token ? `${token.userId}/${token.entId}` : '');

/** Whether a person is logged in: there is a token that has not expired by `now`. */
export function isLoggedIn(session: SessionData, now: number): boolean {
  return session.token !== undefined && now < session.token.expiresAtTime;
}
