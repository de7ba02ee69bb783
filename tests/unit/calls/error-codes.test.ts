import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';

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
});
