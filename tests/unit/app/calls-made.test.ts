import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '#app/call.ts';
import { createI18n } from '#app/i18n/create-i18n.ts';
import { LANGUAGES } from '#app/i18n/languages.ts';
import { errorText } from '#app/wire/client-error.ts';
import { isGood, isRefusal } from '#app/wire/form-check.ts';
import { checkCode, logout } from '#core/identity/calls.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the screens say, in each language, of a call that the network answers so. */
async function wordsFor(
  answer: () => Promise<Response>,
  input: Record<string, never> = {},
): Promise<string[]> {
  const fetch = vi.fn(answer);
  vi.stubGlobal('fetch', fetch);
  const error = await call(logout, input).catch((e: unknown) => e);
  return Promise.all(
    LANGUAGES.map(async (language) => {
      const { t } = await createI18n(language, []);
      return errorText(error, t);
    }),
  );
}

describe('a failed call is reported', () => {
  it('[8.2a] [8.1i] not even made: an error of this side, which the message begins with', async () => {
    const never = vi.fn(async () => Response.json({}));
    const circular = {};
    Object.assign(circular, { self: circular });
    const words = await wordsFor(never, circular);
    expect(words).toEqual([
      '客户端请求错误，请刷新页面后重试。',
      '用戶端請求錯誤，請重新整理頁面後再試。',
      'The request could not be made. Reload the page and try again.',
    ]);
    expect(never).not.toHaveBeenCalled();
  });

  it('[8.2b] with an answer that says nothing: as an error of the data, to be tried later', async () => {
    for (const answer of [
      async () => new Response('<html>', { status: 502 }),
      async () => Response.json({ code: 500000, message: '', data: null }),
    ])
      expect(await wordsFor(answer)).toEqual([
        '数据请求错误，请稍后再试。',
        '資料請求錯誤，請稍後再試。',
        'The data could not be fetched. Please try again later.',
      ]);
  });

  it('[8.2c] without any answer: as a failing network, to be tried again', async () => {
    expect(await wordsFor(() => Promise.reject(new TypeError('failed')))).toEqual([
      '网络请求失败，请重试。',
      '網路連線失敗，請再試一次。',
      'The network request failed. Please try again.',
    ]);
  });
});

describe('[8.1g] a call that validates a form', () => {
  const input = { authCodeType: 'FORGOT_PASSWORD' as const, username: '13900000001', authCode: '123456' };
  const wrong = {
    code: 401002,
    message: '验证码不正确或已失效。',
    data: null,
    requestId: 'r1',
    fields: [{ path: 'authCode', problem: 'CODE_WRONG' }],
  };

  it('returns the body instead of rejecting, for a response that rejects another call', async () => {
    vi.stubGlobal('fetch', async () => Response.json(wrong));
    const body = await call(checkCode, input);
    expect(body).toEqual(wrong);
    expect([isGood(body), isRefusal(body)]).toEqual([false, true]);
    await expect(call(logout, {})).rejects.toMatchObject({ code: 401002, fields: wrong.fields });
  });

  it('gives the body of a good form, too, and its data', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 100_000, message: '', data: { ticket: 't' } }));
    const body = await call(checkCode, input);
    expect(isGood(body) && body.data.ticket).toBe('t');
    expect(isRefusal(body)).toBe(false);
  });

  it('rejects if there is no body with a verdict', async () => {
    for (const answer of [
      async () => Promise.reject(new TypeError('failed')),
      async () => new Response('<html>', { status: 502 }),
    ]) {
      vi.stubGlobal('fetch', answer);
      await expect(call(checkCode, input)).rejects.toThrow();
    }
  });
});

it('[7.1b] a call goes below the shared prefix, or below the one that its caller names', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ code: 200, message: '', data: {} });
  });
  await call(logout, {});
  await call(logout, {}, { base: '/contracts/ecapi' });
  expect(asked).toEqual(['/ecapi/token/logout', '/contracts/ecapi/token/logout']);
});
