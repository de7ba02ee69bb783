import { breakLines, type Line } from './break-lines.ts';
import { INLINE, spendOn } from './budget.ts';
import { type Glyph, type GlyphCase, glyphsOf, type RunStyle } from './characters.ts';
import type { DisplayItem, DisplayText } from './display.ts';
import type { Inline, ParagraphStyle } from './document.ts';
import { addElement, type PageBuilder, type Slice, type Spot } from './page-builder.ts';

export const MM_PER_POINT = 25.4 / 72;

/** Context for the layout of each block. */
export interface Setting {
  readonly builder: PageBuilder;
  readonly glyphs: GlyphCase;
  /** Number shown by a reference to a clause. */
  readonly numberOf: (clause: string) => string;
}

export interface TextBlock {
  readonly inlines: readonly Inline[];
  readonly style: ParagraphStyle;
  /** Available width, mm. */
  readonly width: number;
  /** Index into the structure elements. */
  readonly element: number;
  readonly block: number;
  readonly id?: string;
  /** Placed before the first line, `hang` mm wide, beside the text. */
  readonly label?: { readonly text: string; readonly hang: number; readonly element: number };
  /** Placed at the start of the first line, as part of the text. */
  readonly prefix?: string;
}

/** The lines of a paragraph; its first two and its last two stay together. Throws GLYPH_MISSING, TOO_LARGE. */
export function setText(block: TextBlock, setting: Setting): Slice[] {
  const { style } = block;
  const size = (style.size ?? 12) * MM_PER_POINT;
  const run = { face: style.face ?? 'text', size, colour: style.colour ?? '#000000' };
  const own = glyphsOf(block.inlines, run, setting.glyphs, setting.numberOf);
  const prefix = block.prefix
    ? glyphsOfLabel(block.prefix, run, setting).map((glyph) => ({ ...glyph, inline: -1 }))
    : undefined;
  const glyphs = prefix ? [...prefix, ...own] : own;
  spendOn(setting.builder.budget, 'set', glyphs.length + INLINE * block.inlines.length);
  const left = (style.indent ?? 0) * size + (block.label?.hang ?? 0);
  const lines = breakLines(glyphs, {
    width: block.width - left,
    first: (style.firstIndent ?? 0) * size,
    align: style.align ?? 'justify',
    size,
  });
  const leading = style.leading ?? 1.75;
  const label = block.label && labelPieces(block.label, glyphsOfLabel(block.label.text, run, setting));
  const offsetOf = makeOffsetOf(glyphs);
  return lines.map((line, i) => {
    const first = glyphs[line.start];
    const continued = line.start > 0 && first?.inline === glyphs[line.start - 1]!.inline;
    return lineSlice({
      height: Math.max(leading * line.size, line.boxHeight),
      above: i === 0 ? (style.above ?? 0) : 0,
      keepWithNext: lines.length > 1 && (i === 0 || i === lines.length - 2),
      block: block.block,
      id: block.id,
      inline: Math.max(0, first?.inline ?? 0),
      offset: first ? offsetOf(line.start) : 0,
      left,
      element: block.element,
      pieces: piecesOf(line, block.inlines, continued),
      label: i === 0 ? label : undefined,
    });
  });
}

const glyphsOfLabel = (text: string, run: RunStyle, { glyphs, numberOf }: Setting): Glyph[] =>
  glyphsOf([{ kind: 'text', text }], run, glyphs, numberOf);

interface LineParts extends Omit<Slice, 'draw' | 'split' | 'repeated' | 'breakBefore'> {
  /** Left edge of the line within the block, mm. */
  readonly left: number;
  readonly element: number;
  readonly pieces: readonly Piece[];
  readonly label: LabelPieces | undefined;
}

/**
 * A line as a slice. It keeps what is drawn, not the characters that it was made of: those of a long document would
 * need ten times the memory, for as long as the layout takes.
 */
function lineSlice({ left, element, pieces, label, ...slice }: LineParts): Slice {
  const { height } = slice;
  return {
    ...slice,
    draw(builder, at) {
      if (label)
        drawPieces(
          builder,
          label.pieces,
          { ...at, x: at.x + left - label.hang },
          { height, element: label.element },
        );
      drawPieces(builder, pieces, { ...at, x: at.x + left }, { height, element });
    },
  };
}

interface LabelPieces {
  readonly hang: number;
  readonly element: number;
  readonly pieces: readonly Piece[];
}

const labelPieces = (
  { hang, element }: NonNullable<TextBlock['label']>,
  glyphs: readonly Glyph[],
): LabelPieces => ({ hang, element, pieces: piecesOf({ glyphs, xs: positionsOf(glyphs) }, [], false) });

/**
 * The number of glyphs of the same inline before a glyph. Asked in ascending order, so that each glyph is looked at
 * once and not for each line of a long paragraph.
 */
function makeOffsetOf(glyphs: readonly Glyph[]): (index: number) => number {
  let [at, start] = [0, 0];
  return (index) => {
    for (; at < index; at++) if (glyphs[at + 1]!.inline !== glyphs[at]!.inline) start = at + 1;
    return glyphs[index]!.inline < 0 ? 0 : index - start;
  };
}

