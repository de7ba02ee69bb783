import type { Drawing, PathCommand } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import type { Picture } from './picture.ts';
import type { Point } from './shapes.ts';

const LEVEL = 127.5;
/** Limit of commands per drawing item on the wire; beyond it the line is simplified further. */
const MAX_COMMANDS = 18_000;

/**
 * Traces a cut-out picture to a drawing in its mean colour, so that an uploaded seal can be used wherever a drawn one
 * can: contour lines at half coverage, interpolated between the pixels, simplified to within 0.02 mm. Specks under 0.02
 * mm² are dropped. Throws PICTURE_NOT_A_SEAL if nothing remains.
 *
 * ```ts
 * const drawing = tracePicture(cleanPicture(picture, { widthMm: 42, heightMm: 42 }), 42, 42);
 * ```
 */
export function tracePicture(picture: Picture, widthMm: number, heightMm: number): Drawing {
  const scaleX = widthMm / picture.width;
  const scaleY = heightMm / picture.height;
  const loops = contours(picture)
    .map((loop) => loop.map(([x, y]): Point => [x * scaleX, y * scaleY]))
    .filter((loop) => Math.abs(areaOf(loop)) >= 0.02);
  if (loops.length === 0) throw new AppError('PICTURE_NOT_A_SEAL');
  for (let tolerance = 0.02; ; tolerance *= 1.5) {
    const path = loops.flatMap((loop) => toPath(simplifyLoop(loop, tolerance)));
    if (path.length > MAX_COMMANDS) continue;
    return { widthMm, heightMm, items: [{ path, fill: meanColour(picture), fillRule: 'evenodd' }] };
  }
}

const toPath = (loop: readonly Point[]): PathCommand[] => [
  ...loop.map(([x, y], i): PathCommand => [i === 0 ? 'M' : 'L', round(x), round(y)]),
  ['Z'],
];
const round = (n: number): number => Math.round(n * 1000) / 1000;

/** Mean colour of the ink, weighted by each pixel's coverage. */
function meanColour({ pixels }: Picture): string {
  const sums = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] ?? 0;
    if (alpha < 128) continue;
    total += alpha;
    for (let k = 0; k < 3; k++) sums[k] = (sums[k] ?? 0) + (pixels[i + k] ?? 0) * alpha;
  }
  const hex = (sum: number) =>
    Math.round(sum / Math.max(1, total))
      .toString(16)
      .padStart(2, '0');
  return `#${sums.map(hex).join('')}`;
}

/**
 * Marching squares on the alpha between pixel centres, with an empty border around the picture. Cells are traversed so
 * that ink lies to the right; each crossing of a cell's side is visited once from each cell, so loops close.
 */
function contours({ width, height, pixels }: Picture): Point[][] {
  const alpha = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (pixels[(y * width + x) * 4 + 3] ?? 0);
  // Sides are numbered: 2·cell for the upper side of cell (x, y), 2·cell + 1 for its left side.
  const columns = width + 2;
  const next = new Map<number, number>();
  const crossing = new Map<number, Point>();
  const horizontal = (x: number, y: number) => {
    const side = 2 * ((y + 1) * columns + x + 1);
    const [a, b] = [alpha(x, y), alpha(x + 1, y)];
    if (!crossing.has(side)) crossing.set(side, [x + 0.5 + (LEVEL - a) / (b - a), y + 0.5]);
    return side;
  };
  const vertical = (x: number, y: number) => {
    const side = 2 * ((y + 1) * columns + x + 1) + 1;
    const [a, b] = [alpha(x, y), alpha(x, y + 1)];
    if (!crossing.has(side)) crossing.set(side, [x + 0.5, y + 0.5 + (LEVEL - a) / (b - a)]);
    return side;
  };
  for (let y = -1; y < height; y++) {
    for (let x = -1; x < width; x++) {
      const [nw, ne, sw, se] = [alpha(x, y), alpha(x + 1, y), alpha(x, y + 1), alpha(x + 1, y + 1)].map(
        (a) => a > LEVEL,
      );
      const cell = (nw ? 8 : 0) + (ne ? 4 : 0) + (se ? 2 : 0) + (sw ? 1 : 0);
      if (cell === 0 || cell === 15) continue;
      const top = () => horizontal(x, y);
      const bottom = () => horizontal(x, y + 1);
      const left = () => vertical(x, y);
      const right = () => vertical(x + 1, y);
      for (const [from, to] of sidesOf(cell)) {
        const side = { top, bottom, left, right };
        next.set(side[from](), side[to]());
      }
    }
  }
  return follow(next, crossing);
}

