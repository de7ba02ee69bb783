import { expect, it } from 'vitest';
import type { Token } from '#agent/driver.ts';
import { longestUnseen, lookSurely } from '#agent/pkcs11/watch-module.ts';

const token = (serial: string) => ({ serial, label: serial }) as Token;
const [one, two] = [token('1111'), token('2222')];

/** Gives what a module says, look by look. */
const answering = (...answers: (Token[] | undefined)[]) => {
  const asked = () => Promise.resolve(answers[Math.min(asked.times++, answers.length - 1)]);
  asked.times = 0;
  return asked;
};

it('a token that cannot be read while it is written to is still there', async () => {
  const look = answering([], undefined, [one, two]);
  expect(await lookSurely(look, [one, two])).toEqual([one, two]);
  expect(look.times).toBe(3);
});

it('a token is gone when every look misses it, and the others stay', async () => {
  expect(await lookSurely(answering([two]), [one, two])).toEqual([two]);
  expect(await lookSurely(answering([], undefined), [one])).toEqual([]);
});

it('one that is new is there at once; a module that never answers says nothing', async () => {
  const look = answering([one, two]);
  expect(await lookSurely(look, [one])).toEqual([one, two]);
  expect(look.times).toBe(1);
  expect(await lookSurely(answering(undefined), [one])).toBeUndefined();
});

it('[8.7i] a removed token is missed within two seconds, unless one look takes a fifth of that', () => {
  for (const lookMs of [1, 50, 100, 200]) expect(longestUnseen(lookMs)).toBeLessThan(2_000);
});
