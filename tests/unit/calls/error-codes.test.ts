import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMON_ERRORS, ERROR_CODES } from '#core/errors.ts';

it('gives each error a code of its own', () => {
  const names = new Map<number, string[]>();
  for (const [name, code] of Object.entries(ERROR_CODES)) names.set(code, [...(names.get(code) ?? []), name]);
  const twice = [...names.values()].filter((group) => group.length > 1);
  expect(twice, 'give the newer of these errors the next free code').toEqual([]);
});

it('[8.1k] beside the specified codes, all are ours: in the ranges of the catalogue', () => {
  const specified = [70000401, 70000411, 70000412, 70000413, 70003009];
  const codes: number[] = Object.values(ERROR_CODES);
  expect(codes.filter((code) => code >= 1_000_000).toSorted()).toEqual(specified);
  const ranges = /^(?:40[01349]|413|429|50[03]|46\d|47\d)\d{3}$/;
  expect(codes.filter((code) => code < 1_000_000 && !ranges.test(String(code)))).toEqual([]);
});

it('keeps each code programs may have met: none is renumbered, removed or given a new meaning', () => {
  const lines = readFileSync('tests/fixtures/error-codes.txt', 'utf8').trim().split('\n');
  const published = lines.map((line) => line.split(' ') as [code: string, name: string]);
  const now = new Map(Object.entries(ERROR_CODES).map(([name, code]) => [String(code), name]));
  const gone = published.filter(([code, name]) => now.get(code) !== name);
  expect(gone, 'give these errors their codes back: programs may have met them').toEqual([]);
  const known = new Set(published.map(([code]) => code));
  expect([...now].filter(([code]) => !known.has(code)).map((line) => line.join(' '))).toEqual([]);
});

it('the catalogue is those of the domains together: none is left out, no name stands in two', async () => {
  const files = globSync('core/*/errors.ts').map((file) => file.replaceAll('\\', '/'));
  const names = Object.keys(COMMON_ERRORS);
  for (const file of files) {
    const exported = (await import(join(process.cwd(), file))) as Record<string, Record<string, number>>;
    names.push(...Object.values(exported).flatMap((codes) => Object.keys(codes)));
    // every room and page loads the catalogue, so a part of it loads nothing else
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/^import /m);
  }
  expect(files.length).toBeGreaterThan(20);
  expect(names.toSorted()).toEqual(Object.keys(ERROR_CODES).toSorted());
});
