import { foldPrivate, foldRadicals } from '#core/fold-text.ts';
import { lengthOf } from './text.ts';
import { withoutUnseen } from './unseen.ts';

/**
 * Normalizes a person's name for storage: trimmed, with one kind of middle dot between Chinese characters, characters of
 * older GBK systems and radicals as the ideographs that they are, and joiners only where a script needs them.
 */
export const normalizePersonName = (name: string): string =>
  foldRadicals(foldPrivate(withoutUnseen(name)))
    // macOS takes letters apart: an é, a Hangul syllable.
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(
      /(?<=\p{Script=Han})[\u200c\u200d]+|[\u200c\u200d]+(?=\p{Script=Han})|^[\u200c\u200d]+|[\u200c\u200d]+$/gu,
      '',
    )
    // Signs that people type for the character of zero, which input methods hide (王○).
    .replace(/(?<=\p{Script=Han})[○◯⭘⚪]|[○◯⭘⚪](?=\p{Script=Han})/gu, '〇')
    .replace(/(?<=\p{Script=Han}) ?[•・‧∙．.·﹒․⋅･●˙⸱᛫ꞏ\u0387⦁◦▪] ?(?=\p{Script=Han})/gu, '·');

/**
 * Whether a real name is valid, as documents have them: 1 to 50 characters, letters of any script, 〇, joiners within a
 * word, and the punctuation of names.
 */
export const isPersonName = (name: string): boolean =>
  lengthOf(name) >= 1 &&
  lengthOf(name) <= 50 &&
  /^[\p{L}\p{M}〇](?:[\p{L}\p{M}〇· .'’-]|[\u200c\u200d](?=[\p{L}\p{M}]))*$/u.test(name);
