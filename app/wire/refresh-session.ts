import type { SessionToken } from '../session/types.ts';

export type RefreshDeps = {
  read: () => SessionToken | undefined;
  write: (token: SessionToken) => void;
  /** Exchanges a refresh token for a new session ([7.6b]). */
  exchange: (refreshToken: string, entId: string) => Promise<SessionToken>;
  /** Discards the used refresh token ([7.6c]); failures are harmless. */
  discard: (refreshToken: string) => Promise<unknown>;
  now: () => number;
  /** Runs `work` while no other tab refreshes the same session. */
  alone?: <T>(token: SessionToken, work: () => Promise<T>) => Promise<T>;
  /** Asks other tabs for a newer token, which is read again afterwards. */
  ask?: (token: SessionToken) => Promise<void>;
};

/**
 * Creates a function that returns a usable session: between refreshTime and expiresAtTime, the first caller starts a
 * refresh and all others wait for it, in this tab and in others that hold the same session ([4.25], [9.20]). A failed
 * refresh rejects all waiting callers.
 */
export function createRefresher(deps: RefreshDeps): () => Promise<SessionToken | undefined> {
  const { alone = (_, work) => work(), ask = async () => undefined } = deps;
  let running: Promise<SessionToken | undefined> | undefined;

  const isDue = (token: SessionToken | undefined): token is SessionToken =>
    token !== undefined && deps.now() > token.refreshTime && deps.now() < token.expiresAtTime;

  async function refresh(): Promise<SessionToken | undefined> {
    const known = deps.read();
    if (!isDue(known)) return known;
    await ask(known);
    // another tab may have been faster
    const old = deps.read();
    if (!isDue(old)) return old;
    const fresh = await deps.exchange(old.refreshToken, old.entId);
    // the user logged out or switched identity during the request: keep that state
    if (deps.read()?.refreshToken !== old.refreshToken) return deps.read();
    deps.write(fresh);
    deps.discard(old.refreshToken).catch(() => undefined);
    return fresh;
  }

  return async () => {
    if (running) return running;
    const token = deps.read();
    if (!isDue(token)) return token;
    running = alone(token, refresh).finally(() => {
      running = undefined;
    });
    return running;
  };
}
