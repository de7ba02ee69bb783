import type { SessionToken } from '../session/types.ts';

export type RefreshDeps = {
  read: () => SessionToken | undefined;
  write: (token: SessionToken) => void;
  /** Exchanges a refresh token for a new session ([7.6b]). */
  exchange: (refreshToken: string, entId: string) => Promise<SessionToken>;
  /** Discards the used refresh token ([7.6c]); its failure harms nobody. */
  discard: (refreshToken: string) => Promise<unknown>;
  now: () => number;
};

/**
 * A function that returns a session fit for use: once now is past refreshTime and before expiresAtTime, the first caller
 * starts a refresh and every other waits for the same one ([4.25], [9.20]). A failed refresh rejects all that wait.
 */
export function createRefresher(deps: RefreshDeps): () => Promise<SessionToken | undefined> {
  let running: Promise<SessionToken | undefined> | undefined;

  async function refresh(old: SessionToken) {
    const fresh = await deps.exchange(old.refreshToken, old.entId);
    // logged out, or switched to another identity, while the answer was on its way: that decision stands
    if (deps.read()?.refreshToken !== old.refreshToken) return deps.read();
    deps.write(fresh);
    deps.discard(old.refreshToken).catch(() => undefined);
    return fresh;
  }

  return async () => {
    if (running) return running;
    const token = deps.read();
    if (!token || deps.now() <= token.refreshTime || deps.now() >= token.expiresAtTime) return token;
    running = refresh(token).finally(() => {
      running = undefined;
    });
    return running;
  };
}
