import type { Glyph } from './characters.ts';
import type { Align } from './document.ts';

/** A line: its characters with their distances from the left edge of the paragraph, mm. */
export interface Line {
  readonly glyphs: readonly Glyph[];
  readonly xs: readonly number[];
  /** Index of the line's first glyph in the paragraph. */
  readonly start: number;
  /** Minimum height required by a reserved box, mm; 0 without one. */
  readonly boxHeight: number;
  /** The largest em of the line, mm. */
  readonly size: number;
}

/** Rounding errors of sums must not push a character that fits to the next line. */
const TOLERANCE = 0.001;
/** Maximum widening of a gap in justified lines, in ems; a line that needs more is not justified. */
const WIDEST_GAP = 1;

/**
 * Breaks a paragraph first-fit, as Word and LibreOffice do. `width` and `first` (indent of the first line) are in mm;
 * `size` is the em of an empty line.
 */
export function breakLines(
  glyphs: readonly Glyph[],
  { width, first = 0, align, size }: { width: number; first?: number; align: Align; size: number },
): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let part = 0; part <= glyphs.length; ) {
    let end = part;
    while (end < glyphs.length && glyphs[end]!.text !== '\n') end++;
    for (start = part; start < end || (start === part && part === end); ) {
      const indent = lines.length === 0 ? first : 0;
      const next = start === end ? end : endOfLine(glyphs, start, end, width - indent);
      const last = next >= end;
      lines.push(setLine(glyphs, start, next, { width, indent, align, last, size }));
      start = next;
      // Whitespace at the start of a line is dropped.
      while (start < end && glyphs[start]!.text === ' ') start++;
      if (last) break;
    }
    part = end + 1;
  }
  return lines;
}

/** The end (exclusive) of the line that starts at `start`. Takes at least one character. */
function endOfLine(glyphs: readonly Glyph[], start: number, end: number, width: number): number {
  let used = 0;
  let lastBreak = -1;
  for (let i = start; i < end; i++) {
    const glyph = glyphs[i]!;
    if (i > start && glyph.breakBefore) lastBreak = i;
    const own = glyph.width + (i === start ? -leadingOf(glyph) : glyph.gap);
    // A closing mark drops its blank half at the end of a line; spaces hang into the margin.
    const needed = glyph.text === ' ' ? 0 : own - glyph.trailing;
    if (i > start && used + needed > width + TOLERANCE) {
      // A word wider than the line, or a sequence of marks that must not be separated, breaks where the line is full.
      return lastBreak > start ? lastBreak : i;
    }
    used += own;
  }
  return end;
}

const leadingOf = (glyph: Glyph): number => (glyph.shift > 0 ? 0 : glyph.leading);

interface Setting {
  width: number;
  indent: number;
  align: Align;
  /** The last line of a paragraph, or a line before a forced break: it is not justified. */
  last: boolean;
  size: number;
}

function setLine(glyphs: readonly Glyph[], start: number, end: number, setting: Setting): Line {
  let to = end;
  while (to > start && glyphs[to - 1]!.text === ' ') to--;
  const { width, indent, align, last } = setting;
  let natural = indent;
  let gaps = 0;
  let boxHeight = 0;
  let size = to > start ? 0 : setting.size;
  for (let i = start; i < to; i++) {
    const glyph = glyphs[i]!;
    natural += glyph.width + (i === start ? -leadingOf(glyph) : glyph.gap);
    if (i > start && glyph.stretchBefore) gaps++;
    if (glyph.height > boxHeight) boxHeight = glyph.height;
    if (glyph.size > size) size = glyph.size;
  }
  const tail = to > start ? glyphs[to - 1]!.trailing : 0;
  const justified = align === 'justify' && !last;
  if (justified || natural > width) natural -= tail;
  const free = Math.max(0, width - natural);
  const extra = justified && gaps > 0 && free / gaps <= WIDEST_GAP * size ? free / gaps : 0;
  let x = indent + (align === 'right' ? free : align === 'centre' ? free / 2 : 0);
  const xs: number[] = new Array(to - start);
  for (let i = start; i < to; i++) {
    const glyph = glyphs[i]!;
    const lead = i === start ? leadingOf(glyph) : 0;
    if (i > start) x += glyph.gap + (glyph.stretchBefore ? extra : 0);
    xs[i - start] = x - lead - glyph.shift;
    x += glyph.width - lead;
  }
  return { glyphs: glyphs.slice(start, to), xs, start, boxHeight, size };
}
