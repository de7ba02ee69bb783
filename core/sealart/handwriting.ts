import {
  boundsOfPath,
  type Drawing,
  type DrawingItem,
  type PathCommand,
  transformItems,
} from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';

/** Aspect ratio of every signature picture ([5.6a], [9.6]). */
export const SIGNATURE_RATIO = 73 / 38;

/** One pen position: board px, ms, and pressure 0…1 (constantly 0 or 0.5 if the device does not measure pressure). */
export type InkPoint = { x: number; y: number; time: number; pressure: number };
export type InkStroke = readonly InkPoint[];

export type HandwritingOptions = { widthMm?: number; colour?: string; penMm?: number };

/**
 * Draws the strokes at 73:38, cropped to the ink with a small margin and centred. The line width follows the pressure
 * or, without pressure, decreases with speed. Lines have no fill, because a filled shape could cover text. Throws
 * SIGNATURE_EMPTY if the strokes cannot be a signature.
 *
 * ```ts
 * const drawing = drawHandwriting(strokes);
 * ```
 */
export function drawHandwriting(strokes: readonly InkStroke[], options: HandwritingOptions = {}): Drawing {
  const widthMm = options.widthMm ?? 36.5;
  const heightMm = widthMm / SIGNATURE_RATIO;
  const penMm = options.penMm ?? 0.9;
  const clean = strokes.map(dropDoubles).filter((stroke) => stroke.length > 0);
  const box = boundsOfPath(clean.flat().map((p): PathCommand => ['L', p.x, p.y]));
  if (!box || Math.max(box.width, box.height) < 8) throw new AppError('SIGNATURE_EMPTY');

  const margin = penMm;
  const scale = Math.min(
    (widthMm - 2 * margin) / Math.max(box.width, 1),
    (heightMm - 2 * margin) / Math.max(box.height, 1),
  );
  // The pen keeps its width on paper regardless of the board's size.
  const penPx = penMm / scale;
  const items = penLines(clean, penPx, scale, options.colour ?? '#1a1a1a');
  const dx = (widthMm - box.width * scale) / 2 - box.x * scale;
  const dy = (heightMm - box.height * scale) / 2 - box.y * scale;
  return { widthMm, heightMm, items: transformItems(items, [scale, 0, 0, scale, dx, dy]) };
}

function dropDoubles(stroke: InkStroke): InkPoint[] {
  return stroke.filter((p, i) => {
    const before = stroke[i - 1];
    return !before || Math.hypot(p.x - before.x, p.y - before.y) > 0.3;
  });
}

/** Quantisation of line widths on paper, mm: below what is visible. */
const WIDTH_STEP_MM = 0.04;

/**
 * Draws the strokes as lines between neighbouring pen positions with round ends, grouped by width: one item per width,
 * in which consecutive pieces of a stroke form one line.
 */
function penLines(
  strokes: readonly InkStroke[],
  penPx: number,
  mmPerPx: number,
  colour: string,
): DrawingItem[] {
  const stepPx = WIDTH_STEP_MM / mmPerPx;
  const byWidth = new Map<number, PathCommand[]>();
  for (const stroke of strokes) {
    const tips = penTips(stroke, penPx);
    let before: number | undefined;
    const pieces =
      tips.length === 1 ? [[tips[0]!, tips[0]!]] : tips.slice(1).map((tip, i) => [tips[i]!, tip]);
    for (const [a, b] of pieces as [Tip, Tip][]) {
      const width = Math.max(1, Math.round((a.r + b.r) / stepPx));
      const path = byWidth.get(width) ?? [];
      byWidth.set(width, path);
      if (width !== before) path.push(['M', a.x, a.y]);
      // A dot gets some length: not every viewer paints zero-length lines.
      path.push(['L', b.x + (a === b ? stepPx : 0), b.y]);
      before = width;
    }
  }
  return [...byWidth].map(([steps, path]) => ({
    path,
    stroke: colour,
    strokeWidthMm: steps * stepPx,
    lineCap: 'round' as const,
    lineJoin: 'round' as const,
  }));
}

type Tip = { x: number; y: number; r: number };

/** Pen positions along the smooth curve through the points, dense enough that the hulls look round. */
function penTips(stroke: readonly InkPoint[], penPx: number): Tip[] {
  const radii = radiiOf(stroke, penPx);
  const at = (i: number): InkPoint => stroke[Math.max(0, Math.min(stroke.length - 1, i))] as InkPoint;
  const tips: Tip[] = [];
  for (let i = 0; i < stroke.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const [rb = 1, rc = 1] = [radii[i], radii[Math.min(i + 1, stroke.length - 1)]];
    tips.push({ x: b.x, y: b.y, r: rb });
    if (i === stroke.length - 1) break;
    const steps = Math.min(8, Math.floor(Math.hypot(c.x - b.x, c.y - b.y) / Math.max(penPx * 0.8, 1)));
    for (let s = 1; s < steps; s++) {
      const t = s / steps;
      tips.push({
        x: between(a.x, b.x, c.x, d.x, t),
        y: between(a.y, b.y, c.y, d.y, t),
        r: rb + (rc - rb) * t,
      });
    }
  }
  return tips;
}

/** Catmull-Rom interpolation between b and c. */
const between = (a: number, b: number, c: number, d: number, t: number): number =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - 3 * c + d - a) * t * t * t);

/** Radius at each point: by pressure if the device measures it, else by speed; smoothed, tapering at a fast end. */
function radiiOf(stroke: readonly InkPoint[], penPx: number): number[] {
  const felt = stroke.some((p) => p.pressure > 0 && p.pressure < 1 && p.pressure !== 0.5);
  const raw = stroke.map((p, i) => {
    if (felt) return penPx * (0.2 + 0.55 * p.pressure);
    const before = stroke[i - 1] ?? stroke[i + 1] ?? p;
    const time = Math.max(1, Math.abs(p.time - before.time));
    const speed = Math.hypot(p.x - before.x, p.y - before.y) / time / Math.max(penPx, 0.1);
    return penPx * Math.max(0.22, 0.58 / (1 + speed * 6));
  });
  let state = raw[0] ?? penPx / 2;
  return raw.map((r) => {
    state += (r - state) * 0.4;
    return state;
  });
}
