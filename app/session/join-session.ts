import { getSession, isLoggedIn, setSession } from './session-store.ts';
import { ANSWER_MS, TABS, type TabMessage } from './share-token.ts';

/**
 * Lets a new tab, such as one opened by a bookmark or the link of a message, join the session of another tab of the
 * browser, in the same identity. Resolves to whether it did; without an answer after `ANSWER_MS` it did not. A session
 * lives as long as a tab that holds it: nothing is stored beyond tabs.
 */
export async function joinSession(): Promise<boolean> {
  if (typeof BroadcastChannel === 'undefined') return false;
  const channel = new BroadcastChannel(TABS);
  const joined = await new Promise<boolean>((done) => {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind !== 'joined') return;
      const { token, ssoCallback } = data;
      // Somebody may have logged in here meanwhile.
      if (!isLoggedIn(getSession(), Date.now())) setSession({ token, ssoCallback });
      done(true);
    };
    channel.postMessage({ kind: 'join' } satisfies TabMessage);
    setTimeout(() => done(false), ANSWER_MS);
  });
  channel.close();
  return joined;
}
