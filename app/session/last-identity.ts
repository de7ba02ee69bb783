import type { SessionToken } from './types.ts';

/** In browser storage: who acted last, and for which enterprise. */
const KEY = 'sass_identity';

/** Notes the identity that somebody chose; empty stands for the person. */
export function noteIdentity({ userId }: SessionToken, entId: string): void {
  window.localStorage.setItem(KEY, `${userId}:${entId}`);
}

/** The enterprise that this person acted for last in this browser; undefined where they chose none. */
export function lastEnterprise({ userId }: SessionToken): string | undefined {
  const [person, entId] = (window.localStorage.getItem(KEY) ?? '').split(':');
  return person === userId ? entId || undefined : undefined;
}
