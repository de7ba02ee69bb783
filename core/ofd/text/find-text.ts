import { isAppError } from '#core/errors.ts';
import { foldText } from '#core/fold-text.ts';
import type { Box } from '#core/ofd/model/geometry.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import { FILE_WORK, isSpent, withWork } from '#core/ofd/package/work.ts';
import { pageText, type TextCharacter, type TextRun, unionBox } from './page-text.ts';

/** An occurrence of a keyword. */
export interface TextMatch {
  pageIndex: number;
  /** Bounding box of the keyword on the page, mm. */
  box: Box;
  /** One box per line if the keyword spans lines, mm. */
  boxes: Box[];
  text: string;
}

export interface FindOptions {
  /** Which occurrences to return ([9.35d]); all by default. */
  which?: 'first' | 'all' | 'last';
  /** First and last page to search, 0-based; the whole document by default. */
  pages?: { from: number; to: number };
}

/** Maximum number of occurrences returned; nobody looks at more. */
const MOST_MATCHES = 5_000;

/**
 * All occurrences of `keyword` in reading order, across text objects and line ends. White space is ignored, full-width
 * letters and digits equal half-width ones, and case is ignored. An empty keyword has no occurrence. A page that cannot
 * be read is skipped. Throws DOCUMENT_TOO_COMPLEX if the search takes too much work.
 */
export function findText(document: OfdDocument, keyword: string, options: FindOptions = {}): TextMatch[] {
  return withWork(document.package.work, FILE_WORK, () => search(document, foldText(keyword), options));
}

function search(document: OfdDocument, wanted: string, options: FindOptions): TextMatch[] {
  if (wanted === '') return [];
  const from = Math.max(0, options.pages?.from ?? 0);
  const to = Math.min(document.pages.length - 1, options.pages?.to ?? Number.MAX_SAFE_INTEGER);
  const which = options.which ?? 'all';
  const found: TextMatch[] = [];
  if (which === 'last') {
    for (let page = to; page >= from && found.length === 0; page--)
      found.push(...findOnPage(document, page, wanted).slice(-1));
    return found;
  }
  for (let page = from; page <= to; page++) {
    for (const match of findOnPage(document, page, wanted)) found.push(match);
    if (found.length >= MOST_MATCHES) return found.slice(0, MOST_MATCHES);
    if (which === 'first' && found.length > 0) return found.slice(0, 1);
  }
  return found;
}

function findOnPage(document: OfdDocument, pageIndex: number, wanted: string): TextMatch[] {
  let runs: TextRun[];
  try {
    runs = pageText(document, pageIndex);
  } catch (error) {
    // An unreadable page counts as empty; a document that is too complex is refused.
    if (!isAppError(error) || isSpent(document.package.work)) throw error;
    return [];
  }
  const matches = textFlows(runs).flatMap((lines) => findInFlow(lines, pageIndex, wanted));
  return matches.sort((a, b) => {
    const apart = a.boxes[0]!.y - b.boxes[0]!.y;
    return Math.abs(apart) > a.boxes[0]!.height / 2 ? apart : a.box.x - b.box.x;
  });
}

function findInFlow(lines: TextCharacter[][], pageIndex: number, wanted: string): TextMatch[] {
  // The text of the whole flow, and for each UTF-16 unit the character it comes from.
  let text = '';
  const source: { character: TextCharacter; line: number }[] = [];
  lines.forEach((line, lineIndex) => {
    for (const character of line) {
      const folded = foldText(character.text);
      text += folded;
      for (let i = 0; i < folded.length; i++) source.push({ character, line: lineIndex });
    }
  });
  const matches: TextMatch[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const hit = source.slice(at, at + wanted.length);
    const byLine = new Map<number, TextCharacter[]>();
    for (const { character, line } of hit) byLine.set(line, [...(byLine.get(line) ?? []), character]);
    const boxes = [...byLine.values()].map((characters) => unionBox(characters.map((c) => c.box)));
    const characters = [...new Set(hit.map((h) => h.character))];
    if (matches.length >= MOST_MATCHES) break;
    matches.push({ pageIndex, box: unionBox(boxes), boxes, text: characters.map((c) => c.text).join('') });
  }
  return matches;
}

