/** ST_Box (7.3): left, top, width and height in mm; y grows downwards. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** ST_Pos (7.3), mm. */
export interface Point {
  x: number;
  y: number;
}

/** CTM: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function transformPoint(m: Matrix, x: number, y: number): Point {
  return { x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5] };
}

/** Axis-aligned bounding box of `box` transformed by `m`. */
export function transformBox(m: Matrix, box: Box): Box {
  const corners = [
    transformPoint(m, box.x, box.y),
    transformPoint(m, box.x + box.width, box.y),
    transformPoint(m, box.x, box.y + box.height),
    transformPoint(m, box.x + box.width, box.y + box.height),
  ];
  return boxAround(corners);
}

/** Axis-aligned bounding box of the points; empty at 0, 0 if there are none. */
export function boxAround(points: Point[]): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const p of points) {
    left = Math.min(left, p.x);
    top = Math.min(top, p.y);
    right = Math.max(right, p.x);
    bottom = Math.max(bottom, p.y);
  }
  if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}
