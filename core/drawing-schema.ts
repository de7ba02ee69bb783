import { z } from 'zod';

export const colour = z.string().regex(/^#[0-9a-f]{6}$/);

const drawingItem = z.object({
  path: z
    .array(
      z.union([
        z.tuple([z.enum(['M', 'L']), z.number(), z.number()]),
        z.tuple([z.literal('C'), z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
        z.tuple([z.literal('Z')]),
      ]),
    )
    .max(20_000),
  fill: colour.optional(),
  fillRule: z.enum(['nonzero', 'evenodd']).optional(),
  stroke: colour.optional(),
  strokeWidthMm: z.number().min(0.01).max(10).optional(),
  lineCap: z.enum(['butt', 'round', 'square']).optional(),
  lineJoin: z.enum(['miter', 'round', 'bevel']).optional(),
  opacity: z.number().min(0).max(1).optional(),
});
/** A vector picture on the wire (`Drawing`): drawn by hand now, or a seal. */
export const drawing = z.object({
  widthMm: z.number().min(1).max(200),
  heightMm: z.number().min(1).max(200),
  items: z.array(drawingItem).min(1).max(500),
});
