import { foldPrivate, foldRadicals } from '#core/fold-text.ts';
import { withoutUnseen } from './hidden-characters.ts';
import { lengthOf } from './text.ts';

const HAN = /\p{Script=Han}/u;

/**
 * Normalizes a person's name for storage: trimmed, with one kind of middle dot between Chinese characters, characters of
 * older GBK systems and radicals as the ideographs that they are, and joiners only where a script needs them.
 */
export const normalizePersonName = (name: string): string =>
  foldRadicals(foldPrivate(withoutUnseen(name)))
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(
      /(?<=\p{Script=Han})[\u200c\u200d]+|[\u200c\u200d]+(?=\p{Script=Han})|^[\u200c\u200d]+|[\u200c\u200d]+$/gu,
      '',
    )
    .replace(/(?<=\p{Script=Han}) ?[•・‧∙．.·] ?(?=\p{Script=Han})/gu, '·');

/**
 * Whether a real name is valid, as documents have them: 1 to 50 characters, letters of any script, 〇, joiners within a
 * word, and the punctuation of names.
 */
export const isPersonName = (name: string): boolean =>
  lengthOf(name) >= 1 &&
  lengthOf(name) <= 50 &&
  /^[\p{L}\p{M}〇](?:[\p{L}\p{M}〇· .'’-]|[\u200c\u200d](?=[\p{L}\p{M}]))*$/u.test(name);

/** Normalizes an enterprise's name for storage: Chinese names get full-width brackets. */
export function normalizeEnterpriseName(name: string): string {
  const trimmed = foldRadicals(name).trim().replace(/\s+/gu, ' ');
  return HAN.test(trimmed) ? trimmed.replace(/ ?[(（] ?/g, '（').replace(/ ?[)）] ?/g, '）') : trimmed;
}

/**
 * [5.9a] [9.10] Whether an enterprise's name is valid: 2 to 100 characters, without control characters and angle
 * brackets.
 */
export const isEnterpriseName = (name: string): boolean =>
  lengthOf(name) >= 2 && lengthOf(name) <= 100 && !/[<>\p{Cc}\p{Cs}]/u.test(name);
