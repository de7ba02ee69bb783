import { describe, expect, it } from 'vitest';
import type { Envelope } from '#core/call.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { SPECIFIED } from '#tests/fixtures/specified-calls.ts';
import { product } from '#tests/product.ts';

const { NOT_FOUND } = ERROR_CODES;

/** The code that a visitor is answered at a path that is spelled here. */
async function codeAt(method: string, path: string): Promise<number> {
  const url = `${product().baseUrl}/ecapi${path.replace(/:\w+/g, 'nothing0here')}`;
  const response = await fetch(url, {
    method,
    ...(method === 'GET' ? {} : { headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  });
  return ((await response.json()) as Envelope).code;
}

describe('the running product knows', () => {
  it.each(SPECIFIED)('[$statement] $method /ecapi$path', async ({ method, path }) => {
    expect(await codeAt(method, path)).not.toBe(NOT_FOUND);
  });

  it('and no path beside them: one that is spelled otherwise, or asked another way, is not found', async () => {
    for (const { method, path } of SPECIFIED) {
      if (/:\w+$/.test(path)) continue;
      expect(await codeAt(method, `${path}x`), path).toBe(NOT_FOUND);
    }
    expect(await codeAt('PUT', '/token/logout')).toBe(NOT_FOUND);
    expect(await codeAt('GET', '/token/logout')).toBe(NOT_FOUND);
  });
});
