/**
 * Visibility of content below painted objects, at given points. Each painted object reduces what still shows through:
 * nothing is rendered, so many points are cheap. Shared by the verifiers of PDF and OFD.
 */
import { boundsOf } from './flat-path.ts';

export interface Point {
  x: number;
  y: number;
}

/** Components from 0 to 1; null for a pattern or an unknown colour. */
export type Rgb = readonly [number, number, number] | null;

/** Visibility at each point, from 0 (hidden) to 1. */
export interface Through {
  all: Float32Array;
  /** The same, counting only objects with pale or unknown colours: ink in a full colour is ignored. */
  pale: Float32Array;
}

/** Points by index: those that an object is painted over, or those inside a clip. */
export type Mask = Uint8Array;

/** Maximum of a colour's darkest component for it to be visible as ink on paper. */
const PALEST_INK = 0.6;
/** Limit of point-line tests. */
const MAX_TESTS = 60_000_000;

/** A letter with less visibility than this counts as covered. */
export const READABLE = 0.5;
/** Seals consist of lines: even one with letters cut out of a solid ground covers less than this. */
const MOST_INK = 0.75;

/**
 * Whether the visibility at a grid of `steps` by `steps` points is that of a seal: its ink leaves much of the box open.
 */
export function isLines(all: Float32Array, steps: number): boolean {
  const inked = [...all.keys()].filter((i) => all[i]! < READABLE);
  const [xs, ys] = [inked.map((i) => i % steps), inked.map((i) => Math.floor(i / steps))];
  const size = (values: number[]) => Math.max(...values) - Math.min(...values) + 1;
  return inked.length > 0 && inked.length / (size(xs) * size(ys)) <= MOST_INK;
}

export class ShowThrough implements Through {
  readonly all: Float32Array;
  readonly pale: Float32Array;
  readonly points: readonly Point[];
  private tests = 0;
  private readonly count: (tests: number) => void;

  /** `count` is called with the number of point-line tests before they are made, and may throw. */
  constructor(points: readonly Point[], count: (tests: number) => void = () => undefined) {
    this.points = points;
    this.count = count;
    this.all = new Float32Array(points.length).fill(1);
    this.pale = new Float32Array(points.length).fill(1);
  }

  everywhere(clip: Mask | undefined): Mask {
    return clip ?? new Uint8Array(this.points.length).fill(1);
  }

  /** Hides the points completely. */
  hide(where: Mask): void {
    for (let i = 0; i < where.length; i++) if (where[i]) this.take(i, 0, 1);
  }

  /**
   * An object painted at point `i` leaves the fraction `through` of what is below; `darkest` is its colour's lowest
   * component.
   */
  take(i: number, through: number, darkest: number): void {
    this.all[i]! *= through;
    if (darkest > PALEST_INK) this.pale[i]! *= through;
  }

  /** Paints a colour; `darkens`: blend mode Multiply or Darken. */
  paint(where: Mask, color: Rgb, alpha: number, darkens: boolean): void {
    const opacity = Math.min(Math.max(alpha, 0), 1);
    const through = 1 - (darkens && color ? 1 - Math.max(...color) : 1) * opacity;
    for (let i = 0; i < where.length; i++) if (where[i]) this.take(i, through, lowest(color));
  }

  private countTests(more: number): boolean {
    this.count(more);
    this.tests += more;
    return this.tests > MAX_TESTS;
  }

  /** Points inside closed lines (alternating x and y) and inside `clip`. */
  inside(paths: readonly number[][], evenOdd: boolean, clip: Mask | undefined): Mask {
    const out = new Uint8Array(this.points.length);
    const bounds = boundsOf(paths);
    if (!bounds) return out;
    const corners = paths.reduce((sum, path) => sum + path.length / 2, 0);
    for (const [i, { x, y }] of this.points.entries()) {
      if (clip && !clip[i]) continue;
      if (x < bounds[0] || x > bounds[2] || y < bounds[1] || y > bounds[3]) continue;
      if (this.countTests(corners)) {
        out[i] = 1;
        continue;
      }
      let winding = 0;
      let crossings = 0;
      for (const path of paths) {
        for (let k = 0; k < path.length; k += 2) {
          const n = k + 2 < path.length ? k + 2 : 0;
          const [x1, y1, x2, y2] = [path[k]!, path[k + 1]!, path[n]!, path[n + 1]!];
          if (y1 > y === y2 > y) continue;
          if (x >= x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) continue;
          crossings++;
          winding += y2 > y1 ? 1 : -1;
        }
      }
      out[i] = (evenOdd ? crossings % 2 !== 0 : winding !== 0) ? 1 : 0;
    }
    return out;
  }

  /** Points within the distance `half` of lines. */
  near(paths: readonly number[][], half: number, clip: Mask | undefined): Mask {
    const out = new Uint8Array(this.points.length);
    const bounds = boundsOf(paths);
    if (!bounds) return out;
    const lines = paths.reduce((sum, path) => sum + path.length / 2, 0);
    for (const [i, { x, y }] of this.points.entries()) {
      if (clip && !clip[i]) continue;
      if (x < bounds[0] - half || x > bounds[2] + half || y < bounds[1] - half || y > bounds[3] + half)
        continue;
      if (this.countTests(lines)) {
        out[i] = 1;
        continue;
      }
      out[i] = paths.some((path) => isNear(path, x, y, half)) ? 1 : 0;
    }
    return out;
  }
}

/** The lowest component of a colour; for an unknown one that of white. */
export const lowest = (color: Rgb): number => (color ? Math.min(...color) : 1);

function isNear(path: readonly number[], x: number, y: number, half: number): boolean {
  for (let k = 0; k + 3 < path.length; k += 2) {
    const [x1, y1, x2, y2] = [path[k]!, path[k + 1]!, path[k + 2]!, path[k + 3]!];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / length, 0), 1);
    if (Math.hypot(x - x1 - t * dx, y - y1 - t * dy) <= half) return true;
  }
  return false;
}
