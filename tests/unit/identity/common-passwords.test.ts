import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PASSWORD_RULES, type PasswordRuleName, passwordProblem } from '#core/identity/password-rules.ts';
import { DEMO } from '#db/seed/demo.ts';
import { isCommonPassword } from '#edge/identity/common-passwords.ts';
import { checkNewPassword } from '#edge/identity/set-password.ts';
import { randomFrom } from '#tests/fixtures/random.ts';

/** The list, which is the Worker’s alone: the pages must not load it. */
const words = readFileSync('edge/identity/common-passwords.ts', 'utf8').split('`')[1]!.trim().split(/\s+/);
const upper = (word: string) => word.replace(/[a-z]/, (letter) => letter.toUpperCase());
/** A spelling of a common password as somebody writes it whom a rule asks for more kinds of characters. */
const spelt = (word: string) => [upper(word), `${upper(word)}!`, `#${upper(word)}`];

it.each(Object.keys(PASSWORD_RULES) as PasswordRuleName[])(
  'more than 3,000 common passwords that the rule %s lets through are refused when one is set',
  (rule) => {
    expect(new Set(words).size).toBe(words.length);
    const through = words.filter((word) => {
      const taken = spelt(word).filter((one) => passwordProblem(rule, one) === null);
      for (const one of taken)
        expect(() => checkNewPassword(rule, one, []), one).toThrow('PASSWORD_NOT_GOOD');
      return taken.length > 0;
    });
    expect(through.length).toBeGreaterThan(3_000);
  },
);

it('of random passwords, those of the demo data and of the tests none is refused', () => {
  const random = randomFrom('common passwords');
  const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%';
  for (let i = 0; i < 5_000; i++) {
    const word = Array.from({ length: 10 }, () => signs[Math.floor(random() * signs.length)]).join('');
    expect(isCommonPassword(word), word).toBe(false);
  }
  expect([DEMO.password, 'Neu-3141592'].filter(isCommonPassword)).toEqual([]);
});
