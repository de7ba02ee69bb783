import {
  combine,
  type Drawing,
  type DrawingItem,
  type Matrix,
  type PathCommand,
  rotation,
  transformPath,
  translation,
} from '#core/drawing.ts';
import type { WatermarkSpec } from '#core/pdf/prepare/spec.ts';
import type { GlyphSource, SealFont } from '#core/sealart/glyph-source.ts';
import { fitText, lengthOf, placeGlyph } from '#core/sealart/set-text.ts';

export const WATERMARK_FONT: SealFont = 'HEI';
const MM_PER_POINT = 25.4 / 72;
/** Maximum number of path commands of all repetitions, about 20 bytes each; the spacing grows to stay below. */
const MOST_COMMANDS = 100_000;

/** One line of text as outlines; its box starts at 0, 0. */
interface Line {
  path: PathCommand[];
  width: number;
  height: number;
}

/**
 * The watermark of a page of `widthMm` × `heightMm` ([3.15a]): the text rotated and repeated in staggered rows around
 * the centre, as on a PDF. Throws GLYPH_MISSING if the typeface lacks a character.
 */
export function watermarkDrawing(
  glyphs: GlyphSource,
  spec: WatermarkSpec,
  { widthMm, heightMm }: { widthMm: number; heightMm: number },
): Drawing {
  const line = outline(glyphs, spec);
  const most = Math.max(6, MOST_COMMANDS / Math.max(1, line.path.length));
  let stepX = line.width + Math.max(1, spec.spacingX ?? 30);
  let stepY = line.height + Math.max(1, spec.spacingY ?? 30);
  const area = widthMm * heightMm;
  while (area / (stepX * stepY) > most) {
    stepX *= 1.1;
    stepY *= 1.1;
  }
  const items: DrawingItem[] = places(line, spec.rotation ?? 45, widthMm, heightMm, stepX, stepY).map(
    (at) => ({ path: transformPath(line.path, at), fill: spec.colour ?? '#000000' }),
  );
  return { widthMm, heightMm, items };
}

function outline(glyphs: GlyphSource, spec: WatermarkSpec): Line {
  const size = (spec.fontSize ?? 12) * MM_PER_POINT;
  const text = {
    text: spec.text,
    font: WATERMARK_FONT,
    sizeMm: size,
    aspectRatio: 1,
    bold: false,
    alignment: 'LEFT' as const,
    marginMm: 0,
    characterMarginMm: 0,
  };
  const set = fitText(glyphs, text, Number.POSITIVE_INFINITY, 'EM');
  let at = 0;
  const path = set.glyphs.flatMap((glyph) => {
    const width = glyph.advance * set.emWidth;
    at += width;
    return placeGlyph(set, glyph, at - width / 2, size / 2, 0, { fill: '#000000', opacity: 1 }).path;
  });
  return { path, width: lengthOf(set), height: size };
}

/** A grid around the page's centre, rotated counter-clockwise, every other row shifted by half a step. */
function places(
  line: Line,
  degrees: number,
  widthMm: number,
  heightMm: number,
  stepX: number,
  stepY: number,
): Matrix[] {
  const reach = Math.hypot(widthMm, heightMm) / 2;
  const turned = combine(rotation(-degrees), translation(widthMm / 2, heightMm / 2));
  const far = Math.hypot(line.width, line.height) / 2;
  const rows = Math.ceil(reach / stepY) + 1;
  const columns = Math.ceil(reach / stepX) + 1;
  const found: Matrix[] = [];
  for (let row = -rows; row <= rows; row++)
    for (let column = -columns; column <= columns; column++) {
      const x = column * stepX + (row % 2 === 0 ? 0 : stepX / 2);
      const y = row * stepY;
      const [a, b, c, d, e, f] = turned;
      const [middleX, middleY] = [a * x + c * y + e, b * x + d * y + f];
      const seen = middleX > -far && middleY > -far && middleX < widthMm + far && middleY < heightMm + far;
      if (seen) found.push(combine(translation(x - line.width / 2, y - line.height / 2), turned));
    }
  return found;
}
