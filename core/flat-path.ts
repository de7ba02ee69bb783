/** Polylines for readers of drawings: alternating x and y, in one coordinate space. */
import type { Matrix } from './drawing.ts';

/** Number of straight lines that approximate a curve. */
const CURVE_STEPS = 8;

/** Points (alternating x and y) transformed by a matrix. */
export function transformed([a, b, c, d, e, f]: Matrix, flat: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const [x, y] = [flat[i]!, flat[i + 1]!];
    out.push(a * x + c * y + e, b * x + d * y + f);
  }
  return out;
}

/** The inverse matrix; null if there is none. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const det = a * d - b * c;
  if (Math.abs(det) < 1e-12) return null;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

/** Left, lower, right and upper edge of all points; null without any. */
export function boundsOf(paths: readonly number[][]): [number, number, number, number] | null {
  let bounds: [number, number, number, number] | null = null;
  for (const path of paths) {
    for (let i = 0; i + 1 < path.length; i += 2) {
      const [x, y] = [path[i]!, path[i + 1]!];
      bounds = bounds
        ? [Math.min(bounds[0], x), Math.min(bounds[1], y), Math.max(bounds[2], x), Math.max(bounds[3], y)]
        : [x, y, x, y];
    }
  }
  return bounds;
}

/** Appends straight lines that approximate a cubic curve starting at the end of `path`. */
export function addCurve(
  path: number[],
  a: readonly number[],
  b: readonly number[],
  c: readonly number[],
): void {
  const [x0, y0] = path.slice(-2) as [number, number];
  for (let i = 1; i <= CURVE_STEPS; i++) {
    const t = i / CURVE_STEPS;
    const u = 1 - t;
    const [k0, k1, k2, k3] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
    path.push(k0 * x0 + k1 * a[0]! + k2 * b[0]! + k3 * c[0]!, k0 * y0 + k1 * a[1]! + k2 * b[1]! + k3 * c[1]!);
  }
}
