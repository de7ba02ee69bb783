/** [5.16c] A person's bank card: 16 to 19 digits with a Luhn check digit (ISO/IEC 7812-1). */
export function isBankCard(text: string): boolean {
  if (!/^\d{16,19}$/.test(text) || /^0+$/.test(text)) return false;
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = Number(text[text.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** An enterprise's bank account: no common format and no check digit. */
export const isBankAccount = (text: string): boolean => /^\d{8,32}$/.test(text);
