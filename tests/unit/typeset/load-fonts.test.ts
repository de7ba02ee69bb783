import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { Context } from '#edge/kernel/context.ts';
import { typesetFonts } from '#scripts/build-typeset-fonts.ts';

// The files of a process share their modules: this one begins with an isolate that has loaded nothing.
vi.resetModules();
const { typesetFonts: fontsOf } = await import('#edge/typeset/load-fonts.ts');

const files = new Map(typesetFonts().map(({ from, to }) => [`http://assets/fonts/${to}`, from]));
const requestWith = (fetch: (url: string) => Promise<Response>): Context =>
  ({ env: { ASSETS: { fetch } }, defer: () => undefined }) as unknown as Context;

it('fonts that a request was loading when it was cut off are loaded by the next one', async () => {
  let begun = 0;
  const cutOff = requestWith(() => {
    begun += 1;
    return new Promise(() => {});
  });
  void fontsOf(cutOff).missingIn('甲');
  expect(begun).toBeGreaterThan(0);
  const asked: string[] = [];
  const next = requestWith(async (url) => {
    asked.push(url);
    return new Response(readFileSync(files.get(url)!));
  });
  expect(await fontsOf({ ...next }).missingIn('甲😀')).toEqual(['😀']);
  expect(new Set(asked).size).toBe(asked.length);
  // Later requests have what this one has loaded.
  const later = requestWith(() => Promise.reject(new Error('loaded again')));
  expect(await fontsOf(later).missingIn('甲')).toEqual([]);
});
