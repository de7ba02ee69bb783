import { expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';

it('gives each error a code of its own', () => {
  const names = new Map<number, string[]>();
  for (const [name, code] of Object.entries(ERROR_CODES)) names.set(code, [...(names.get(code) ?? []), name]);
  expect([...names.values()].filter((group) => group.length > 1)).toEqual([]);
});
