import { lengthOf } from './text.ts';

const HAN = /\p{Script=Han}/u;

/** Normalizes an enterprise's name for storage: Chinese names get full-width brackets. */
export function normalizeEnterpriseName(name: string): string {
  const trimmed = name.trim().replace(/\s+/gu, ' ');
  return HAN.test(trimmed) ? trimmed.replace(/ ?[(（] ?/g, '（').replace(/ ?[)）] ?/g, '）') : trimmed;
}

/**
 * [5.9a] [9.10] Whether an enterprise's name is valid: 2 to 100 characters, without control characters and angle
 * brackets.
 */
export const isEnterpriseName = (name: string): boolean =>
  lengthOf(name) >= 2 && lengthOf(name) <= 100 && !/[<>\p{Cc}\p{Cs}]/u.test(name);
