import type { PathCommand } from '#core/drawing.ts';

/**
 * Arc of an ellipse around (`cx`, `cy`) from the angle `from` to `to` (radians, clockwise on paper from the right), as
 * an open path of cubic curves of at most a quarter turn each (error below 0.03 % of the radius).
 */
export function ellipseArc(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  from: number,
  to: number,
): PathCommand[] {
  const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 2) - 1e-9));
  const step = (to - from) / pieces;
  const handle = (4 / 3) * Math.tan(step / 4);
  const path: PathCommand[] = [['M', cx + rx * Math.cos(from), cy + ry * Math.sin(from)]];
  for (let i = 0; i < pieces; i++) {
    const a = from + i * step;
    const b = a + step;
    path.push([
      'C',
      cx + rx * (Math.cos(a) - handle * Math.sin(a)),
      cy + ry * (Math.sin(a) + handle * Math.cos(a)),
      cx + rx * (Math.cos(b) + handle * Math.sin(b)),
      cy + ry * (Math.sin(b) - handle * Math.cos(b)),
      cx + rx * Math.cos(b),
      cy + ry * Math.sin(b),
    ]);
  }
  return path;
}

/** A whole ellipse, closed. */
export const ellipsePath = (cx: number, cy: number, rx: number, ry: number): PathCommand[] => [
  ...ellipseArc(cx, cy, rx, ry, 0, 2 * Math.PI),
  ['Z'],
];

/** An axis-aligned rectangle, closed. */
export const rectanglePath = (x: number, y: number, width: number, height: number): PathCommand[] =>
  polygonPath([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]);

export type Point = readonly [x: number, y: number];

/** Straight lines through the points in order, closed. */
export const polygonPath = (points: readonly Point[]): PathCommand[] => [
  ...points.map(([x, y], i): PathCommand => [i === 0 ? 'M' : 'L', x, y]),
  ['Z'],
];

/** A smooth closed curve through the points (Catmull-Rom). */
export function smoothLoop(points: readonly Point[]): PathCommand[] {
  const at = (i: number): Point => points[(i + points.length) % points.length] ?? [0, 0];
  const path: PathCommand[] = [['M', ...at(0)]];
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path.push([
      'C',
      b[0] + (c[0] - a[0]) / 6,
      b[1] + (c[1] - a[1]) / 6,
      c[0] - (d[0] - b[0]) / 6,
      c[1] - (d[1] - b[1]) / 6,
      c[0],
      c[1],
    ]);
  }
  path.push(['Z']);
  return path;
}
