import { foldRadicals } from '#core/fold-text.ts';
import { lengthOf } from './text.ts';
import { withoutUnseen } from './unseen.ts';

/** Marks that nobody sees beside an ideograph: variation selectors, joiners, fillers. */
const UNSEEN_TOO = /\u034f|\p{Variation_Selector}|[\u115f\u1160\u180e\u3164\uffa0]/gu;
const OPENING = / ?[(（﹙⦅｟❨⁽₍︵⟮⟨〈《「『〔﹝【〖［{｛[] ?/gu;
const CLOSING = / ?[)）﹚⦆｠❩⁾₎︶⟯⟩〉》」』〕﹞】〗］}｝\]] ?/gu;
const HAN = /\p{Script=Han}/u;

/**
 * Normalizes an enterprise's name for storage: Chinese names get full-width brackets, whatever kind they were typed with,
 * and have neither invisible characters nor radicals, as PDFs have them, in the place of ideographs.
 */
export function normalizeEnterpriseName(name: string): string {
  const trimmed = foldRadicals(withoutUnseen(name))
    .normalize('NFC')
    .replace(UNSEEN_TOO, '')
    .trim()
    .replace(/\s+/gu, ' ');
  return HAN.test(trimmed) ? trimmed.replace(OPENING, '（').replace(CLOSING, '）') : trimmed;
}

/**
 * [5.9a] [9.10] Whether an enterprise's name is valid: 2 to 100 characters, without control characters and angle
 * brackets.
 */
export const isEnterpriseName = (name: string): boolean =>
  lengthOf(name) >= 2 && lengthOf(name) <= 100 && !/[<>\p{Cc}\p{Cs}]/u.test(name);
