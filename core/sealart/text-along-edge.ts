import type { DrawingItem } from '#core/drawing.ts';
import type { SealText } from './design.ts';
import type { GlyphSource } from './glyph-source.ts';
import { fitText, type Ink, middlesOf, placeGlyph } from './set-text.ts';

export type Ellipse = { cx: number; cy: number; rx: number; ry: number };

/**
 * Text along the inside of an ellipse (or circle), `text.marginMm` from it, centred at its top (character tops
 * outwards) or its bottom (tops inwards, so that both read from left to right), spanning at most `spanDegrees` as seen
 * from the centre.
 */
export function textAlongEdge(
  source: GlyphSource,
  text: SealText & { spanDegrees: number },
  edge: Ellipse,
  side: 'TOP' | 'BOTTOM',
  ink: Ink,
): DrawingItem[] {
  if (text.text.trim() === '') return [];
  const curve = measureCurve(edge, text.marginMm + text.sizeMm / 2);
  const half = (text.spanDegrees * Math.PI) / 360;
  const middleAngle = side === 'TOP' ? -Math.PI / 2 : Math.PI / 2;
  const from = curve.lengthAt(middleAngle - half);
  const room = curve.lengthAt(middleAngle + half) - from;
  const set = fitText(source, text, room);
  return middlesOf(set, text.alignment, room).map((along, i) => {
    const place = curve.placeAt(side === 'TOP' ? from + along : from + room - along);
    const outwards = (Math.atan2(place.ny, place.nx) * 180) / Math.PI;
    const degrees = side === 'TOP' ? outwards + 90 : outwards - 90;
    return placeGlyph(set, set.glyphs[i] ?? { outline: [], advance: 0 }, place.x, place.y, degrees, ink);
  });
}

type Place = { x: number; y: number; nx: number; ny: number };

/** The curve `inset` mm inside the ellipse, parametrised by length; angles are seen from the centre. */
function measureCurve(
  edge: Ellipse,
  inset: number,
): { lengthAt(angle: number): number; placeAt(length: number): Place } {
  const start = -2 * Math.PI;
  const steps = 4320;
  const step = (4 * Math.PI) / steps;
  const at = (i: number): Place => insetPoint(edge, inset, start + i * step);
  const lengths = new Float64Array(steps + 1);
  const angles = new Float64Array(steps + 1);
  let before = at(0);
  angles[0] = start;
  for (let i = 1; i <= steps; i++) {
    const here = at(i);
    lengths[i] = (lengths[i - 1] ?? 0) + Math.hypot(here.x - before.x, here.y - before.y);
    const seen = Math.atan2(here.y - edge.cy, here.x - edge.cx);
    const turn = Math.round(((angles[i - 1] ?? 0) - seen) / (2 * Math.PI));
    angles[i] = seen + turn * 2 * Math.PI;
    before = here;
  }
  return {
    lengthAt: (angle) => interpolate(angles, lengths, angle),
    placeAt: (length) => insetPoint(edge, inset, start + interpolateIndex(lengths, length) * step),
  };
}

function insetPoint(edge: Ellipse, inset: number, t: number): Place {
  const gx = Math.cos(t) / edge.rx;
  const gy = Math.sin(t) / edge.ry;
  const length = Math.hypot(gx, gy);
  const [nx, ny] = [gx / length, gy / length];
  return {
    x: edge.cx + edge.rx * Math.cos(t) - nx * inset,
    y: edge.cy + edge.ry * Math.sin(t) - ny * inset,
    nx,
    ny,
  };
}

/** Position of `value` in an ascending table, as a fractional index. */
function interpolateIndex(table: Float64Array, value: number): number {
  let [low, high] = [0, table.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((table[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  const [a, b] = [table[low] ?? 0, table[high] ?? 0];
  return b === a ? low : low + (value - a) / (b - a);
}

function interpolate(from: Float64Array, to: Float64Array, value: number): number {
  const index = interpolateIndex(from, value);
  const low = Math.min(Math.floor(index), to.length - 2);
  const [a, b] = [to[low] ?? 0, to[low + 1] ?? 0];
  return a + (b - a) * (index - low);
}
