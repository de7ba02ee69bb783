import { expect, it } from 'vitest';
import { sameSecret } from '#core/same-secret.ts';

it('a secret is itself, and one that is not set is nobody’s', async () => {
  expect(await sameSecret('Bearer k', 'Bearer k')).toBe(true);
  for (const given of ['', 'Bearer', 'Bearer kk', 'bearer k', 'Bearer undefined'])
    expect(await sameSecret(given, 'Bearer k'), given).toBe(false);
  expect(await sameSecret('', '')).toBe(false);
});