type Side = 'top' | 'bottom' | 'left' | 'right';

/** The sides where the line enters and leaves a cell, by which corners (nw 8, ne 4, se 2, sw 1) are ink. */
function sidesOf(cell: number): [Side, Side][] {
  switch (cell) {
    case 1:
      return [['bottom', 'left']];
    case 2:
      return [['right', 'bottom']];
    case 3:
      return [['right', 'left']];
    case 4:
      return [['top', 'right']];
    case 5:
      return [
        ['top', 'right'],
        ['bottom', 'left'],
      ];
    case 6:
      return [['top', 'bottom']];
    case 7:
      return [['top', 'left']];
    case 8:
      return [['left', 'top']];
    case 9:
      return [['bottom', 'top']];
    case 10:
      return [
        ['left', 'top'],
        ['right', 'bottom'],
      ];
    case 11:
      return [['right', 'top']];
    case 12:
      return [['left', 'right']];
    case 13:
      return [['bottom', 'right']];
    case 14:
      return [['left', 'bottom']];
    default:
      return [];
  }
}

function follow(next: Map<number, number>, crossing: ReadonlyMap<number, Point>): Point[][] {
  const loops: Point[][] = [];
  for (const start of [...next.keys()]) {
    const loop: Point[] = [];
    let side = start;
    for (let to = next.get(side); to !== undefined; to = next.get(side)) {
      loop.push(crossing.get(side) ?? [0, 0]);
      next.delete(side);
      side = to;
    }
    if (loop.length > 2) loops.push(loop);
  }
  return loops;
}

function areaOf(loop: readonly Point[]): number {
  let sum = 0;
  for (let i = 0; i < loop.length; i++) {
    const [ax, ay] = loop[i] as Point;
    const [bx, by] = loop[(i + 1) % loop.length] as Point;
    sum += ax * by - bx * ay;
  }
  return sum / 2;
}

/** Douglas–Peucker on both halves of the loop, split at the point farthest from its first point. */
function simplifyLoop(loop: readonly Point[], tolerance: number): Point[] {
  const first = loop[0] as Point;
  let far = 0;
  loop.forEach((p, i) => {
    const best = loop[far] as Point;
    if (Math.hypot(p[0] - first[0], p[1] - first[1]) > Math.hypot(best[0] - first[0], best[1] - first[1]))
      far = i;
  });
  const closed = [...loop, first];
  return [
    ...simplifyLine(closed.slice(0, far + 1), tolerance),
    ...simplifyLine(closed.slice(far), tolerance),
  ];
}

/** The simplified line without its last point. */
function simplifyLine(points: readonly Point[], tolerance: number): Point[] {
  const keep = new Uint8Array(points.length);
  keep[0] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [a, b] = [points[from] as Point, points[to] as Point];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    let [worst, at] = [tolerance, -1];
    for (let i = from + 1; i < to; i++) {
      const p = points[i] as Point;
      const distance =
        length === 0
          ? Math.hypot(p[0] - a[0], p[1] - a[1])
          : Math.abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / length;
      if (distance > worst) [worst, at] = [distance, i];
    }
    if (at < 0) continue;
    keep[at] = 1;
    open.push([from, at], [at, to]);
  }
  return points.filter((_, i) => keep[i] === 1);
}
