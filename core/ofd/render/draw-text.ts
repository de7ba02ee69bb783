import { type GlyphPath, glyphPath } from '#core/ofd/font/glyph-path.ts';
import type { FontProgram } from '#core/ofd/font/outline.ts';
import { familyList, substituteFamilies } from '#core/ofd/font/substitute-font.ts';
import { IDENTITY, type Matrix, multiply } from '#core/ofd/model/geometry.ts';
import type { FontResource } from '#core/ofd/model/read-resources.ts';
import { readBoolean, readNumber } from '#core/ofd/model/read-values.ts';
import { spend, type Work } from '#core/ofd/package/work.ts';
import { layOutText, type PlacedGlyph } from '#core/ofd/text/lay-out-text.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { countObject, type DrawContext, emit, fontProgram, warn } from './context.ts';
import { format, invert, transformAttribute } from './format.ts';
import type { GraphicState } from './graphic-state.ts';
import { paintAttribute, strokeAttributes } from './paint.ts';

/** Text style of a TextObject (11.3). */
interface TextStyle {
  /** mm. */
  size: number;
  hScale: number;
  /** Clockwise rotation of each glyph, degrees. */
  turn: number;
  weight: number;
  italic: boolean;
  resource: FontResource | undefined;
  font: FontProgram | undefined;
}

/** Draws a TextObject: embedded glyphs as outlines, all others as text in a similar font. */
export function drawText(context: DrawContext, state: GraphicState, element: XmlElement): void {
  const style = readStyle(context, element);
  const fill = readBoolean(element.attributes.Fill, true);
  const stroke = readBoolean(element.attributes.Stroke, false);
  if ((!fill && !stroke) || !(style.size > 0)) return;
  const { work } = context.canvas;
  const { outlines, others } = splitGlyphs(style, work, layOutText(element, style.size, style.font, work));

  if (outlines && outlines.data !== '') {
    const scale = style.size / outlines.unitsPerEm;
    const inner: Matrix = [
      scale,
      0,
      style.italic && !style.resource?.italic ? -0.21 * scale : 0,
      scale,
      0,
      0,
    ];
    let paint = painted(context, state, fill, stroke, inner, scale);
    if (!stroke && style.weight >= 600 && !style.resource?.bold && (style.font?.weight ?? 400) < 600) {
      // No bold face is embedded: thicken the outline by a fiftieth of the font size.
      paint += `${paintAttribute(context, state, 'stroke', state.fillColor, invert(inner))} stroke-width="${format(outlines.unitsPerEm / 50)}"`;
    }
    emit(
      context.canvas,
      `<path d="${outlines.data}"${transformAttribute(multiply(state.matrix, inner))}${paint}/>`,
    );
  }
  if (others.length > 0) {
    // The viewer lays out each of them as an object.
    countObject(context, others.length);
    const paint = painted(context, state, fill, stroke, IDENTITY, 1);
    emit(context.canvas, namedText(style, state.matrix, others, paint));
  }
}

function painted(
  context: DrawContext,
  state: GraphicState,
  fill: boolean,
  stroke: boolean,
  inner: Matrix,
  scale: number,
): string {
  const toObject = scale === 1 ? undefined : invert(inner);
  const inside = fill ? paintAttribute(context, state, 'fill', state.fillColor, toObject) : ' fill="none"';
  if (!stroke) return inside;
  return (
    inside +
    paintAttribute(context, state, 'stroke', state.strokeColor, toObject, 'none') +
    strokeAttributes(state, scale)
  );
}

function readStyle(context: DrawContext, element: XmlElement): TextStyle {
  const id = element.attributes.Font ?? '';
  const resource = context.resources.fonts.get(id);
  if (!resource) warn(context, `font ${id} is missing`);
  return {
    size: Math.min(Math.abs(readNumber(element.attributes.Size, 0)), 100_000),
    hScale: readNumber(element.attributes.HScale, 1) || 1,
    turn: (((Math.round(readNumber(element.attributes.CharDirection, 0) / 90) * 90) % 360) + 360) % 360,
    weight: readNumber(element.attributes.Weight, 400),
    italic: readBoolean(element.attributes.Italic, false),
    resource,
    font: fontProgram(context.document, resource),
  };
}

/** The glyphs of the embedded font as one path, and those that it lacks. */
function splitGlyphs(
  style: TextStyle,
  work: Work,
  glyphs: PlacedGlyph[],
): { outlines?: GlyphPath; others: PlacedGlyph[] } {
  const { font } = style;
  if (!font) return { others: glyphs };
  // The grid is fine enough: below 2 micrometres for text, below 10 for the largest seals.
  const outlines = glyphPath(style.size > 20 ? 8192 : 2048, (units) => spend(work, units));
  const perMm = outlines.unitsPerEm / style.size;
  const others: PlacedGlyph[] = [];
  for (const placed of glyphs) {
    const mapped = placed.glyph === undefined;
    const glyph = placed.glyph ?? font.glyphOf(placed.text.codePointAt(0) ?? 0);
    const result =
      mapped && glyph === 0
        ? 'missing'
        : outlines.add(font, glyph, placed.x * perMm, placed.y * perMm, style.hScale, style.turn);
    // A subset may keep the character map but drop the outline.
    const lost = result === 'blank' && mapped && placed.text.trim() !== '';
    if (result === 'missing' || lost) others.push(placed);
  }
  return { outlines, others };
}

