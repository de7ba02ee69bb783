import { combine, type Matrix, rotation, translation } from '#core/drawing.ts';
import type { WatermarkSpec } from './spec.ts';

/** Maximum number of repetitions on one page; the spacing grows until they suffice. */
const MAX_REPEATS = 3000;

/**
 * The positions of a watermark on a page: a rotated grid around its centre, every other row shifted by half a step.
 * `width` and `size` of the line of text are in mm. Each matrix maps from the top left corner of the line to that of
 * the page.
 *
 * ```ts
 * const a4 = { widthMm: 210, heightMm: 297 };
 * const places = watermarkPattern(a4, 38, 4.2, { rotation: 45, spacingX: 30, spacingY: 30 });
 * ```
 */
export function watermarkPattern(
  frame: { widthMm: number; heightMm: number },
  width: number,
  size: number,
  spec: Pick<WatermarkSpec, 'rotation' | 'spacingX' | 'spacingY'>,
): Matrix[] {
  const { widthMm, heightMm } = frame;
  const reach = Math.hypot(widthMm, heightMm) / 2;
  let stepX = width + Math.max(1, spec.spacingX ?? 30);
  let stepY = size + Math.max(1, spec.spacingY ?? 30);
  while ((2 * reach * 2 * reach) / (stepX * stepY) > MAX_REPEATS) {
    stepX *= 1.2;
    stepY *= 1.2;
  }
  const middle = translation(widthMm / 2, heightMm / 2);
  const turned = combine(rotation(-(spec.rotation ?? 45)), middle);
  const out: Matrix[] = [];
  const rows = Math.ceil(reach / stepY) + 1;
  const columns = Math.ceil(reach / stepX) + 1;
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const shift = row % 2 === 0 ? 0 : stepX / 2;
      const at = combine(translation(column * stepX + shift - width / 2, row * stepY - size / 2), turned);
      // Centre of this repetition, and its maximum extent from there.
      const [a, b, c, d, e, f] = at;
      const x = a * (width / 2) + c * (size / 2) + e;
      const y = b * (width / 2) + d * (size / 2) + f;
      const far = Math.hypot(width, size) / 2;
      if (x > -far && y > -far && x < widthMm + far && y < heightMm + far) out.push(at);
    }
  }
  return out;
}
