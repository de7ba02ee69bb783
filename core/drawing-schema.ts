import { z } from 'zod';
import { isInk, LARGEST_SIGNATURE, WIDEST_PEN_MM } from './ink.ts';

export const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** Along an axis, mm: far beyond the largest picture, and small enough that calculations cannot overflow. */
const coordinate = z.number().min(-10_000).max(10_000);

const path = z
  .array(
    z.union([
      z.tuple([z.enum(['M', 'L']), coordinate, coordinate]),
      z.tuple([z.literal('C'), coordinate, coordinate, coordinate, coordinate, coordinate, coordinate]),
      z.tuple([z.literal('Z')]),
    ]),
  )
  .max(20_000);

const drawingItem = z.object({
  path,
  fill: colour.optional(),
  fillRule: z.enum(['nonzero', 'evenodd']).optional(),
  stroke: colour.optional(),
  strokeWidthMm: z.number().min(0.01).max(10).optional(),
  lineCap: z.enum(['butt', 'round', 'square']).optional(),
  lineJoin: z.enum(['miter', 'round', 'bevel']).optional(),
  opacity: z.number().min(0).max(1).optional(),
});
/** A vector picture on the wire (`Drawing`), such as a seal. */
export const drawing = z.object({
  widthMm: z.number().min(1).max(200),
  heightMm: z.number().min(1).max(200),
  items: z.array(drawingItem).min(1).max(500),
});

/**
 * A signature written now: only pen lines. It has no fill, no transparent or light colour, no line wider than a pen's,
 * and is no larger than the board's, so that it cannot hide content below it.
 */
export const handDrawing = z.object({
  widthMm: z.number().min(1).max(LARGEST_SIGNATURE.width),
  heightMm: z.number().min(1).max(LARGEST_SIGNATURE.height),
  items: z
    .array(
      z.strictObject({
        path,
        stroke: colour.refine(isInk, { params: { problem: 'notInk' } }),
        strokeWidthMm: z.number().min(0.01).max(WIDEST_PEN_MM),
        lineCap: z.enum(['butt', 'round', 'square']).optional(),
        lineJoin: z.enum(['miter', 'round', 'bevel']).optional(),
      }),
    )
    .min(1)
    .max(500),
});
