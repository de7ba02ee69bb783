import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatMoney, formatNumber, formatSize } from '#app/i18n/format.ts';
import { languageOfRequest } from '#app/i18n/languages.ts';
import { loadTexts } from '#app/i18n/resources.ts';
import { contentSecurityPolicy } from '#app/security/csp.ts';
import { LANGUAGES } from '#core/locales/languages.ts';

describe('dates, numbers and sizes', () => {
  it('times are shown as 2026-11-20 14:05 in the zone of the device', () => {
    const at = new Date(2026, 10, 20, 14, 5, 9);
    expect(formatDateTime(at)).toBe('2026-11-20 14:05');
    expect(formatDateTime(at.getTime(), { seconds: true })).toBe('2026-11-20 14:05:09');
    expect(formatDate(at.toISOString())).toBe('2026-11-20');
  });

  it('nothing and nonsense are shown as nothing', () => {
    for (const nothing of [undefined, null, '', 'soon']) expect(formatDateTime(nothing)).toBe('');
  });

  it('follow the language', () => {
    expect(formatNumber(1234567.5, 'en-US')).toBe('1,234,567.5');
    expect(formatMoney(12, 'zh-CN')).toBe('¥12.00');
  });

  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1536, '1.5 KB'],
    [52_428_800, '50 MB'],
    [3_300_000_000, '3.1 GB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatSize(bytes, 'en-US')).toBe(text));
});

describe('[0.1d] languages', () => {
  it('zh-CN is the default; [0.1e] the choice of the cookie holds', () => {
    const language = (headers: Record<string, string>) =>
      languageOfRequest(new Request('https://signet.example/', { headers }));
    expect(language({})).toBe('zh-CN');
    expect(language({ cookie: 'a=b; sass_lang=zh-TW', 'accept-language': 'en-US' })).toBe('zh-TW');
    expect(language({ cookie: 'sass_lang=fr-FR' })).toBe('zh-CN');
  });

  it('before any choice, the first of ours that the browser asks for is taken', () => {
    const asked = (value: string) =>
      languageOfRequest(
        new Request('https://signet.example/', {
          headers: { 'accept-language': value, cookie: 'sass_lang=fr-FR' },
        }),
      );
    expect(asked('en-GB,en;q=0.9')).toBe('en-US');
    expect(asked('fr-FR,zh-HK;q=0.8,en;q=0.5')).toBe('zh-TW');
    expect(asked('de, fr;q=0.8')).toBe('zh-CN');
    expect(asked('*')).toBe('zh-CN');
  });

  it('texts of the app and of core are found by namespace, in each language', async () => {
    for (const language of LANGUAGES)
      for (const ns of ['ui', 'shell', 'error'])
        expect(Object.keys(await loadTexts(language, ns)).length, ns).toBeGreaterThan(0);
    await expect(loadTexts('en-US', 'nothing')).rejects.toThrow('no texts nothing in en-US');
  });
});

describe('the content security policy', () => {
  const policy = contentSecurityPolicy({ nonce: 'n1', connect: ['wss://sync.example'] });
  const rule = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `)) ?? '';

  it('lets scripts run by nonce or from our own origin, never inline or by eval', () => {
    expect(rule('script-src')).toContain("'nonce-n1'");
    expect(rule('script-src')).not.toMatch(/'unsafe-inline'|'unsafe-eval'|https?:|\*/);
  });

  it('lets no style sheet be written inline, and no page be framed', () => {
    expect(policy).not.toContain('unsafe-inline');
    expect(rule('style-src-attr')).toBe("style-src-attr 'none'");
    expect(rule('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(rule('object-src')).toBe("object-src 'none'");
    expect(rule('base-uri')).toBe("base-uri 'none'");
  });

  it('connects to ourselves, the sync rooms and the agent on the own machine', () => {
    expect(rule('connect-src')).toContain('wss://sync.example');
    expect(rule('connect-src')).toContain('ws://127.0.0.1:*');
  });
});
