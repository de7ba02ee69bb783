import { getSession, setSession } from './session-store.ts';
import type { SessionToken } from './types.ts';

/**
 * A tab that was duplicated, or opened by another, holds the same session and so the same refresh token, which is valid
 * only once. The tab that uses it sends the new token to the others; a tab that was suspended asks before it uses its
 * own.
 */
type Message =
  | { kind: 'fresh'; session: string; token: SessionToken }
  | { kind: 'ask'; session: string; than: number };

/** How long a tab waits for answers of other tabs, in ms. */
const ANSWER_MS = 150;

const sessionOf = (token: SessionToken | undefined): string => token?.refreshToken.split('.')[0] ?? '';

let channel: BroadcastChannel | undefined;
/** Expiry of the newest token known to this tab, so that a late message cannot restore an older one. */
let newest = 0;

function open(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel('sass_session');
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const own = getSession().token;
    if (!own || sessionOf(own) !== data.session) return;
    if (data.kind === 'fresh') return adopt(own, data.token);
    if (own.expiresAtTime > data.than) post({ kind: 'fresh', session: data.session, token: own });
  };
  return channel;
}

const post = (message: Message): void => open()?.postMessage(message);

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

/** Starts listening to the other tabs. */
export const listenToTabs = (): void => void open();

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