function namedText(style: TextStyle, matrix: Matrix, glyphs: PlacedGlyph[], paint: string): string {
  const visible = glyphs.filter((glyph) => glyph.text.trim() !== '');
  if (visible.length === 0) return '';
  const bold = style.resource?.bold || style.weight >= 600;
  const italic = style.resource?.italic || style.italic;
  const face =
    ` font-family="${escapeXml(familyList(substituteFamilies(style.resource)))}" font-size="${format(style.size)}"` +
    `${bold ? ' font-weight="bold"' : ''}${italic ? ' font-style="italic"' : ''}`;
  if (style.turn !== 0) {
    const each = visible.map((glyph) => {
      const turned = `translate(${format(glyph.x)} ${format(glyph.y)}) rotate(${style.turn}) scale(${format(style.hScale)} 1)`;
      return `<text transform="${turned}">${escapeXml(glyph.text)}</text>`;
    });
    return `<g${transformAttribute(matrix)}${face}${paint}>${each.join('')}</g>`;
  }
  const scaled = multiply(matrix, [style.hScale, 0, 0, 1, 0, 0]);
  const x = (glyph: PlacedGlyph) => format(glyph.x / style.hScale);
  const texts = spans(visible, style.size).map(({ glyphs: span, fitted }) => {
    const sameLine = span.every((glyph) => glyph.y === span[0]!.y);
    const ys = sameLine ? format(span[0]!.y) : span.map((glyph) => format(glyph.y)).join(' ');
    const text = escapeXml(span.map((glyph) => glyph.text).join(''));
    if (!fitted) return `<text x="${span.map(x).join(' ')}" y="${ys}">${text}</text>`;
    const last = span.at(-1)!;
    const room = last.x - span[0]!.x + Math.min(last.advance, style.size / 2);
    const length = format(room / style.hScale);
    return `<text x="${x(span[0]!)}" y="${ys}" textLength="${length}" lengthAdjust="spacingAndGlyphs" style="font-variant-ligatures:none">${text}</text>`;
  });
  return `<g${transformAttribute(scaled)}${face}${paint}>${texts.join('')}</g>`;
}

interface Span {
  glyphs: PlacedGlyph[];
  /** Consecutive half-width letters, which are squeezed to the given width. */
  fitted: boolean;
}

/**
 * Splits glyphs into those that can share one text element. Latin letters of Chinese fonts are half an em wide; the
 * substitute's are often wider and would overlap, so consecutive ones are fitted to the width that the file gives them.
 * A character of several UTF-16 units gets its own element, as browsers count lists of positions differently.
 */
function spans(glyphs: PlacedGlyph[], size: number): Span[] {
  const plain: Span = { glyphs: [], fitted: false };
  const out: Span[] = [plain];
  let row: PlacedGlyph[] = [];
  const endRow = () => {
    if (isFit(row)) out.push({ glyphs: row, fitted: true });
    else for (const glyph of row) plain.glyphs.push(glyph);
    row = [];
  };
  glyphs.forEach((glyph, i) => {
    const previous = row.at(-1);
    const follows = previous !== undefined && glyph.y === previous.y && isHalf(glyph.x - previous.x, size);
    // Some writers add a quarter of an em between Latin and Chinese text.
    const spaced = follows && isHalf(glyph.advance - size / 4, size) && isChinese(glyphs[i + 1]);
    const narrow = (isHalf(glyph.advance, size) && (glyph.measured || follows)) || spaced;
    const half = narrow && /^[A-Za-z0-9@%&]$/.test(glyph.text);
    if (!half || !follows) endRow();
    if (half) row.push(glyph);
    else if (glyph.text.length === 1) plain.glyphs.push(glyph);
    else out.push({ glyphs: [glyph], fitted: false });
  });
  endRow();
  return out.filter((span) => span.glyphs.length > 0);
}

/** Approximate usual width of a letter, em. */
function usualWidth({ text }: PlacedGlyph): number {
  if (/[MW@%]/.test(text)) return 0.9;
  if (/[mwA-HJ-Z&]/.test(text)) return 0.7;
  return /[fijlrtI]/.test(text) ? 0.35 : 0.5;
}

/**
 * Whether consecutive letters are fitted to half an em each. Narrow letters alone would be stretched too much and keep
 * the positions from the file instead.
 */
function isFit(row: PlacedGlyph[]): boolean {
  const usual = row.reduce((sum, glyph) => sum + usualWidth(glyph), 0) / Math.max(1, row.length);
  return row.length > 1 ? usual > 0.38 : usual > 0.6;
}

/** Whether a length is half an em, allowing for rounding. */
const isHalf = (length: number, size: number) => Math.abs(length - size / 2) < size * 0.04;

const isChinese = (glyph: PlacedGlyph | undefined) => /^[\u2e80-\uffef]/.test(glyph?.text ?? '');

/** A text as children of a clipPath: outlines if they are embedded, otherwise text elements. */
export function textOutlines(context: DrawContext, matrix: Matrix, element: XmlElement): string {
  const style = readStyle(context, element);
  if (!(style.size > 0)) return '';
  const { work } = context.canvas;
  const { outlines, others } = splitGlyphs(style, work, layOutText(element, style.size, style.font, work));
  const parts: string[] = [];
  if (outlines && outlines.data !== '') {
    const scale = style.size / outlines.unitsPerEm;
    parts.push(
      `<path d="${outlines.data}"${transformAttribute(multiply(matrix, [scale, 0, 0, scale, 0, 0]))}/>`,
    );
  }
  // A clipPath must not contain groups: every glyph carries its own attributes.
  const family = escapeXml(familyList(substituteFamilies(style.resource)));
  for (const glyph of others) {
    if (glyph.text.trim() === '') continue;
    const place = multiply(matrix, [style.hScale, 0, 0, 1, glyph.x, glyph.y]);
    parts.push(
      `<text${transformAttribute(place)} font-family="${family}" font-size="${format(style.size)}">${escapeXml(glyph.text)}</text>`,
    );
  }
  return parts.join('');
}