/** Position of each glyph in a line that is neither broken nor justified, mm. */
function positionsOf(glyphs: readonly Glyph[]): number[] {
  let x = 0;
  return glyphs.map((glyph, i) => {
    if (i > 0) x += glyph.gap;
    const at = x - glyph.shift;
    x += glyph.width;
    return at;
  });
}

/** Position of the baseline in an em square centred in a line, in ems. */
const ASCENT = 0.88;

/** A run of characters that look alike, or the box of a place or a picture, at its distance from the line's left edge. */
interface Piece extends Pick<DisplayText, 'text' | 'advances'> {
  /** The first of its characters, for their look; its text is empty for a box. */
  readonly first: Glyph;
  readonly x: number;
  readonly right: number;
  /** The field, place or picture that it shows. */
  readonly inline: Inline | undefined;
  /** Continues a field from the line before. */
  readonly continued: boolean;
}

function piecesOf(
  { glyphs, xs }: Pick<Line, 'glyphs' | 'xs'>,
  inlines: readonly Inline[],
  continued: boolean,
): Piece[] {
  const pieces: Piece[] = [];
  for (let i = 0; i < glyphs.length; ) {
    const glyph = glyphs[i]!;
    const end = sameLook(glyphs, i);
    const inline = inlines[glyph.inline];
    const right = end < glyphs.length ? xs[end]! : xs[end - 1]! + glyphs[end - 1]!.width;
    const { text, advances } = charactersOf({ glyphs, xs }, [i, end]);
    pieces.push({ first: glyph, text, advances, x: xs[i]!, right, inline, continued: i === 0 && continued });
    i = end;
  }
  return pieces;
}

function drawPieces(
  builder: PageBuilder,
  pieces: readonly Piece[],
  at: Spot,
  { height, element }: { height: number; element: number },
): void {
  const { items } = builder.pages[at.page]!;
  for (const { first, text, advances, x, right, inline, continued } of pieces) {
    if (first.text === '') {
      placeBox(builder, inline, { ...at, x: at.x + x, element }, height);
      continue;
    }
    spendOn(builder.budget, 'drawn', advances.length);
    const { size, face, colour } = first;
    const base = at.y + (height - size) / 2 + ASCENT * size;
    items.push({ kind: 'text', x: at.x + x, y: base, size, face, colour, text, advances, element });
    if (first.underline) rule(items, first, at.x + x, at.x + right, base + 0.2 * size);
    if (first.strike) rule(items, first, at.x + x, at.x + right, base - 0.32 * size);
    if (inline?.kind === 'field')
      builder.boxes.push({
        kind: 'field',
        id: inline.id,
        page: at.page,
        x: at.x + x,
        y: at.y + (height - size * 1.3) / 2,
        width: right - x,
        height: size * 1.3,
        ...(continued ? { continued } : {}),
      });
  }
}

/** The end (exclusive) of the glyphs that look like the one at `start` and belong to the same inline. */
export function sameLook(glyphs: readonly Glyph[], start: number): number {
  const first = glyphs[start]!;
  if (first.text === '') return start + 1;
  let end = start + 1;
  while (end < glyphs.length) {
    const { text, inline, face, size, colour } = glyphs[end]!;
    if (text === '' || inline !== first.inline || face !== first.face) break;
    if (size !== first.size || colour !== first.colour) break;
    end++;
  }
  return end;
}

/** Text and advances of the glyphs from `start` to `end` of a line. */
export function charactersOf(
  { glyphs, xs }: Pick<Line, 'glyphs' | 'xs'>,
  [start, end]: readonly [number, number],
): Pick<DisplayText, 'text' | 'advances'> {
  const characters: string[] = new Array(end - start);
  const advances: number[] = new Array(end - start);
  for (let i = start; i < end; i++) {
    characters[i - start] = glyphs[i]!.text;
    advances[i - start] = i + 1 < end ? xs[i + 1]! - xs[i]! : glyphs[i]!.width;
  }
  return { text: characters.join(''), advances };
}

function rule(
  items: DisplayItem[],
  { size, colour }: Pick<DisplayText, 'size' | 'colour'>,
  from: number,
  to: number,
  y: number,
): void {
  items.push({ kind: 'line', from: [from, y], to: [to, y], width: Math.max(0.15, size * 0.05), colour });
}

function placeBox(
  builder: PageBuilder,
  inline: Inline | undefined,
  at: Spot & { element: number },
  lineHeight: number,
): void {
  if (inline?.kind !== 'place' && inline?.kind !== 'picture') return;
  const { id, width, height } = inline;
  const free = inline.kind === 'picture' || inline.reserve === true;
  const box = { page: at.page, x: at.x, y: free ? at.y + (lineHeight - height) / 2 : at.y, width, height };
  builder.boxes.push({ kind: inline.kind === 'picture' ? 'field' : 'place', id, ...box });
  if (inline.kind !== 'picture' || !inline.data) return;
  const { data, alt } = inline;
  const element = alt === '' ? undefined : addElement(builder, { role: 'Figure', parent: at.element, alt });
  const { page: _, ...corner } = box;
  builder.pages[at.page]!.items.push({ kind: 'picture', ...corner, data, element });
}
