import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getLoggedUserInfo } from '#core/identity/calls.ts';

const NOW = Date.now();
const token = {
  accessToken: 'access',
  refreshToken: 'session1.1',
  refreshTime: NOW - 1_000,
  expiresAtTime: NOW + 500_000,
  expiresAt: 3600,
  entId: '',
  userId: 'u0000001',
  username: 'u',
  name: 'u',
};

let storage: Map<string, string>;
let asked: string[];

/** A page at `pathname` with a session that is due for a refresh, and a server that answers the exchange so. */
async function openPage(pathname: string, exchange: { code: number; message: string }) {
  vi.resetModules();
  storage = new Map([['sass_token', JSON.stringify(token)]]);
  asked = [];
  const location = { pathname, search: '', assign: vi.fn() };
  vi.stubGlobal('window', {
    location,
    sessionStorage: {
      get length() {
        return storage.size;
      },
      key: (i: number) => [...storage.keys()][i] ?? null,
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
    localStorage: { getItem: () => 'zh-CN' },
  });
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN', dataset: {} }, cookie: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ ...exchange, data: null });
  });
  const { call } = await import('#app/call.ts');
  const { toasts } = await import('#app/ui/toast-store.ts');
  const failure = await call(getLoggedUserInfo, {}).catch((error: unknown) => error);
  return { failure, toasts: toasts.get(), location };
}

beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined));
afterEach(() => vi.unstubAllGlobals());

it('[8.1e] [8.1c] [4.20] a refresh rejected by 70000401 warns, and the person goes to /login', async () => {
  const { failure, toasts, location } = await openPage('/home', { code: 70000401, message: '请先登录。' });
  expect(failure).toMatchObject({ kind: 'session', code: 70000401 });
  expect(toasts.map(({ tone, text }) => [tone, text])).toEqual([['warning', '请先登录。']]);
  expect([...storage.keys()]).toEqual([]);
  expect(location.assign).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2Fhome');
  expect(asked).toEqual(['/ecapi/oauth2/token']);
});

it('[8.1f] other failures of a refresh are left to the screen, and the session stays', async () => {
  const { failure, toasts, location } = await openPage('/home', { code: 500000, message: '出错了' });
  expect(failure).toMatchObject({ kind: 'server', code: 500000 });
  expect(toasts).toEqual([]);
  expect(storage.has('sass_token')).toBe(true);
  expect(location.assign).not.toHaveBeenCalled();
});

it.each([70000401, 70000411, 70000412, 70000413])(
  '[8.1c] on the login page %d only rejects',
  async (code) => {
    const { failure, location } = await openPage('/login', { code, message: 'x' });
    expect(failure).toMatchObject({ kind: 'session', code });
    expect(location.assign).not.toHaveBeenCalled();
  },
);
