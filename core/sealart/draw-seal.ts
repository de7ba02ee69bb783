import type { Drawing, DrawingItem, PathCommand } from '#core/drawing.ts';
import type { SealDesign, SealText } from './design.ts';
import { drawEmblem } from './emblems.ts';
import type { GlyphSource } from './glyph-source.ts';
import { antiFakeNotches, antiFakeWaves, drawCentrePattern, randomFrom } from './patterns.ts';
import { type Ink, lineOf } from './set-text.ts';
import { ellipseArc, ellipsePath, rectanglePath } from './shapes.ts';
import { type Ellipse, textAlongEdge } from './text-along-edge.ts';
import { splitRows, textInBox, textInLine } from './text-in-rows.ts';

/**
 * Draws the seal of a design ([3.5b], [3.5c]) in exactly its width and height: the outer side of the edge touches the
 * box. Throws GLYPH_MISSING for a character that the font lacks.
 *
 * ```ts
 * const design = presetDesign('CONTRACT_42', { name: '某某公司' });
 * const drawing = drawSeal(design, glyphs);
 * ```
 */
export function drawSeal(design: SealDesign, glyphs: GlyphSource): Drawing {
  const ink: Ink = { fill: design.colour, opacity: design.opacity };
  const items = [
    ...drawCentrePattern(design.centrePattern, design.widthMm / 2, design.heightMm / 2, ink),
    ...drawEdges(design, ink),
    ...drawEmblem(
      design.emblem.kind,
      design.emblem.sizeMm,
      design.widthMm / 2,
      design.heightMm / 2 + design.emblem.offsetMm,
      ink,
    ),
    ...drawHorizontalLine(design, ink),
    ...(design.shape === 'RECTANGLE' ? drawRows(design, glyphs, ink) : drawRoundTexts(design, glyphs, ink)),
    ...drawSections(design, glyphs, ink),
  ];
  return { widthMm: design.widthMm, heightMm: design.heightMm, items };
}

/** Distance from the outside to the innermost line of the edge, mm. */
const edgeDepth = (design: SealDesign): number =>
  design.lineWidthMm + (design.doubleEdge ? design.divider.distanceMm + design.divider.widthMm : 0);

function drawEdges(design: SealDesign, ink: Ink): DrawingItem[] {
  const random = randomFrom(design.antiFake.seed);
  const notched = design.antiFake.kind === 'NOTCHES' || design.antiFake.kind === 'BOTH';
  const waved = design.antiFake.kind === 'WAVES' || design.antiFake.kind === 'BOTH';
  const items: DrawingItem[] = [];
  if (design.lineWidthMm > 0) {
    const inset = design.lineWidthMm / 2;
    const notches = notched ? antiFakeNotches(random) : [];
    for (const path of edgePaths(design, inset, notches))
      items.push({ path, ...lineOf(ink, design.lineWidthMm) });
  }
  if (design.doubleEdge) {
    const inset = design.lineWidthMm + design.divider.distanceMm + design.divider.widthMm / 2;
    for (const path of edgePaths(design, inset, []))
      items.push({ path, ...lineOf(ink, design.divider.widthMm) });
  }
  const [cx, cy] = [design.widthMm / 2, design.heightMm / 2];
  if (design.innerRing) {
    const inset = edgeDepth(design) + design.innerRing.marginMm + design.innerRing.lineWidthMm / 2;
    if (inset < Math.min(cx, cy)) {
      for (const path of edgePaths(design, inset, [])) {
        items.push({ path, ...lineOf(ink, design.innerRing.lineWidthMm) });
      }
    }
  }
  if (waved && design.shape !== 'RECTANGLE') {
    const inset = edgeDepth(design) + 0.55;
    items.push(...antiFakeWaves(cx, cy, cx - inset, cy - inset, random, ink));
  }
  return items;
}

/** The edge's line `inset` mm inside the box: closed, or in pieces between notches. */
function edgePaths(
  design: SealDesign,
  inset: number,
  notches: readonly { at: number; lengthMm: number }[],
): PathCommand[][] {
  const [cx, cy] = [design.widthMm / 2, design.heightMm / 2];
  const [rx, ry] = [cx - inset, cy - inset];
  if (design.shape === 'RECTANGLE') {
    if (notches.length === 0) return [rectanglePath(inset, inset, rx * 2, ry * 2)];
    return notchedRectangle(inset, inset, rx * 2, ry * 2, notches);
  }
  if (notches.length === 0) return [ellipsePath(cx, cy, rx, ry)];
  return notches.map((notch, i) => {
    const next = notches[(i + 1) % notches.length] ?? notch;
    const turn = i + 1 === notches.length ? 1 : 0;
    const half = (gap: { lengthMm: number }) => gap.lengthMm / 2 / Math.min(rx, ry);
    const from = notch.at * 2 * Math.PI + half(notch);
    const to = (next.at + turn) * 2 * Math.PI - half(next);
    return ellipseArc(cx, cy, rx, ry, from, to);
  });
}

function notchedRectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  notches: readonly { at: number; lengthMm: number }[],
): PathCommand[][] {
  const round = 2 * (width + height);
  const corners = [0, width, width + height, 2 * width + height, round];
  const pointAt = (along: number): [number, number] => {
    const s = ((along % round) + round) % round;
    if (s <= width) return [x + s, y];
    if (s <= width + height) return [x + width, y + s - width];
    if (s <= 2 * width + height) return [x + 2 * width + height - s, y + height];
    return [x, y + round - s];
  };
  return notches.map((notch, i) => {
    const next = notches[(i + 1) % notches.length] ?? notch;
    const from = notch.at * round + notch.lengthMm / 2;
    const to = next.at * round + (i + 1 === notches.length ? round : 0) - next.lengthMm / 2;
    const between = [...corners, ...corners.map((c) => c + round)].filter((c) => c > from && c < to);
    return [
      ['M', ...pointAt(from)],
      ...Array.from(new Set(between), (c): PathCommand => ['L', ...pointAt(c)]),
      ['L', ...pointAt(to)],
    ];
  });
}

function drawHorizontalLine(design: SealDesign, ink: Ink): DrawingItem[] {
  const line = design.horizontalLine;
  if (!line) return [];
  const [x, y] = [design.widthMm / 2, design.heightMm / 2 + line.offsetMm];
  const path: PathCommand[] = [
    ['M', x - line.lengthMm / 2, y],
    ['L', x + line.lengthMm / 2, y],
  ];
  return [{ path, ...lineOf(ink, line.lineWidthMm) }];
}

function drawRoundTexts(design: SealDesign, glyphs: GlyphSource, ink: Ink): DrawingItem[] {
  const depth = edgeDepth(design);
  const [cx, cy] = [design.widthMm / 2, design.heightMm / 2];
  const edge = { cx, cy, rx: cx - depth, ry: cy - depth };
  const second = design.language === 'ZH_EN' ? design.secondBody : null;
  return [
    ...textAlongEdge(glyphs, design.body, edge, 'TOP', ink),
    ...(second ? textAlongEdge(glyphs, second, edge, 'BOTTOM', ink) : []),
    ...(design.bottomCode ? drawBottomCode(design.bottomCode, second, glyphs, edge, ink) : []),
  ];
}

/** The code is placed at the edge, or inside an existing second body. */
function drawBottomCode(
  code: SealText,
  second: SealText | null,
  glyphs: GlyphSource,
  edge: Ellipse,
  ink: Ink,
): DrawingItem[] {
  const marginMm = code.marginMm + (second ? second.marginMm + second.sizeMm : 0);
  return textAlongEdge(glyphs, { ...code, marginMm, spanDegrees: 120 }, edge, 'BOTTOM', ink);
}

/**
 * The body of a rectangle: SPREAD fills the box within the margin; the other alignments place rows of `sizeMm`. Second
 * body and bottom code follow as lines at the bottom.
 */
function drawRows(design: SealDesign, glyphs: GlyphSource, ink: Ink): DrawingItem[] {
  const feet = [design.language === 'ZH_EN' ? design.secondBody : null, design.bottomCode].filter(
    (t) => t !== null,
  );
  const inset = edgeDepth(design) + design.body.marginMm;
  const width = design.widthMm - 2 * inset;
  const footHeight = feet.reduce((sum, foot) => sum + foot.sizeMm + foot.marginMm, 0);
  const height = design.heightMm - 2 * inset - footHeight;
  const items: DrawingItem[] = [];
  const rows = splitRows(design.body.text, { width, height }, design.direction);
  if (rows.length > 0 && width > 0 && height > 0) {
    if (design.body.alignment === 'SPREAD') {
      const gap = Math.max(0, design.body.characterMarginMm);
      const box = { x: inset, y: inset, width, height };
      items.push(...textInBox(glyphs, design.body, rows, box, design.direction, gap, ink));
    } else {
      rows.forEach((row, i) => {
        const y = inset + ((i + 0.5) * height) / rows.length;
        items.push(...textInLine(glyphs, { ...design.body, text: row, marginMm: 0 }, inset, y, width, ink));
      });
    }
  }
  let y = design.heightMm - inset - footHeight;
  for (const foot of feet) {
    y += foot.marginMm;
    items.push(...textInLine(glyphs, { ...foot, marginMm: 0 }, inset, y + foot.sizeMm / 2, width, ink));
    y += foot.sizeMm;
  }
  return items;
}

/** Straight lines around the centre; each may be as wide as the shape is at its height. */
function drawSections(design: SealDesign, glyphs: GlyphSource, ink: Ink): DrawingItem[] {
  const depth = edgeDepth(design);
  const [cx, cy] = [design.widthMm / 2, design.heightMm / 2];
  return design.sections.flatMap((section) => {
    let half = cx - depth;
    if (design.shape !== 'RECTANGLE') {
      const reach = Math.min(1, (Math.abs(section.offsetMm) + section.sizeMm / 2) / (cy - depth));
      half = (cx - depth) * Math.sqrt(Math.max(0.01, 1 - reach * reach));
    }
    return textInLine(glyphs, section, cx - half, cy + section.offsetMm, half * 2, ink);
  });
}
