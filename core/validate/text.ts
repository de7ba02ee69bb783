/** Number of characters as a person counts them: a rare Chinese character beyond the basic plane is one. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** [5.16c] Chinese characters only, at least one; compatibility and rare characters included. */
export const isChinese = (text: string): boolean => /^\p{Script=Han}+$/u.test(text);

/** [5.16c] Letters a–z and digits only, at least one. */
export const isAlphanumeric = (text: string): boolean => /^[0-9A-Za-z]+$/.test(text);

/** [5.16c] [5.8a] Exactly six digits. */
export const isSixDigits = (text: string): boolean => /^\d{6}$/.test(text);

/** [5.9b] A postcode of the mainland. */
export const isPostcode = (text: string): boolean => /^\d{6}$/.test(text);

/**
 * Converts full-width letters, digits and signs, as input methods type them, to half-width ones, and removes spaces and
 * invisible characters, which come with numbers copied from address books and chats (U+202D, U+200B). Dashes of all
 * kinds become hyphens.
 */
export const toPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\u034f|\p{Variation_Selector}|[\s\p{Cc}\p{Cf}\u1160]/gu, '')
    .replace(/[\u2010-\u2015\u2212\u2043]/g, '-');

/** [5.18e] Characters that a safe text input accepts: all except < > & %. */
export const safeText = (text: string): string => text.replace(/[<>&%]/g, '');

/** [5.18f] Characters of a search without special characters: letters, digits and Chinese characters. */
export const searchText = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
