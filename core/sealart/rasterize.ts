import { combine, type Drawing, type DrawingItem, scaling, transformItems } from '#core/drawing.ts';
import { flattenPath, type Polygon } from './flatten.ts';
import { type Picture, pxOf } from './picture.ts';
import { strokePolygons } from './stroke.ts';

const SUB_LINES = 5;

/**
 * Renders the drawing in pixels at `dpi` on a transparent background: for pictures of seals outside of a browser.
 * Edges are antialiased by the exact width of each crossing on five scan lines per pixel.
 *
 * ```ts
 * const png = writePng(rasterize(drawing, 300), 300);
 * ```
 */
export function rasterize(drawing: Drawing, dpi: number): Picture {
  const width = pxOf(drawing.widthMm, dpi);
  const height = pxOf(drawing.heightMm, dpi);
  const pixels = new Uint8ClampedArray(width * height * 4);
  const toPx = combine(scaling(1 / drawing.widthMm, 1 / drawing.heightMm), scaling(width, height));
  for (const item of transformItems(drawing.items, toPx)) paintItem(item, { width, height, pixels });
  return { width, height, pixels };
}

type Canvas = { width: number; height: number; pixels: Uint8ClampedArray };

function paintItem(item: DrawingItem, canvas: Canvas): void {
  const fill = item.fill === undefined ? undefined : flattenPath(item.path);
  const stroke = item.stroke === undefined ? undefined : strokePolygons(item);
  const opacity = item.opacity ?? 1;
  if (fill && stroke && item.fill === item.stroke) {
    const rule = item.fillRule ?? 'nonzero';
    paint(
      canvas,
      [coverageOf(fill, rule, canvas), coverageOf(stroke, 'nonzero', canvas)],
      item.fill,
      opacity,
    );
    return;
  }
  if (fill) paint(canvas, [coverageOf(fill, item.fillRule ?? 'nonzero', canvas)], item.fill, opacity);
  if (stroke) paint(canvas, [coverageOf(stroke, 'nonzero', canvas)], item.stroke, opacity);
}

type Coverage = { top: number; rows: Float32Array[] };

/** The fraction of each pixel that the polygons cover, for the rows that they touch. */
function coverageOf(polygons: readonly Polygon[], rule: 'nonzero' | 'evenodd', canvas: Canvas): Coverage {
  const edges = edgesOf(polygons);
  const top = Math.max(0, Math.floor(edges.reduce((y, e) => Math.min(y, e.y0), canvas.height)));
  const bottom = Math.min(canvas.height, Math.ceil(edges.reduce((y, e) => Math.max(y, e.y1), 0)));
  edges.sort((a, b) => a.y0 - b.y0);
  const rows: Float32Array[] = [];
  let active: Edge[] = [];
  let next = 0;
  for (let y = top; y < bottom; y++) {
    const row = new Float32Array(canvas.width);
    while (next < edges.length && (edges[next]?.y0 ?? 0) < y + 1) active.push(edges[next++] as Edge);
    active = active.filter((edge) => edge.y1 > y);
    for (let s = 0; s < SUB_LINES; s++) addLine(row, active, y + (s + 0.5) / SUB_LINES, rule);
    rows.push(row);
  }
  return { top, rows };
}

type Edge = { x0: number; y0: number; y1: number; slope: number; winding: 1 | -1 };

function edgesOf(polygons: readonly Polygon[]): Edge[] {
  const edges: Edge[] = [];
  for (const points of polygons) {
    for (let i = 0; i < points.length; i++) {
      const [ax, ay] = points[i] ?? [0, 0];
      const [bx, by] = points[(i + 1) % points.length] ?? [0, 0];
      if (ay === by) continue;
      const slope = (bx - ax) / (by - ay);
      if (ay < by) edges.push({ x0: ax, y0: ay, y1: by, slope, winding: 1 });
      else edges.push({ x0: bx, y0: by, y1: ay, slope, winding: -1 });
    }
  }
  return edges;
}

function addLine(row: Float32Array, active: readonly Edge[], y: number, rule: 'nonzero' | 'evenodd'): void {
  const crossings = active
    .filter((edge) => edge.y0 <= y && y < edge.y1)
    .map((edge) => ({ x: edge.x0 + (y - edge.y0) * edge.slope, winding: edge.winding }))
    .sort((a, b) => a.x - b.x);
  let winding = 0;
  for (let i = 0; i + 1 < crossings.length; i++) {
    winding += crossings[i]?.winding ?? 0;
    const inside = rule === 'nonzero' ? winding !== 0 : i % 2 === 0;
    if (inside) addSpan(row, crossings[i]?.x ?? 0, crossings[i + 1]?.x ?? 0);
  }
}

function addSpan(row: Float32Array, from: number, to: number): void {
  const a = Math.max(0, from);
  const b = Math.min(row.length, to);
  if (b <= a) return;
  const first = Math.floor(a);
  const last = Math.min(row.length - 1, Math.floor(b));
  if (first === last) {
    row[first] = (row[first] ?? 0) + (b - a) / SUB_LINES;
    return;
  }
  row[first] = (row[first] ?? 0) + (first + 1 - a) / SUB_LINES;
  for (let x = first + 1; x < last; x++) row[x] = (row[x] ?? 0) + 1 / SUB_LINES;
  row[last] = (row[last] ?? 0) + (b - last) / SUB_LINES;
}

/** Paints the union of the coverages in one colour onto the canvas. */
function paint(canvas: Canvas, coverages: readonly Coverage[], colour = '#000000', opacity = 1): void {
  const source = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
  const top = Math.min(...coverages.map((c) => c.top));
  const bottom = Math.max(...coverages.map((c) => c.top + c.rows.length));
  for (let y = top; y < bottom; y++) {
    const rows = coverages.map((c) => c.rows[y - c.top]).filter((row) => row !== undefined);
    for (let x = 0; x < canvas.width; x++) {
      let cover = 0;
      for (const row of rows) cover = Math.max(cover, row[x] ?? 0);
      if (cover <= 0) continue;
      const alpha = Math.min(1, cover) * opacity;
      const at = (y * canvas.width + x) * 4;
      const below = (canvas.pixels[at + 3] ?? 0) / 255;
      const out = alpha + below * (1 - alpha);
      for (let k = 0; k < 3; k++) {
        const under = canvas.pixels[at + k] ?? 0;
        canvas.pixels[at + k] = ((source[k] ?? 0) * alpha + under * below * (1 - alpha)) / out;
      }
      canvas.pixels[at + 3] = out * 255;
    }
  }
}
