import { describe, expect, it } from 'vitest';
import { newPassword } from '#app/features/account/rules.ts';
import { newPasswordIssue } from '#app/features/identity/new-password.ts';
import { simpleRules } from '#app/features/identity/simple-rules.ts';
import {
  isWeakPassword,
  lengthOf,
  PASSWORD_RULES,
  type PasswordRuleName,
  passwordPoints,
  passwordProblem,
  strengthA,
  strengthB,
} from '#core/identity/password-rules.ts';

describe('rules of passwords', () => {
  it.each([
    ['Abcdef1', 'length'],
    [`Abc1${'x'.repeat(27)}`, 'length'],
    ['abcdefg1', 'classes'],
    ['ABCDEFG!', 'classes'],
    ['Abcdefg1', null],
    ['abcdef1!', null],
    [`Abc1${'x'.repeat(26)}`, null],
    ['Abc def1', 'characters'],
    ['Abcdef1\u0007', 'characters'],
    ['Password123', 'common'],
    ['Qwerty2024!', 'common'],
  ] as const)('[5.7a] 8 to 30 characters, three of four classes: %s → %s', (password, problem) => {
    expect(passwordProblem('CHANGE', password)).toBe(problem);
  });

  it('[5.7a] [9.13] the account centre takes 8 to 30 characters of three of the four classes', () => {
    const classes = ['27', 'KQ', 'mw', '#;'];
    const combined = (left: string[], length: number) => left.join('').repeat(length).slice(0, length);
    for (const missing of classes) {
      const three = classes.filter((one) => one !== missing);
      for (const [length, taken] of [
        [7, false],
        [8, true],
        [30, true],
        [31, false],
      ] as const)
        expect(newPassword.safeParse(combined(three, length)).success, `${length} without ${missing}`).toBe(
          taken,
        );
      for (const another of three) {
        const two = combined(
          three.filter((one) => one !== another),
          12,
        );
        expect(newPassword.safeParse(two).success, two).toBe(false);
      }
    }
  });

  it('[5.7c] [9.13] a default password is changed to 8 to 16', () => {
    expect(passwordProblem('DEFAULT', `Abc1${'x'.repeat(12)}`)).toBeNull();
    expect(passwordProblem('DEFAULT', `Abc1${'x'.repeat(13)}`)).toBe('length');
  });

  it('[5.7d] [5.7e] [9.13] registration: 8 to 20 with all four classes; beyond ASCII counts two', () => {
    expect(passwordProblem('REGISTER', 'Abcdef1!')).toBeNull();
    expect(passwordProblem('REGISTER', 'Abcdefg1')).toBe('classes');
    expect(lengthOf('密码Ab', true)).toBe(6);
    expect(passwordProblem('REGISTER', '密码Ab1!')).toBeNull();
    expect(passwordProblem('REGISTER', `Ab1!${'密'.repeat(8)}`)).toBeNull();
    expect(passwordProblem('REGISTER', `Ab1!${'密'.repeat(9)}`)).toBe('length');
  });

  it('[5.7e] widget A gives 1 to 3 to what is allowed', () => {
    expect(['abc', 'Abcdefg1', 'Abcdef1!', 'Abcdefg12!', 'Abcdefghijk12!'].map(strengthA)).toEqual([
      0, 0, 1, 2, 3,
    ]);
  });

  it('[5.7f] widget B gives 0 to 6, and knows special characters from @#$%^&+=! only', () => {
    expect(
      ['', 'a', 'aA', 'aA1', 'aA1@', 'aA1@aaaa', 'aA1@aaaaaaaa'].map((one) => strengthB('FORGOT', one)),
    ).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(strengthB('FORGOT', 'aA1-aaaaaaaa')).toBe(5);
    for (const c of '@#$%^&+=!') expect(passwordProblem('FORGOT', `Abcdef${c}x`)).toBeNull();
    for (const c of '-_*.?/') expect(passwordProblem('FORGOT', `Abcdef${c}x`)).toBe('characters');
    expect(passwordProblem('FORGOT', 'Abcdef@1'.padEnd(21, 'x'))).toBe('length');
  });

  it('the hint beside the field says the rule: length, kinds, and exactly its special characters', () => {
    const typed = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
    for (const name of Object.keys(PASSWORD_RULES) as PasswordRuleName[]) {
      const points = (password: string) => new Map(passwordPoints(name, password).map((p) => [p.name, p]));
      const { min, max, classes } = PASSWORD_RULES[name];
      expect(points('').get('length')?.params).toEqual({ min, max });
      const hinted = points('').get('specials')?.params.specials;
      for (const character of typed.filter((one) => /[^0-9A-Za-z ]/.test(one))) {
        const taken = passwordProblem(name, `Abc4ef${character}x`) === null;
        const told = hinted === undefined || String(hinted).includes(character);
        expect(told, `${name} ${character}`).toBe(taken);
        expect((points(character).get('specials') ?? points(character).get('special'))?.met).toBe(taken);
      }
      // whoever meets every line has a password that its rule takes
      const good = 'Abc4ef@x';
      expect([...points(good).values()].every(({ met }) => met)).toBe(true);
      expect(passwordProblem(name, good)).toBeNull();
      expect(points('abcdefgh').has(classes === 3 ? 'three' : 'upper')).toBe(true);
    }
  });

  it('[5.7g] knows a password that is too weak to stay', () => {
    expect(['123456', 'Signet-2026', 'abcdefgh', 'Admin123!'].map(isWeakPassword)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('is not made of one’s own account', () => {
    expect(passwordProblem('CHANGE', 'Zhang13900000001', ['13900000001'])).toBe('own');
    expect(passwordProblem('CHANGE', 'LinQing-2027', ['linqing'])).toBe('own');
  });

  it('[5.7b] in a form the confirmation must match, and what is wrong has a text', () => {
    const rules = simpleRules(['password', 'confirm'], (v) => ({
      password: newPasswordIssue('REGISTER', v.password),
      confirm: v.confirm !== v.password && 'register:problem.confirm',
    }));
    const wrong = (values: object) => {
      const result = rules.safeParse(values);
      return result.success ? [] : result.error.issues.map((i) => [i.path[0], i.message]);
    };
    expect(wrong({ password: 'Abcdef1!', confirm: 'Abcdef1!' })).toEqual([]);
    expect(wrong({ password: 'Abcdef1!', confirm: 'Abcdef1! ' })).toEqual([
      ['confirm', 'register:problem.confirm'],
    ]);
    expect(wrong({ password: 'short', confirm: '' })).toEqual([
      ['password', 'register:problem.REGISTER_length'],
      ['confirm', 'required'],
    ]);
  });
});
