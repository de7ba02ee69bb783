import { expect, it } from 'vitest';
import { product } from '#tests/product.ts';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, product().baseUrl), { headers, redirect: 'manual' });

it('serves what browsers and crawlers ask for by themselves', async () => {
  const icon = await get('/favicon.ico');
  expect(icon.status).toBe(200);
  // An ICO file with one picture: reserved 0, kind 1, one entry.
  expect([...new Uint8Array(await icon.arrayBuffer()).slice(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
  const rules = await (await get('/robots.txt')).text();
  expect(rules).toMatch(/^User-agent: \*$/m);
  expect(rules).toMatch(/^Disallow: \/$/m);
});

it('describes the application to a phone, with icons that are there', async () => {
  const page = await (await get('/login')).text();
  const link = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(page)?.[1] ?? '';
  const answer = await get(link('manifest'));
  expect(answer.headers.get('content-type')).toContain('json');
  const manifest = (await answer.json()) as { name: string; start_url: string; icons: { src: string }[] };
  expect(manifest.name).toContain('Signet');
  for (const path of [...manifest.icons.map(({ src }) => src), link('apple-touch-icon'), link('icon')]) {
    const picture = await get(path);
    expect(picture.status, path).toBe(200);
    expect(picture.headers.get('content-type'), path).toMatch(/^image\//);
  }
  expect((await get(manifest.start_url)).status).toBe(200);
});

it('[0.1d] draws a first page in the language of the browser, by default in Simplified Chinese', async () => {
  const language = async (headers: Record<string, string>) => {
    const answer = await get('/login', headers);
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    const [, lang] = /<html lang="([^"]+)"/.exec(await answer.text()) ?? [];
    expect(answer.headers.get('content-language')).toBe(lang);
    return lang;
  };
  expect(await language({})).toBe('zh-CN');
  expect(await language({ 'accept-language': 'en-GB,en;q=0.8' })).toBe('en-US');
  expect(await language({ 'accept-language': 'zh-Hant-TW' })).toBe('zh-TW');
  expect(await language({ 'accept-language': 'en', cookie: 'sass_lang=zh-TW' })).toBe('zh-TW');
});

it('answers with 404 where a page says that something is not there', async () => {
  for (const path of ['/error', '/404', '/no/such/page']) expect((await get(path)).status, path).toBe(404);
  expect((await get('/login')).status).toBe(200);
});
