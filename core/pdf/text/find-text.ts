import type { Box } from '#core/drawing.ts';
import { foldText } from '#core/fold-text.ts';
import { pageFrame } from '../draw/page-frame.ts';
import type { PdfView } from '../read/document.ts';
import type { PdfPage } from '../read/pages.ts';
import { type Glyph, readGlyphs } from './read-glyphs.ts';

/** Place of a text on a page as displayed; mm from the top left corner. */
export type TextBox = Box;

/** A glyph with its position along and across its line, both in page units. */
interface GlyphPlace {
  readonly glyph: Glyph;
  readonly along: number;
  readonly across: number;
  readonly end: number;
}

/** A gap wider than this many ems splits a line: it separates table columns, not spaced-out letters. */
const WIDEST_GAP = 4;

/**
 * The places of `keyword` on a page, in reading order. Ignores white space, letter case, width and
 * whether a character is written as a radical (`foldText`); the keyword may be drawn in any number of pieces. A keyword that is wrapped to the next line is found
 * too; its box is then that of the part on the second line.
 */
export function findText(view: PdfView, page: PdfPage, keyword: string): TextBox[] {
  const wanted = foldText(keyword);
  if (wanted === '') return [];
  const frame = pageFrame(page);
  const lines = readingOrder(linesOf(readGlyphs(view, page)), (glyph) => frame.toView(glyph.x, glyph.y));
  // The text of the whole page; `owners` has the glyph and line of each character.
  let text = '';
  const owners: { glyph: Glyph; line: number }[] = [];
  lines.forEach((line, index) => {
    for (const { glyph } of line) {
      const own = foldText(glyph.text);
      text += own;
      for (let i = 0; i < own.length; i++) owners.push({ glyph, line: index });
    }
  });
  const boxes: TextBox[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const covered = owners.slice(at, at + wanted.length);
    const lastLine = covered[covered.length - 1]!.line;
    const firstLine = covered[0]!.line;
    if (lastLine > firstLine + 1 || (lastLine !== firstLine && !follows(lines[firstLine]!, lines[lastLine]!)))
      continue;
    const glyphs = new Set(covered.filter((owner) => owner.line === lastLine).map((owner) => owner.glyph));
    boxes.push(boxAround([...glyphs], frame.toView));
  }
  return boxes;
}

/** The bounding box of glyphs on the page as displayed, mm. */
export function boxAround(
  glyphs: readonly Glyph[],
  toView: (x: number, y: number) => { xMm: number; yMm: number },
): TextBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const g of glyphs) {
    for (const [x, y] of [
      [g.x + g.upX, g.y + g.upY],
      [g.x + g.downX, g.y + g.downY],
      [g.x + g.dx + g.upX, g.y + g.dy + g.upY],
      [g.x + g.dx + g.downX, g.y + g.dy + g.downY],
    ] as const) {
      const { xMm, yMm } = toView(x, y);
      left = Math.min(left, xMm);
      right = Math.max(right, xMm);
      top = Math.min(top, yMm);
      bottom = Math.max(bottom, yMm);
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Groups glyphs into lines: same direction, same baseline, no wide gap; each sorted along its direction. */
function linesOf(glyphs: readonly Glyph[]): GlyphPlace[][] {
  const byDirection = new Map<number, GlyphPlace[]>();
  for (const glyph of glyphs) {
    const length = Math.hypot(glyph.dx, glyph.dy);
    if (length === 0 || glyph.size === 0) continue;
    const degrees = Math.round((Math.atan2(glyph.dy, glyph.dx) * 180) / Math.PI);
    const angle = (degrees * Math.PI) / 180;
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    const along = glyph.x * ux + glyph.y * uy;
    const placed: GlyphPlace = { glyph, along, across: glyph.y * ux - glyph.x * uy, end: along + length };
    const direction = degrees === -180 ? 180 : degrees;
    const list = byDirection.get(direction);
    if (list) list.push(placed);
    else byDirection.set(direction, [placed]);
  }
  return [...byDirection.values()].flatMap(splitLines);
}

function splitLines(placed: readonly GlyphPlace[]): GlyphPlace[][] {
  const sorted = [...placed].sort((a, b) => b.across - a.across || a.along - b.along);
  const rows: GlyphPlace[][] = [];
  let row: GlyphPlace[] = [];
  let at = 0;
  for (const item of sorted) {
    const near =
      row.length > 0 &&
      Math.abs(at - item.across) < 0.35 * Math.max(item.glyph.size, row[row.length - 1]!.glyph.size);
    if (!near) {
      row = [];
      rows.push(row);
      at = item.across;
    }
    row.push(item);
  }
  return rows.flatMap((items) => splitAtGaps(items.sort((a, b) => a.along - b.along)));
}

function splitAtGaps(row: readonly GlyphPlace[]): GlyphPlace[][] {
  const lines: GlyphPlace[][] = [];
  let line: GlyphPlace[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const item of row) {
    const { size, text } = item.glyph;
    // The same letter again at nearly the same place: bold text simulated by drawing it twice.
    const near = Math.min(0.25 * size, 0.5 * (item.end - item.along));
    const twice = line
      .slice(-8)
      .some((other) => other.glyph.text === text && Math.abs(other.along - item.along) < near);
    if (twice) continue;
    if (line.length === 0 || item.along - end > WIDEST_GAP * size) {
      line = [];
      lines.push(line);
    }
    line.push(item);
    end = text.trim() === '' ? end : Math.max(end, item.end);
    if (end === Number.NEGATIVE_INFINITY) end = item.end;
  }
  return lines;
}

/** Sorts lines from top to bottom of the page as displayed, those of the same height from left to right. */
function readingOrder(
  lines: GlyphPlace[][],
  toView: (glyph: Glyph) => { xMm: number; yMm: number },
): GlyphPlace[][] {
  const keyed = lines.map((line) => ({ line, ...toView(line[0]!.glyph), size: line[0]!.glyph.size }));
  keyed.sort((a, b) => a.yMm - b.yMm || a.xMm - b.xMm);
  return keyed.map(({ line }) => line);
}

/** Whether `second` can continue `first`: same direction, just below it. */
function follows(first: readonly GlyphPlace[], second: readonly GlyphPlace[]): boolean {
  const [a, b] = [first[first.length - 1]!, second[0]!];
  const drop = a.across - b.across;
  const sameWay = a.glyph.dx * b.glyph.dx + a.glyph.dy * b.glyph.dy > 0;
  return sameWay && drop > 0.5 * b.glyph.size && drop < 3 * b.glyph.size && b.along < a.end;
}
