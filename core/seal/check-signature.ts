import type { Drawing } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import { isInk, MOST_INK } from '#core/ink.ts';
import { rasterize } from '#core/sealart/rasterize.ts';

/** Sufficient to measure the coverage. */
const DPI = 100;

/**
 * Rejects pictures that are not a signature: the ink must be dark and the background transparent. A picture whose
 * background was not removed covers the whole box. Throws SIGNATURE_NOT_INK.
 */
export function checkSignature(drawing: Drawing): void {
  const light = drawing.items.some(({ fill, stroke }) =>
    [fill, stroke].some((c) => c !== undefined && !isInk(c)),
  );
  if (light || coverage(drawing) > MOST_INK) throw new AppError('SIGNATURE_NOT_INK');
}

/** 0…1: the painted fraction of the box. */
function coverage(drawing: Drawing): number {
  const { width, height, pixels } = rasterize(drawing, DPI);
  let painted = 0;
  for (let i = 3; i < pixels.length; i += 4) painted += pixels[i] ?? 0;
  return painted / 255 / Math.max(1, width * height);
}
