/**
 * Line breaking of Chinese, Latin and mixed text (GB/T 15834-2011, 5.1; CLREQ 3.1.3), and which punctuation marks drop
 * half of their width at a line's edge.
 */

/** Marks that must not start a line: closing marks, stops, units after a number. */
const NOT_FIRST = '，。、；：？！）】》」』〉〕］｝”’…—～·,.;:?!)]}>%％‰℃°';
/** Marks that must not end a line: opening marks, signs before a number. */
const NOT_LAST = '（【《「『〈〔［｛“‘([{<$￥¥#＃№';
const CLOSING = '，。、；：？！）】》」』〉〕］｝”’';
const OPENING = '（【《「『〈〔［｛“‘';
/** Words and numbers of Latin, Greek and Cyrillic script. */
const WORD = /[0-9A-Za-z\u00c0-\u024f\u0370-\u052f'’_\-/.,:@%&+#]/;
const LETTER = /[A-Za-z\u00c0-\u024f\u0370-\u052f]/;
const SQUARE = /\p{Script=Han}|[\u3040-\u30ff\u3000-\u303f\uff00-\uffef]/u;
const NARROW = /[0-9A-Za-z\u00c0-\u024f\u0370-\u052f%]/;

const TESTS: readonly ((character: string) => boolean)[] = [
  (c) => NOT_FIRST.includes(c),
  (c) => NOT_LAST.includes(c),
  (c) => CLOSING.includes(c),
  (c) => OPENING.includes(c),
  (c) => WORD.test(c),
  (c) => LETTER.test(c),
  (c) => SQUARE.test(c),
  (c) => NARROW.test(c),
];
const [IS_NOT_FIRST, IS_NOT_LAST, IS_CLOSING, IS_OPENING, IS_WORD, IS_LETTER, IS_SQUARE, IS_NARROW] = [
  1, 2, 4, 8, 16, 32, 64, 128,
];

/** Cached classification by UTF-16 unit, -1 if not computed yet: a long document looks it up millions of times. */
const known = new Int16Array(65_536).fill(-1);

function kindOf(character: string): number {
  if (character.length !== 1) return test(character);
  const unit = character.charCodeAt(0);
  const found = known[unit]!;
  if (found >= 0) return found;
  const kind = test(character);
  known[unit] = kind;
  return kind;
}

const test = (character: string): number =>
  TESTS.reduce((sum, holds, i) => (holds(character) ? sum | (1 << i) : sum), 0);

/** A full-width closing mark: the right half of its square is blank. */
export const isClosing = (character: string): boolean => (kindOf(character) & IS_CLOSING) !== 0;
/** A full-width opening mark: the left half of its square is blank. */
export const isOpening = (character: string): boolean => (kindOf(character) & IS_OPENING) !== 0;
/** A character set in a square of its own: Han, kana, full-width forms. */
export const isSquare = (character: string): boolean => (kindOf(character) & IS_SQUARE) !== 0;
/** A letter or digit of a script that is set with narrow letters. */
export const isNarrow = (character: string): boolean => (kindOf(character) & IS_NARROW) !== 0;

/** Whether the line may break between two neighbouring characters. */
export function mayBreak(before: string, after: string): boolean {
  if (after === ' ') return false;
  if (before === ' ') return true;
  const [left, right] = [kindOf(before), kindOf(after)];
  if ((right & IS_NOT_FIRST) !== 0 || (left & IS_NOT_LAST) !== 0) return false;
  // A long URL may break after a slash or hyphen; a date or a telephone number may not.
  if ((before === '/' || before === '-') && (right & IS_LETTER) !== 0) return true;
  return (left & IS_WORD) === 0 || (right & IS_WORD) === 0;
}
