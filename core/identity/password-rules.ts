/**
 * The password rules ([5.7]), the same in browser and Worker. Each returns the problem, or null. Lengths are in
 * characters; if a rule says so, characters outside of ASCII count as two.
 */
export type PasswordProblem = 'length' | 'classes' | 'characters' | 'common' | 'own';

export type PasswordRule = {
  min: number;
  max: number;
  /** Number of the four classes (digits, upper, lower, special) that must occur. */
  classes: 3 | 4;
  /** If given, the only special characters allowed. */
  specials?: string;
  /** Whether characters outside of ASCII count as two. */
  wide?: true;
};

/** Special characters accepted by the second password input ([5.7f]). */
export const WIDGET_B_SPECIALS = '@#$%^&+=!';

export const PASSWORD_RULES = {
  /** [5.7a] Changing the password in the account centre. */
  CHANGE: { min: 8, max: 30, classes: 3 },
  /** [5.7c] Mandatory change of a default or weak password. */
  DEFAULT: { min: 8, max: 16, classes: 3 },
  /** [5.7d] Registration, with widget A ([5.7e]). */
  REGISTER: { min: 8, max: 20, classes: 4, wide: true },
  /** Reset of a forgotten password with widget B ([5.7f]). */
  FORGOT: { min: 8, max: 20, classes: 3, specials: WIDGET_B_SPECIALS },
} as const satisfies Record<string, PasswordRule>;
export type PasswordRuleName = keyof typeof PASSWORD_RULES;

export type PasswordClasses = { digit: boolean; upper: boolean; lower: boolean; special: boolean };

const isSpecial = (character: string, specials?: string): boolean =>
  !/[0-9A-Za-z]/.test(character) && (specials === undefined || specials.includes(character));

function classesOf(password: string, specials?: string): PasswordClasses {
  return {
    digit: /[0-9]/.test(password),
    upper: /[A-Z]/.test(password),
    lower: /[a-z]/.test(password),
    special: [...password].some((character) => isSpecial(character, specials)),
  };
}

const countOf = (classes: PasswordClasses): number => Object.values(classes).filter(Boolean).length;

/** In characters (code points); with `wide`, characters outside of ASCII count as two. */
export function lengthOf(password: string, wide = false): number {
  let length = 0;
  for (const character of password) length += wide && (character.codePointAt(0) ?? 0) > 127 ? 2 : 1;
  return length;
}

/**
 * The problem of a new password by a rule. `own` are the person's own words that it must not consist of: account,
 * mobile, the local part of the mail address.
 */
export function passwordProblem(
  name: PasswordRuleName,
  password: string,
  own: readonly string[] = [],
): PasswordProblem | null {
  const rule: PasswordRule = PASSWORD_RULES[name];
  const length = lengthOf(password, rule.wide);
  if (length < rule.min || length > rule.max) return 'length';
  if (/[\s\p{Cc}]/u.test(password)) return 'characters';
  const { specials } = rule;
  if ([...password].some((c) => isSpecial(c) && !isSpecial(c, specials))) return 'characters';
  if (countOf(classesOf(password, specials)) < rule.classes) return 'classes';
  if (isCommon(password)) return 'common';
  const plain = password.toLowerCase();
  if (own.some((word) => word.length >= 4 && plain.includes(word.toLowerCase()))) return 'own';
  return null;
}

/** One requirement shown beside a new password: `register:strength.<name>` with `params`, and whether it is met. */
export type PasswordPoint = {
  name: 'length' | 'three' | 'upper' | 'lower' | 'digit' | 'special' | 'specials';
  params: Record<string, string | number>;
  met: boolean;
};

/** The requirements of a rule for the hint, counted as in `passwordProblem`. */
export function passwordPoints(name: PasswordRuleName, password: string): readonly PasswordPoint[] {
  const { min, max, classes, specials, wide }: PasswordRule = PASSWORD_RULES[name];
  const length = lengthOf(password, wide);
  const has = classesOf(password, specials);
  const point = (name: PasswordPoint['name'], met: boolean, params: PasswordPoint['params'] = {}) => ({
    name,
    params,
    met,
  });
  const range = point('length', length >= min && length <= max, { min, max });
  const special =
    specials === undefined ? point('special', has.special) : point('specials', has.special, { specials });
  if (classes === 3) return [range, point('three', countOf(has) >= 3), special];
  return [range, point('upper', has.upper), point('lower', has.lower), point('digit', has.digit), special];
}

/** [5.7g] Whether the password of a login is weak and must be changed. */
export const isWeakPassword = (password: string): boolean => passwordProblem('CHANGE', password) !== null;

/** [5.7e] Strength for widget A: 0 for a password that violates its rule, else 1 to 3 by length and variety. */
export function strengthA(password: string): 0 | 1 | 2 | 3 {
  if (passwordProblem('REGISTER', password) !== null) return 0;
  const length = lengthOf(password, true);
  const different = new Set(password).size;
  if (length >= 14 && different >= 10) return 3;
  return length >= 10 && different >= 7 ? 2 : 1;
}

/**
 * [5.7f] Strength for widget B: one point each for 8 and for 12 characters, and for each of the four classes, with the
 * special characters that the rule allows. 0 to 6.
 */
export function strengthB(name: PasswordRuleName, password: string): number {
  const { specials, wide }: PasswordRule = PASSWORD_RULES[name];
  const length = lengthOf(password, wide);
  const { digit, upper, lower, special } = classesOf(password, specials);
  return [length >= 8, length >= 12, digit, upper, lower, special].filter(Boolean).length;
}

// Common patterns in lists of leaked passwords: a known word with digits and symbols around it.
const WORDS =
  /^(password|passw0rd|p@ssw0rd|p@ssword|qwerty|qwertyuiop|abc|abcd|abcde|admin|administrator|welcome|letmein|iloveyou|aa|asd|asdf|zxc|zxcvbn|qaz|qazwsx|woaini|root|test|user|hello|monkey|dragon|default)$/;
function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const word = plain.replace(/^[^a-z@]+|[^a-z]+$/g, '');
  if (!WORDS.test(word)) return false;
  const rest = plain.replace(word, '').replace(/[^0-9]/g, '');
  return (
    rest === '' ||
    /^(0+|1+|6+|8+|12|123|1234|12345|123456|1234567|12345678|123456789|321|520|1314|(19|20)\d\d)$/.test(rest)
  );
}
