import { useSyncExternalStore } from 'react';
import type { SessionData } from './types.ts';

/** Prefix of keys in session storage ([3.28b]). */
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

/** The current session; a new object after each change. */
export const getSession = (): SessionData => read();

/** Changes parts of the session and stores them in session storage; `undefined` removes a part. */
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

/** Clears the session completely ([4.20], [8.1c]). */
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

/** Subscribes to a part of the session. On the server and during hydration the session is empty. */
export function useSession<T>(select: (session: SessionData) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(read()),
    () => select(EMPTY),
  );
}

/** The owner of the data, as part of cache keys: known from the token, before any response of the server. */
export const ownerOf = ({ token }: SessionData): string => (token ? `${token.userId}/${token.entId}` : '');

/** Whether a user is logged in: there is a token that has not expired at `now`. */
export function isLoggedIn(session: SessionData, now: number): boolean {
  return session.token !== undefined && now < session.token.expiresAtTime;
}
