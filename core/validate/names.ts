import { lengthOf } from './text.ts';

const HAN = /\p{Script=Han}/u;

/** How a person's name is kept: no outer blanks, and one kind of middle dot between Chinese characters. */
export const normalizePersonName = (name: string): string =>
  name
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/(?<=\p{Script=Han}) ?[•・‧∙．.·] ?(?=\p{Script=Han})/gu, '·');

/** A real name: 2 to 50 characters, letters of any script with the signs that stand in names. */
export const isPersonName = (name: string): boolean =>
  lengthOf(name) >= 2 && lengthOf(name) <= 50 && /^[\p{L}\p{M}][\p{L}\p{M}· .'’-]*$/u.test(name);

/** How an enterprise's name is kept: Chinese names with Chinese brackets, however they were typed. */
export function normalizeEnterpriseName(name: string): string {
  const trimmed = name.trim().replace(/\s+/gu, ' ');
  return HAN.test(trimmed) ? trimmed.replace(/ ?[(（] ?/g, '（').replace(/ ?[)）] ?/g, '）') : trimmed;
}

/** [5.9a] [9.10] 2 to 100 characters; none that only a program would write. */
export const isEnterpriseName = (name: string): boolean =>
  lengthOf(name) >= 2 && lengthOf(name) <= 100 && !/[<>\p{Cc}\p{Cs}]/u.test(name);
