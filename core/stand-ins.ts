/** What is drawn for a character without a glyph: its number in Unicode, such as `[U+1F600]`. */
const standIn = (character: string): string =>
  `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * The text with every character that cannot be drawn replaced by its number in Unicode, so that it still can be told
 * from others.
 *
 * ```ts
 * withStandIns('合同😀', (character) => character !== '😀'); // '合同[U+1F600]'
 * ```
 */
export const withStandIns = (text: string, has: (character: string) => boolean): string =>
  Array.from(text, (one) => (/[\r\n\t]/.test(one) || has(one) ? one : standIn(one))).join('');
