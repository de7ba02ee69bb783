/** GB 32100: the 31 characters of a unified social credit code, without I O S V Z. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const ORGANIZATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];

/** Problem of a unified social credit code: none, its form, or only a check character. */
export type CreditCodeProblem = 'FORM' | 'CHECK' | undefined;

/**
 * Checks a unified social credit code (18 characters, upper case). Codes with wrong check characters have been issued,
 * so a form can accept `CHECK` with a warning to the reviewer.
 */
export function creditCodeProblem(code: string): CreditCodeProblem {
  if (code.length !== 18 || ![...code].every((c) => CHARACTERS.includes(c))) return 'FORM';
  if (!/^[0-9A-Y]{2}\d{6}/.test(code)) return 'FORM';
  return checkCharacter(code) === code[17] && isOrganizationCode(code.slice(8, 17)) ? undefined : 'CHECK';
}

/** [5.16c] Whether a unified social credit code has correct check characters. */
export const isCreditCode = (code: string): boolean => creditCodeProblem(code) === undefined;

/** Weights are the powers of 3 modulo 31. */
function checkCharacter(code: string): string | undefined {
  let sum = 0;
  let weight = 1;
  for (const c of code.slice(0, 17)) {
    sum += CHARACTERS.indexOf(c) * weight;
    weight = (weight * 3) % 31;
  }
  return CHARACTERS[(31 - (sum % 31)) % 31];
}

/** GB 11714: eight characters and a check character, optionally with a hyphen before it. */
export function isOrganizationCode(text: string): boolean {
  const code = text.replace('-', '');
  if (!/^[0-9A-Z]{8}[0-9X]$/.test(code)) return false;
  const sum = ORGANIZATION_WEIGHTS.reduce((all, weight, i) => all + weight * parseInt(code[i] ?? '', 36), 0);
  return '0X987654321'[sum % 11] === code[8];
}

/** A business registration number of fifteen digits, checked by ISO 7064 MOD 11,10. */
export function isRegistrationNumber(text: string): boolean {
  if (!/^\d{15}$/.test(text)) return false;
  let carry = 10;
  for (const digit of text.slice(0, 14)) {
    const sum = (carry + Number(digit)) % 10;
    carry = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (carry + Number(text[14])) % 10 === 1;
}

/** [5.9d,e] A foreign or Hong Kong registration: letters and digits, 6 to 18. */
export const isForeignRegistration = (text: string): boolean => /^[0-9A-Za-z]{6,18}$/.test(text);
