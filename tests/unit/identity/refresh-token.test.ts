import { expect, it } from 'vitest';
import { makeRefreshToken, wasIssued } from '#edge/identity/tokens.ts';
import type { Env } from '#edge/kernel/env.ts';

const env = (fill: string) => ({ TOKEN_SECRET: btoa(fill.repeat(32)) }) as unknown as Env;

it('a given refresh token is told from one that somebody made up around a session’s id', async () => {
  const token = await makeRefreshToken(env('a'), 's1');
  const [id, secret, signature] = token.split('.');
  const other = (await makeRefreshToken(env('a'), 's2')).split('.');
  expect(id).toBe('s1');
  expect(await wasIssued(env('a'), token)).toBe(true);
  expect(await wasIssued(env('b'), token)).toBe(false);
  for (const forged of [
    's1',
    's1.AAAA',
    `s1.${secret}`,
    `s1.${secret}.`,
    `s1.${secret}.${'A'.repeat(43)}`,
    `s1.${'A'.repeat(43)}.${signature}`,
    `s2.${secret}.${signature}`,
    `s1.${other[1]}.${other[2]}`,
    `s1.${secret}.${signature!.slice(0, -1)}`,
  ])
    expect(await wasIssued(env('a'), forged), forged).toBe(false);
});
