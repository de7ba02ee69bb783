import { breakLines, type Line } from './break-lines.ts';
import { type Glyph, glyphsOf } from './characters.ts';
import type { DisplayItem, DisplayText } from './display.ts';
import type { Inline, ParagraphStyle } from './document.ts';
import type { Faces } from './faces.ts';
import { addElement, type PageBuilder, type Slice, type Spot } from './page-builder.ts';

export const MM_PER_POINT = 25.4 / 72;

/** Context for the layout of each block. */
export interface Setting {
  readonly builder: PageBuilder;
  readonly faces: Faces;
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

/** The lines of a paragraph; its first two and its last two stay together. Throws GLYPH_MISSING. */
export function setText(block: TextBlock, setting: Setting): Slice[] {
  const { style } = block;
  const size = (style.size ?? 12) * MM_PER_POINT;
  const run = { face: style.face ?? 'text', size, colour: style.colour ?? '#000000' };
  const { faces, numberOf } = setting;
  const prefix = block.prefix
    ? glyphsOf([{ kind: 'text', text: block.prefix }], run, faces, numberOf).map((glyph) => ({
        ...glyph,
        inline: -1,
      }))
    : [];
  const glyphs = [...prefix, ...glyphsOf(block.inlines, run, faces, numberOf)];
  const left = (style.indent ?? 0) * size + (block.label?.hang ?? 0);
  const lines = breakLines(glyphs, {
    width: block.width - left,
    first: (style.firstIndent ?? 0) * size,
    align: style.align ?? 'justify',
    size,
  });
  const leading = style.leading ?? 1.75;
  const label = block.label && {
    glyphs: glyphsOf([{ kind: 'text', text: block.label.text }], run, faces, numberOf),
    ...block.label,
  };
  return lines.map((line, i) => {
    const height = Math.max(leading * line.size, line.boxHeight);
    const first = glyphs[line.start];
    const continued = line.start > 0 && first?.inline === glyphs[line.start - 1]!.inline;
    return {
      height,
      above: i === 0 ? (style.above ?? 0) : 0,
      keepWithNext: lines.length > 1 && (i === 0 || i === lines.length - 2),
      block: block.block,
      id: block.id,
      inline: Math.max(0, first?.inline ?? 0),
      offset: first ? offsetIn(glyphs, line.start) : 0,
      draw(builder, at) {
        if (i === 0 && label) {
          const xs = positionsOf(label.glyphs);
          const labelLine = { glyphs: label.glyphs, xs, start: 0, boxHeight: 0, size };
          const beside = { ...at, x: at.x + left - label.hang };
          drawLine(builder, labelLine, block, beside, { height, element: label.element });
        }
        drawLine(
          builder,
          line,
          block,
          { ...at, x: at.x + left },
          { height, element: block.element, continued },
        );
      },
    };
  });
}

/** Number of glyphs of the same inline before the glyph at `index`. */
function offsetIn(glyphs: readonly Glyph[], index: number): number {
  const { inline } = glyphs[index]!;
  let start = index;
  while (start > 0 && glyphs[start - 1]!.inline === inline) start--;
  return inline < 0 ? 0 : index - start;
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

function drawLine(
  builder: PageBuilder,
  { glyphs, xs }: Line,
  block: Pick<TextBlock, 'inlines'>,
  at: Spot,
  { height, element, continued = false }: { height: number; element: number; continued?: boolean },
): void {
  const { items } = builder.pages[at.page]!;
  for (let i = 0; i < glyphs.length; ) {
    const glyph = glyphs[i]!;
    const end = sameLook(glyphs, i);
    if (glyph.text === '') placeBox(builder, block, glyph, { ...at, x: at.x + xs[i]!, element }, height);
    else {
      const base = at.y + (height - glyph.size) / 2 + ASCENT * glyph.size;
      const right = end < glyphs.length ? xs[end]! : xs[end - 1]! + glyphs[end - 1]!.width;
      items.push(runOf({ glyphs, xs }, [i, end], { x: at.x, base, element }));
      if (glyph.underline) rule(items, glyph, at.x + xs[i]!, at.x + right, base + 0.2 * glyph.size);
      if (glyph.strike) rule(items, glyph, at.x + xs[i]!, at.x + right, base - 0.32 * glyph.size);
      fieldBox(builder, block, glyph, i === 0 && continued, {
        page: at.page,
        x: at.x + xs[i]!,
        y: at.y + (height - glyph.size * 1.3) / 2,
        width: right - xs[i]!,
        height: glyph.size * 1.3,
      });
    }
    i = end;
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

/** The glyphs from `start` to `end` of a line as one text item; `x` is the left edge of the line. */
export function runOf(
  { glyphs, xs }: Pick<Line, 'glyphs' | 'xs'>,
  [start, end]: readonly [number, number],
  { x, base, element }: { x: number; base: number; element?: number },
): DisplayText {
  const { face, size, colour } = glyphs[start]!;
  let text = '';
  const advances: number[] = [];
  for (let i = start; i < end; i++) {
    text += glyphs[i]!.text;
    advances.push(i + 1 < end ? xs[i + 1]! - xs[i]! : glyphs[i]!.width);
  }
  return { kind: 'text', x: x + xs[start]!, y: base, size, face, colour, text, advances, element };
}

function rule(items: DisplayItem[], { size, colour }: Glyph, from: number, to: number, y: number): void {
  items.push({ kind: 'line', from: [from, y], to: [to, y], width: Math.max(0.15, size * 0.05), colour });
}

function fieldBox(
  builder: PageBuilder,
  { inlines }: Pick<TextBlock, 'inlines'>,
  glyph: Glyph,
  continued: boolean,
  box: Spot & { width: number; height: number },
): void {
  const inline = inlines[glyph.inline];
  if (inline?.kind !== 'field') return;
  builder.boxes.push({ kind: 'field', id: inline.id, ...box, ...(continued ? { continued } : {}) });
}

function placeBox(
  builder: PageBuilder,
  { inlines }: Pick<TextBlock, 'inlines'>,
  glyph: Glyph,
  at: Spot & { element: number },
  lineHeight: number,
): void {
  const inline = inlines[glyph.inline];
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
