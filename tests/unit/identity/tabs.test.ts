import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresher } from '#app/wire/refresh-session.ts';
import { until } from '#tests/fixtures/until.ts';

/** What a tab is made of here: its own session storage and modules, a channel that all tabs share, and one lock. */
type Tab = {
  store: typeof import('#app/session/session-store.ts');
  share: typeof import('#app/session/share-token.ts');
  storage: Map<string, string>;
};

class Channel {
  static all = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all)
      if (other !== this) queueMicrotask(() => other.onmessage?.({ data: structuredClone(data) }));
  }
}

const START = 1_000_000;
const token = (n: number, entId = '') => ({
  accessToken: `access-${n}-${entId}`,
  refreshToken: `session1.${n}`,
  refreshTime: START + n * 1000,
  expiresAtTime: START + n * 1000 + 600_000,
  expiresAt: 3600,
  entId,
  userId: 'u',
  username: 'u',
  name: 'u',
});

let queue: Promise<unknown> = Promise.resolve();
const locks = {
  request: (_name: string, work: () => Promise<unknown>) => {
    queue = queue.then(work, work);
    return queue;
  },
};

async function openTab(first: ReturnType<typeof token>): Promise<Tab> {
  vi.resetModules();
  const storage = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      get length() {
        return storage.size;
      },
      key: (i: number) => [...storage.keys()][i] ?? null,
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
  });
  const store = await import('#app/session/session-store.ts');
  const share = await import('#app/session/share-token.ts');
  store.setSession({ token: first });
  share.listenToTabs(store.clearSession);
  return { store, share, storage };
}

beforeEach(() => {
  Channel.all.clear();
  queue = Promise.resolve();
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => vi.unstubAllGlobals());

function refresherOf(
  { store, share }: Tab,
  exchange: (used: string, entId: string) => Promise<ReturnType<typeof token>>,
) {
  return createRefresher({
    read: () => store.getSession().token,
    write: (fresh) => {
      store.setSession({ token: fresh });
      share.tellTabs(fresh);
    },
    exchange,
    discard: async () => undefined,
    now: () => START + 2_000,
    alone: share.oneTabAtATime,
    ask: share.askTabs,
  });
}

describe('[4.25] tabs of one session', () => {
  it('refresh once between them, and each has the new token', async () => {
    const [a, b] = [await openTab(token(1)), await openTab(token(1))];
    const exchange = vi.fn(async () => token(900));
    const both = await Promise.all([refresherOf(a, exchange)(), refresherOf(b, exchange)()]);
    expect(exchange).toHaveBeenCalledTimes(1);
    expect(both.map((t) => t?.accessToken)).toEqual(['access-900-', 'access-900-']);
    expect(b.store.getSession().token?.refreshToken).toBe('session1.900');
  });

  it('[3.28b] acting as another identity takes the refresh token alone, kept under sass_', async () => {
    const [a, b] = [await openTab(token(1)), await openTab(token(1, 'ent1'))];
    a.share.tellTabs(token(900));
    await until(() => expect(b.store.getSession().token?.refreshToken).toBe('session1.900'));
    expect(b.store.getSession().token).toMatchObject({ accessToken: 'access-1-ent1', entId: 'ent1' });
    expect([...b.storage.keys()].every((key) => key.startsWith('sass_'))).toBe(true);
  });

  it('of another session, or with older news, change nothing', async () => {
    const [a, b] = [await openTab(token(5)), await openTab(token(5))];
    a.share.tellTabs({ ...token(900), refreshToken: 'session2.900' });
    a.share.tellTabs(token(4));
    await new Promise((done) => setTimeout(done, 0));
    expect(b.store.getSession().token).toEqual(token(5));
  });

  it('end together when somebody logs out in one, and no other session does', async () => {
    const [a, b] = [await openTab(token(5)), await openTab(token(5, 'ent1'))];
    const other = await openTab({ ...token(5), refreshToken: 'session2.5' });
    a.share.tellTabsOfEnd(token(5));
    await until(() => expect(b.store.getSession().token).toBeUndefined());
    expect(other.store.getSession().token?.refreshToken).toBe('session2.5');
  });

  it('that was suspended asks the others, and an active one answers', async () => {
    const [awake, slept] = [await openTab(token(900)), await openTab(token(1))];
    expect(awake.store.getSession().token?.refreshToken).toBe('session1.900');
    const exchange = vi.fn(async () => token(901));
    expect((await refresherOf(slept, exchange)())?.refreshToken).toBe('session1.900');
    expect(exchange).not.toHaveBeenCalled();
  });
});
