import type { Box } from '#core/drawing.ts';
import type { CharacterBox } from '#core/pdf/text/text-boxes.ts';
import type { ParagraphStart } from './laid-out.ts';
import type { DocxParagraph } from './read-text.ts';

/** A character of the docx and its position on the pages; mm from the top left, pages from 1. */
export interface LocatedCharacter {
  paragraph: number;
  /** UTF-16 offset in the paragraph's text. */
  offset: number;
  /** UTF-16 units of the character. */
  length: number;
  page: number;
  box: Box;
}

/** Normalises for comparison: compatibility forms look the same to a reader, and whitespace is not on the page. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '');

/** Maximum number of other characters between two of a paragraph: headers and footers, numbers, floating content. */
const MOST_BETWEEN = 160;
/** Maximum distance of a paragraph's first letter from its bookmark, mm. */
const NEAR = 15;

/**
 * Finds the characters of the docx on the pages made from it. `pages` are the characters of each page in drawing order;
 * `starts` give the start of each paragraph. Characters that are not found, such as text that the layout numbers or
 * hyphenates differently, are omitted.
 *
 * ```ts
 * const located = locateCharacters(pages, starts, readText(docx));
 * const at = placeAt(located, { page: 1, x: 30, y: 42 });
 * ```
 */
export function locateCharacters(
  pages: readonly (readonly CharacterBox[])[],
  starts: readonly ParagraphStart[],
  paragraphs: readonly DocxParagraph[],
): LocatedCharacter[] {
  const all = pages.flatMap((characters, i) =>
    characters.flatMap(({ text, box }) => {
      const letters = [...plain(text)];
      return letters.map((letter, k) => ({
        letter,
        page: i + 1,
        box: { ...box, x: box.x + (box.width * k) / letters.length, width: box.width / letters.length },
      }));
    }),
  );
  const firstOf = new Map<number, number>();
  all.forEach(({ page }, at) => {
    if (!firstOf.has(page)) firstOf.set(page, at);
  });
  const located: LocatedCharacter[] = [];
  for (const { paragraph, page, x, y } of starts) {
    const letters = lettersOf(paragraphs[paragraph]?.text ?? '');
    if (letters.length === 0) continue;
    let nearest = -1;
    let distance = NEAR;
    for (let at = firstOf.get(page) ?? all.length; at < all.length && all[at]!.page === page; at++) {
      const { letter, box } = all[at]!;
      if (letter !== letters[0]!.letter) continue;
      const far = Math.abs(box.x - x) + Math.abs(box.y - y);
      if (far < distance) [nearest, distance] = [at, far];
    }
    if (nearest < 0) continue;
    let [at, next, between] = [nearest, 0, 0];
    while (next < letters.length && at < all.length && between < MOST_BETWEEN) {
      const here = all[at++]!;
      const wanted = letters[next]!;
      if (here.letter !== wanted.letter) {
        between++;
        continue;
      }
      const { offset, length } = wanted;
      located.push({ paragraph, offset, length, page: here.page, box: here.box });
      next++;
      between = 0;
    }
  }
  return located;
}

function lettersOf(text: string): { letter: string; offset: number; length: number }[] {
  const letters: { letter: string; offset: number; length: number }[] = [];
  let offset = 0;
  for (const character of text) {
    for (const letter of plain(character)) letters.push({ letter, offset, length: character.length });
    offset += character.length;
  }
  return letters;
}

/**
 * The text position at a point of a page: before or after the nearest character of its line. Undefined if no text is
 * near.
 *
 * ```ts
 * placeAt(located, { page: 1, x: 30, y: 42 }); // { paragraph: 3, offset: 12 }
 * ```
 */
export function placeAt(
  located: readonly LocatedCharacter[],
  { page, x, y }: { page: number; x: number; y: number },
): { paragraph: number; offset: number } | undefined {
  let best: LocatedCharacter | undefined;
  let distance = 25;
  for (const character of located) {
    if (character.page !== page) continue;
    const { box } = character;
    const aside = Math.max(0, box.x - x, x - box.x - box.width);
    const above = Math.max(0, box.y - y, y - box.y - box.height);
    const far = aside + 4 * above;
    if (far < distance) [best, distance] = [character, far];
  }
  if (!best) return undefined;
  const behind = x > best.box.x + best.box.width / 2;
  return { paragraph: best.paragraph, offset: best.offset + (behind ? best.length : 0) };
}
