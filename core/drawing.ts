/**
 * A vector picture that every engine renders identically: seals, handwriting, date seals, cross-page slices. Lengths
 * are in mm, the origin is the top left corner, y points down. Text is always outlined, so no engine needs a font.
 *
 * The box is a clip: content outside of 0…widthMm × 0…heightMm is not drawn. Each engine clips by its own means (SVG
 * overflow, the BBox of a PDF form, the Boundary of an OFD object); a slice of a seal is the whole seal shifted in a
 * narrower box.
 */
export type Drawing = {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly items: readonly DrawingItem[];
};

export type PathCommand =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export type DrawingItem = {
  readonly path: readonly PathCommand[];
  /** '#rrggbb'; absent: no fill. */
  readonly fill?: string;
  /** Default: 'nonzero'. */
  readonly fillRule?: 'nonzero' | 'evenodd';
  /** '#rrggbb'; absent: no stroke. */
  readonly stroke?: string;
  /** Default: 0.1. */
  readonly strokeWidthMm?: number;
  /** Alternating lengths of dashes and gaps, mm. */
  readonly dash?: readonly number[];
  /** Default: 'butt'. */
  readonly lineCap?: 'butt' | 'round' | 'square';
  /** Default: 'miter' (limit 10). */
  readonly lineJoin?: 'miter' | 'round' | 'bevel';
  /** 0…1, default 1. Applies to the item as a whole, fill and stroke. */
  readonly opacity?: number;
};

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** x' = a·x + c·y + e, y' = b·x + d·y + f, as in PDF, SVG and OFD. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The matrix that applies `first`, then `second`. */
export function combine(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [p, q, r, s, t, u] = second;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

export const translation = (dx: number, dy: number): Matrix => [1, 0, 0, 1, dx, dy];
export const scaling = (sx: number, sy = sx): Matrix => [sx, 0, 0, sy, 0, 0];

/** Rotation by `degrees` clockwise as seen on paper (y points down) around (`cx`, `cy`). */
export function rotation(degrees: number, cx = 0, cy = 0): Matrix {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [cos, sin, -sin, cos, cx - cx * cos + cy * sin, cy - cx * sin - cy * cos];
}

/** The path with every point transformed by `m`. */
export function transformPath(path: readonly PathCommand[], m: Matrix): PathCommand[] {
  return path.map((command) => transformCommand(command, m));
}

function transformCommand(c: PathCommand, m: Matrix): PathCommand {
  const x = (px: number, py: number) => m[0] * px + m[2] * py + m[4];
  const y = (px: number, py: number) => m[1] * px + m[3] * py + m[5];
  switch (c[0]) {
    case 'M':
      return ['M', x(c[1], c[2]), y(c[1], c[2])];
    case 'L':
      return ['L', x(c[1], c[2]), y(c[1], c[2])];
    case 'C':
      return ['C', x(c[1], c[2]), y(c[1], c[2]), x(c[3], c[4]), y(c[3], c[4]), x(c[5], c[6]), y(c[5], c[6])];
    case 'Z':
      return c;
  }
}

/** The items transformed by `m`; line widths and dashes scale by the square root of the matrix's determinant. */
export function transformItems(items: readonly DrawingItem[], m: Matrix): DrawingItem[] {
  const factor = Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]));
  return items.map((item) => ({
    ...item,
    path: transformPath(item.path, m),
    ...(item.stroke === undefined ? {} : { strokeWidthMm: (item.strokeWidthMm ?? 0.1) * factor }),
    ...(item.dash === undefined ? {} : { dash: item.dash.map((length) => length * factor) }),
  }));
}

/** Rounds coordinates to a thousandth of a mm for storage and transfer: a third of the size. */
export function roundDrawing(drawing: Drawing): Drawing {
  const round = (n: number): number => Math.round(n * 1000) / 1000;
  const items = drawing.items.map((item) => ({
    ...item,
    path: item.path.map(
      (c) => c.map((part) => (typeof part === 'number' ? round(part) : part)) as unknown as PathCommand,
    ),
    ...(item.strokeWidthMm === undefined ? {} : { strokeWidthMm: round(item.strokeWidthMm) }),
  }));
  return { ...drawing, items };
}

/** Scales the drawing to `widthMm` × `heightMm`. */
export function resizeDrawing(drawing: Drawing, widthMm: number, heightMm: number): Drawing {
  const m = scaling(widthMm / drawing.widthMm, heightMm / drawing.heightMm);
  return { widthMm, heightMm, items: transformItems(drawing.items, m) };
}

/**
 * The tight bounding box of a path (Bézier curves by their extremes), without line widths; undefined if it is empty.
 */
export function boundsOfPath(path: readonly PathCommand[]): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let [x, y] = [0, 0];
  const add = (px: number, py: number) => {
    left = Math.min(left, px);
    right = Math.max(right, px);
    top = Math.min(top, py);
    bottom = Math.max(bottom, py);
  };
  for (const c of path) {
    if (c[0] === 'Z') continue;
    if (c[0] === 'C') {
      for (const t of [...extremes(x, c[1], c[3], c[5]), ...extremes(y, c[2], c[4], c[6])]) {
        add(cubicAt(x, c[1], c[3], c[5], t), cubicAt(y, c[2], c[4], c[6], t));
      }
      [x, y] = [c[5], c[6]];
    } else {
      [x, y] = [c[1], c[2]];
    }
    add(x, y);
  }
  return left > right ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The bounding box of everything painted, including half of each line's width but not mitres; undefined if empty. */
export function boundsOfItems(items: readonly DrawingItem[]): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const item of items) {
    const box = boundsOfPath(item.path);
    if (!box) continue;
    const half = item.stroke === undefined ? 0 : (item.strokeWidthMm ?? 0.1) / 2;
    left = Math.min(left, box.x - half);
    top = Math.min(top, box.y - half);
    right = Math.max(right, box.x + box.width + half);
    bottom = Math.max(bottom, box.y + box.height + half);
  }
  return left > right ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Point of a cubic Bézier curve in one dimension at `t` in 0…1. */
export function cubicAt(p0: number, p1: number, p2: number, p3: number, t: number): number {
  const s = 1 - t;
  return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3;
}

/** Parameters in 0…1 at which the curve has an extreme in one dimension. */
function extremes(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = -p0 + 3 * p1 - 3 * p2 + p3;
  const b = 2 * (p0 - 2 * p1 + p2);
  const c = p1 - p0;
  const inside = (t: number) => t > 0 && t < 1;
  if (Math.abs(a) < 1e-12) return Math.abs(b) < 1e-12 ? [] : [-c / b].filter(inside);
  const root = b * b - 4 * a * c;
  if (root < 0) return [];
  return [(-b + Math.sqrt(root)) / (2 * a), (-b - Math.sqrt(root)) / (2 * a)].filter(inside);
}

/** Minimum of the lowest channel for a colour to count as paper. */
const PAPER = 230;

/** Whether '#rrggbb' is white or nearly so: invisible on paper, and hiding text below it. */
export function isPaper(hex: string): boolean {
  const value = Number.parseInt(hex.slice(1), 16);
  return Math.min(value >> 16, (value >> 8) & 255, value & 255) >= PAPER;
}
