import { getSession, isLoggedIn, setSession } from './session-store.ts';
import type { SessionToken } from './types.ts';

/**
 * Messages between the tabs of a browser. Tabs that hold one session also hold one refresh token, which is valid only
 * once: the tab that uses it sends the new token to the others; a tab that was suspended asks before it uses its own. A
 * new tab asks to join a session (join-session.ts); logging out in one tab ends the session in all.
 */
export type TabMessage =
  | { kind: 'fresh'; session: string; token: SessionToken }
  | { kind: 'ask'; session: string; than: number }
  | { kind: 'join' }
  | { kind: 'joined'; token: SessionToken; ssoCallback?: string }
  | { kind: 'ended'; session: string };

export const TABS = 'sass_session';

/** How long a tab waits for answers of other tabs, in ms. */
export const ANSWER_MS = 150;

const sessionOf = (token: SessionToken | undefined): string => token?.refreshToken.split('.')[0] ?? '';

let channel: BroadcastChannel | undefined;
let onEnded = (): void => undefined;
/** Expiry of the newest token known to this tab, so that a late message cannot restore an older one. */
let newest = 0;

function open(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(TABS);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    const session = getSession();
    const own = session.token;
    if (!own || data.kind === 'joined') return;
    if (data.kind === 'join') {
      // A page inside another site's page acts by a link, for that page alone.
      if (isLoggedIn(session, Date.now()) && !location.pathname.startsWith('/embed/'))
        post({ kind: 'joined', token: own, ssoCallback: session.ssoCallback });
      return;
    }
    if (sessionOf(own) !== data.session) return;
    if (data.kind === 'fresh') return adopt(own, data.token);
    if (data.kind === 'ended') return onEnded();
    if (own.expiresAtTime > data.than) post({ kind: 'fresh', session: data.session, token: own });
  };
  return channel;
}

const post = (message: TabMessage): void => open()?.postMessage(message);

/** Adopts another tab's newer token; if that tab acts as another identity, only its refresh token. */
function adopt(own: SessionToken, fresh: SessionToken): void {
  if (fresh.expiresAtTime <= Math.max(newest, own.expiresAtTime)) return;
  newest = fresh.expiresAtTime;
  setSession({ token: fresh.entId === own.entId ? fresh : { ...own, refreshToken: fresh.refreshToken } });
}

/** Sends the other tabs the token that replaces theirs. */
export function tellTabs(token: SessionToken): void {
  newest = Math.max(newest, token.expiresAtTime);
  post({ kind: 'fresh', session: sessionOf(token), token });
}

/** Tells the other tabs of the session that somebody logged out. */
export const tellTabsOfEnd = (token: SessionToken): void =>
  post({ kind: 'ended', session: sessionOf(token) });

/** Starts listening to the other tabs; `ended` is called when somebody logs out in one of them. */
export function listenToTabs(ended: () => void): void {
  onEnded = ended;
  open();
}

/** Asks the other tabs for a newer token and waits `ANSWER_MS` for answers. */
export async function askTabs(token: SessionToken): Promise<void> {
  if (!open()) return;
  post({ kind: 'ask', session: sessionOf(token), than: token.expiresAtTime });
  await new Promise((done) => setTimeout(done, ANSWER_MS));
}

/** Runs `work` under a lock shared by the tabs of the session; without Web Locks it runs at once. */
export function oneTabAtATime<T>(token: SessionToken, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? (locks.request(`sass_${sessionOf(token)}`, work) as Promise<T>) : work();
}
