import { z } from 'zod';
import type { PathCommand } from './drawing.ts';
import { isInk, LARGEST_SIGNATURE, WIDEST_PEN_MM } from './ink.ts';

export const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** Along an axis, mm: far beyond the largest picture, and small enough that calculations cannot overflow. */
const FARTHEST_MM = 10_000;
const MOST_COMMANDS = 20_000;
/** Numbers behind the letter of each command. */
const COORDINATES: ReadonlyMap<unknown, number> = new Map([
  ['M', 2],
  ['L', 2],
  ['C', 6],
  ['Z', 0],
]);

function isCommand(value: unknown): value is PathCommand {
  if (!Array.isArray(value) || value.length - 1 !== COORDINATES.get(value[0])) return false;
  for (let i = 1; i < value.length; i++)
    if (!(typeof value[i] === 'number' && Math.abs(value[i]) <= FARTHEST_MM)) return false;
  return true;
}

const isPath = (value: unknown): value is PathCommand[] =>
  Array.isArray(value) && value.length <= MOST_COMMANDS && value.every(isCommand);

/**
 * Judged by hand and as a whole: a request has room for 150,000 commands, for which a union of tuples takes a fifth of a
 * second, in which a Worker answers nobody, and names each wrong one by itself. What follows is for the documents of calls.
 */
const path = z.custom<PathCommand[]>(isPath).meta({
  type: 'array',
  maxItems: MOST_COMMANDS,
  items: {
    type: 'array',
    items: { anyOf: [{ type: 'string', enum: ['M', 'L', 'C', 'Z'] }, { type: 'number' }] },
    minItems: 1,
    maxItems: 7,
  },
  example: [
    ['M', 0, 0],
    ['L', 1, 1],
  ],
});

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
