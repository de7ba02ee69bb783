import type { DrawingItem } from '#core/drawing.ts';
import { flattenParts, type Polygon } from './flatten.ts';
import type { Point } from './shapes.ts';

const MITRE_LIMIT = 10;

/** A stroked item as polygons of the same orientation, so that nonzero filling gives their union. */
export function strokePolygons(item: DrawingItem): Polygon[] {
  const half = (item.strokeWidthMm ?? 0.1) / 2;
  return flattenParts(item.path)
    .flatMap((part) => (item.dash?.some((d) => d > 0) ? dashes(part, item.dash) : [part]))
    .flatMap((part) => strokePart(dropDoubles(part.points), part.closed, half, item))
    .map(turnPositive);
}

function strokePart(points: Point[], closed: boolean, half: number, item: DrawingItem): Polygon[] {
  const out: Polygon[] = [];
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last) return out;
  const loop = closed && points.length > 2;
  const ring =
    loop && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-9 ? points.slice(0, -1) : points;
  const count = loop ? ring.length : ring.length - 1;
  for (let i = 0; i < count; i++) {
    const a = ring[i] as Point;
    const b = ring[(i + 1) % ring.length] as Point;
    const c = loop || i + 2 < ring.length ? (ring[(i + 2) % ring.length] as Point) : undefined;
    const squareCap = item.lineCap === 'square' && !loop;
    out.push(bar(a, b, half, squareCap && i === 0, squareCap && i === count - 1));
    if (c) out.push(...join(a, b, c, half, item.lineJoin ?? 'miter'));
  }
  if (item.lineCap === 'round' && !loop) out.push(disc(first, half), disc(last, half));
  return out;
}

function bar(a: Point, b: Point, half: number, capA: boolean, capB: boolean): Polygon {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [((b[0] - a[0]) / length) * half, ((b[1] - a[1]) / length) * half];
  const [ax, ay] = capA ? [a[0] - ux, a[1] - uy] : a;
  const [bx, by] = capB ? [b[0] + ux, b[1] + uy] : b;
  return [
    [ax - uy, ay + ux],
    [bx - uy, by + ux],
    [bx + uy, by - ux],
    [ax + uy, ay - ux],
  ];
}

/** Fills the wedge on the outside of the corner at `b`. */
function join(a: Point, b: Point, c: Point, half: number, kind: 'miter' | 'round' | 'bevel'): Polygon[] {
  const [ux, uy] = unit(a, b);
  const [vx, vy] = unit(b, c);
  const cross = ux * vy - uy * vx;
  const dot = ux * vx + uy * vy;
  if (Math.abs(cross) < 1e-6 && dot > 0) return [];
  if (kind === 'round') return [disc(b, half)];
  const side = cross > 0 ? -1 : 1;
  const p: Point = [b[0] - uy * half * side, b[1] + ux * half * side];
  const q: Point = [b[0] - vy * half * side, b[1] + vx * half * side];
  // 1 / sin(half of the angle between the lines), the definition of the mitre limit in PDF and SVG.
  const ratio = 1 / Math.sqrt(Math.max(1e-9, (1 + dot) / 2));
  if (kind === 'bevel' || ratio > MITRE_LIMIT) return [[b, p, q]];
  const reach = (half * ratio) / Math.hypot(ux - vx, uy - vy);
  return [[b, p, [b[0] + (ux - vx) * reach, b[1] + (uy - vy) * reach], q]];
}

function unit(a: Point, b: Point): Point {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

function disc(centre: Point, radius: number): Polygon {
  const steps = Math.max(8, Math.min(48, Math.ceil(radius * 3)));
  return Array.from({ length: steps }, (_, i): Point => {
    const angle = (i / steps) * 2 * Math.PI;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

const dropDoubles = (points: readonly Point[]): Point[] =>
  points.filter((p, i) => {
    const before = points[i - 1];
    return !before || Math.hypot(p[0] - before[0], p[1] - before[1]) > 1e-9;
  });

function turnPositive(polygon: Polygon): Polygon {
  let area = 0;
  for (let i = 0; i < polygon.length; i++) {
    const [ax, ay] = polygon[i] as Point;
    const [bx, by] = polygon[(i + 1) % polygon.length] as Point;
    area += ax * by - bx * ay;
  }
  return area < 0 ? [...polygon].reverse() : polygon;
}

/** The pieces of a line that remain after applying a dash pattern, all open. */
function dashes(
  part: { points: Point[]; closed: boolean },
  pattern: readonly number[],
): { points: Point[]; closed: boolean }[] {
  const points = part.closed ? [...part.points, part.points[0] as Point] : part.points;
  const out: { points: Point[]; closed: boolean }[] = [];
  let index = 0;
  let left = pattern[0] ?? 0;
  let current: Point[] = points[0] ? [points[0]] : [];
  for (let i = 1; i < points.length; i++) {
    let a = points[i - 1] as Point;
    const b = points[i] as Point;
    let rest = Math.hypot(b[0] - a[0], b[1] - a[1]);
    while (rest > left) {
      const [ux, uy] = unit(a, b);
      a = [a[0] + ux * left, a[1] + uy * left];
      rest -= left;
      if (index % 2 === 0) out.push({ points: [...current, a], closed: false });
      current = [a];
      index++;
      left = Math.max(1e-6, pattern[index % pattern.length] ?? 0);
    }
    left -= rest;
    current.push(b);
  }
  if (index % 2 === 0 && current.length > 1) out.push({ points: current, closed: false });
  return out;
}
