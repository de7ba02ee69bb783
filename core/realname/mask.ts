/** Masks all but the last character of a name: *三, **·. Counts user-perceived characters. */
export function maskName(name: string): string {
  const letters = Array.from(name);
  return letters.length < 2 ? '*'.repeat(letters.length) : '*'.repeat(letters.length - 1) + letters.at(-1);
}

/**
 * Masks a number except for its first `head` and last `tail` characters; of a short one only the last character is
 * shown.
 */
export function maskNumber(number: string, head = 3, tail = 4): string {
  if (number.length <= head + tail) return '*'.repeat(Math.max(0, number.length - 1)) + number.slice(-1);
  return number.slice(0, head) + '*'.repeat(number.length - head - tail) + number.slice(-tail);
}

/** A bank account with only its last four digits. */
export const maskAccount = (number: string): string => maskNumber(number, 0, 4);
