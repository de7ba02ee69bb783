import { cubicAt, type PathCommand } from '#core/drawing.ts';
import type { Point } from './shapes.ts';

export type Polygon = readonly Point[];

/**
 * The path's subpaths as polylines; curves are divided into pieces of about one unit (a pixel, for a path in pixels).
 */
export function flattenPath(path: readonly PathCommand[]): Polygon[] {
  return flattenParts(path).map((part) => part.points);
}

/** Like `flattenPath`, with whether each subpath was closed. */
export function flattenParts(path: readonly PathCommand[]): { points: Point[]; closed: boolean }[] {
  const parts: { points: Point[]; closed: boolean }[] = [];
  let part: { points: Point[]; closed: boolean } | undefined;
  for (const c of path) {
    if (c[0] === 'M') {
      part = { points: [[c[1], c[2]]], closed: false };
      parts.push(part);
    } else if (c[0] === 'Z') {
      if (part) part.closed = true;
    } else if (c[0] === 'L') {
      part?.points.push([c[1], c[2]]);
    } else if (part) {
      const [x, y] = part.points[part.points.length - 1] ?? [0, 0];
      const length =
        Math.hypot(c[1] - x, c[2] - y) +
        Math.hypot(c[3] - c[1], c[4] - c[2]) +
        Math.hypot(c[5] - c[3], c[6] - c[4]);
      const steps = Math.max(2, Math.min(64, Math.ceil(Math.sqrt(length) * 1.6)));
      for (let i = 1; i <= steps; i++) {
        const t = i / steps;
        part.points.push([cubicAt(x, c[1], c[3], c[5], t), cubicAt(y, c[2], c[4], c[6], t)]);
      }
    }
  }
  return parts;
}