/** Largest gap between pieces of one line, and distance of two lines of one column, in line heights. */
const WORD_GAP = 3;
const LINE_GAP = 2.5;
/** How many of the latest flows a line may continue; a page has few columns side by side. */
const NEAR_FLOWS = 64;

/**
 * Groups text into flows of consecutive lines: pieces at one height are joined from left to right unless a wide gap
 * separates them (columns, cells), and each line continues in the next one below it. Files often give every word, or
 * every character, an object of its own, in any order. Each rotated or vertical text object is a flow of its own.
 */
function textFlows(runs: TextRun[]): TextCharacter[][][] {
  const isLine = (run: TextRun) => Math.abs(run.angle) < 1 && !isColumn(run);
  const pieces = runs.filter(isLine).flatMap((run) => splitLines(run.characters));
  const flows: { last: Piece; lines: TextCharacter[][] }[] = [];
  for (const line of joinLines(pieces)) {
    const above = flows.slice(-NEAR_FLOWS).find(({ last }) => {
      const height = Math.max(last.box.height, line.box.height);
      const down = line.box.y - last.box.y;
      return down > height * 0.4 && down < height * LINE_GAP && overlap(last.box, line.box) > 0;
    });
    if (above) {
      above.last = line;
      above.lines.push(line.characters);
    } else flows.push({ last: line, lines: [line.characters] });
  }
  const others = runs.filter((run) => !isLine(run)).map((run) => [run.characters]);
  return [...flows.map((flow) => flow.lines), ...others];
}

function overlap(a: Box, b: Box): number {
  return Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
}

/** Joins pieces at one height unless a wide gap separates them; ordered from top to bottom, then left to right. */
function joinLines(pieces: Piece[]): Piece[] {
  const rows: { middle: number; size: number; pieces: Piece[] }[] = [];
  for (const piece of [...pieces].sort((a, b) => a.middle - b.middle)) {
    const row = rows.at(-1);
    const near = row && Math.abs(piece.middle - row.middle) < Math.min(row.size, piece.box.height) * 0.4;
    if (near) row.pieces.push(piece);
    else rows.push({ middle: piece.middle, size: piece.box.height, pieces: [piece] });
  }
  const lines: Piece[] = [];
  for (const row of rows) {
    let line: Piece | undefined;
    for (const piece of row.pieces.sort((a, b) => a.box.x - b.box.x)) {
      const gap = line ? piece.box.x - (line.box.x + line.box.width) : Number.POSITIVE_INFINITY;
      if (line && gap < WORD_GAP * Math.min(line.box.height, piece.box.height)) {
        for (const character of piece.characters) line.characters.push(character);
        line.box = unionBox([line.box, piece.box]);
      } else {
        line = { ...piece, characters: [...piece.characters] };
        lines.push(line);
      }
    }
  }
  return lines;
}

/** Whether the text is vertical: its characters advance more in y than in x. */
function isColumn(run: TextRun): boolean {
  return (
    run.characters.length > 1 &&
    run.box.height > run.box.width &&
    run.box.height > run.size * 1.8 &&
    isOneColumn(run)
  );
}

function isOneColumn(run: TextRun): boolean {
  const first = run.characters[0]!.box;
  return run.characters.every(
    (c) => Math.abs(c.box.x + c.box.width / 2 - first.x - first.width / 2) < run.size * 0.5,
  );
}

interface Piece {
  characters: TextCharacter[];
  box: Box;
  middle: number;
}

/** The lines of one text object, which may have several TextCodes below each other. */
function splitLines(characters: TextCharacter[]): Piece[] {
  const pieces: Piece[] = [];
  let current: TextCharacter[] = [];
  const end = () => {
    if (current.length === 0) return;
    const box = unionBox(current.map((c) => c.box));
    pieces.push({ characters: current, box, middle: box.y + box.height / 2 });
    current = [];
  };
  for (const character of characters) {
    const last = current.at(-1);
    if (last && Math.abs(character.box.y - last.box.y) > last.box.height * 0.4) end();
    current.push(character);
  }
  end();
  return pieces;
}
