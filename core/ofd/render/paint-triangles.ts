import type { Box } from '#core/ofd/model/geometry.ts';

/** A corner: position in mm, and colour as red, green, blue and alpha from 0 to 255. */
export interface Vertex {
  x: number;
  y: number;
  color: readonly [number, number, number, number];
}

export type Triangle = readonly [Vertex, Vertex, Vertex];

/** Margin painted around each triangle, in pixels, so that antialiased edges have colour on both sides. */
const BEYOND = 1.5;

/**
 * Pixels (RGBA) of `width` by `height` over `box`, coloured by the triangle that contains them, later ones over earlier
 * ones; colours are interpolated between the corners. `spend` is called with the number of pixels before they are
 * painted.
 */
export function paintTriangles(
  triangles: readonly Triangle[],
  box: Box,
  width: number,
  height: number,
  spend: (pixels: number) => void,
): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  const inside = new Uint8Array(width * height);
  const scaleX = width / box.width;
  const scaleY = height / box.height;
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((v) => ({
      x: (v.x - box.x) * scaleX - 0.5,
      y: (v.y - box.y) * scaleY - 0.5,
      color: v.color,
    })) as [Vertex, Vertex, Vertex];
    const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (!(Math.abs(area) > 1e-9)) continue;
    const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x) - BEYOND));
    const right = Math.min(width - 1, Math.ceil(Math.max(a.x, b.x, c.x) + BEYOND));
    const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y) - BEYOND));
    const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y) + BEYOND));
    spend(Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1));
    // Decrease of each barycentric weight over BEYOND pixels, perpendicular to the side opposite its corner.
    const slackA = (BEYOND * Math.hypot(c.x - b.x, c.y - b.y)) / Math.abs(area);
    const slackB = (BEYOND * Math.hypot(a.x - c.x, a.y - c.y)) / Math.abs(area);
    const slackC = (BEYOND * Math.hypot(b.x - a.x, b.y - a.y)) / Math.abs(area);
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        let u = ((b.x - x) * (c.y - y) - (c.x - x) * (b.y - y)) / area;
        let v = ((c.x - x) * (a.y - y) - (a.x - x) * (c.y - y)) / area;
        let w = 1 - u - v;
        if (u < -slackA || v < -slackB || w < -slackC) continue;
        const at = y * width + x;
        const within = u >= 0 && v >= 0 && w >= 0;
        // The margin of a triangle never overpaints the inside of another.
        if (!within && inside[at]) continue;
        if (within) inside[at] = 1;
        else {
          [u, v, w] = [Math.max(0, u), Math.max(0, v), Math.max(0, w)];
          const sum = u + v + w;
          [u, v, w] = [u / sum, v / sum, w / sum];
        }
        for (let i = 0; i < 4; i++)
          data[at * 4 + i] = Math.round(u * a.color[i]! + v * b.color[i]! + w * c.color[i]!);
      }
    }
  }
  return data;
}
