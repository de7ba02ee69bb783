import { expect, it } from 'vitest';
import { product } from '../../product.ts';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${product().baseUrl}${path}`, { headers, redirect: 'manual' });

it('the reference is a page in three languages that loads and runs files of its origin alone', async () => {
  for (const [language, heading] of [
    ['zh-CN', '接口文档'],
    ['zh-TW', '介面文件'],
    ['en-US', 'API reference'],
  ] as const) {
    for (const headers of [
      { 'Accept-Language': language },
      { Cookie: `sass_theme=dark; sass_lang=${language}`, 'Accept-Language': 'fr' },
    ] as Record<string, string>[]) {
      const text = await (await get('/reference/', headers)).text();
      expect(text).toContain(`<h1>${heading}</h1>`);
      expect(text).toContain(`<html lang="${language}"${headers.Cookie ? ' data-theme="dark"' : ''}>`);
    }
    expect(await (await get(`/reference/?lang=${language}`)).text()).toContain(`<h1>${heading}</h1>`);
  }
  const page = await get('/reference/?lang=%22%3E%3Cscript%3E');
  const policy = page.headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).not.toMatch(/unsafe|nonce|https?:/);
  const text = await page.text();
  expect(text).not.toContain('"><script>');
  // Each file that it names is there, on this origin.
  const files = [...text.matchAll(/(?:src|href)="([^"#?]+)"/g)].map(([, path]) => path!);
  expect(files.length).toBeGreaterThan(5);
  for (const path of files) {
    expect(path).toMatch(/^\//);
    const file = await get(path);
    expect([200, 302], path).toContain(file.status);
    await file.body?.cancel();
  }
  const document = (await (await get('/reference/openapi.json')).json()) as { paths: object };
  expect(Object.keys(document.paths)).toContain('/ecapi/docmanager/assemble/plan/sendFromTemplate');
  for (const file of ['LICENSE', 'NOTICE']) expect((await get(`/reference/${file}`)).status).toBe(200);
  expect((await get('/reference')).headers.get('location')).toBe('/reference/');
  expect((await get('/reference/nothing')).status).toBe(404);
  expect((await fetch(`${product().baseUrl}/reference/`, { method: 'POST' })).status).toBe(405);
});
