import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { dateSealSchema } from '#core/sealart/date-seal.ts';
import { sealDesignSchema } from '#core/sealart/design.ts';
import type { InkStroke } from '#core/sealart/handwriting.ts';
import { nameSealSchema } from '#core/sealart/name-seal.ts';

/** Uploadable pictures ([5.5a], [9.5]): MIME types, and size of the original file in bytes. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
export const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg'] as const;
export const PICTURE_BYTES = 2 * 1024 * 1024;
/** Maximum size of the cleaned picture: larger than the original file if that was a JPEG. */
export const CLEANED_BYTES = 8 * 1024 * 1024;

const FARTHEST = 10_000;
const MOST_POINTS = 4_000;
/** x, y, time and pressure. */
const POINT_KEYS = 4;

const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;
const isPoint = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { x, y, time, pressure } = value as Record<string, unknown>;
  return (
    Object.keys(value).length === POINT_KEYS &&
    isWithin(x, -FARTHEST, FARTHEST) &&
    isWithin(y, -FARTHEST, FARTHEST) &&
    isWithin(time, 0, Number.MAX_SAFE_INTEGER) &&
    isWithin(pressure, 0, 1)
  );
};
const isStroke = (value: unknown): value is InkStroke =>
  Array.isArray(value) && value.length >= 1 && value.length <= MOST_POINTS && value.every(isPoint);

const number = (minimum: number, maximum: number) => ({ type: 'number' as const, minimum, maximum });
/** A stroke, judged by hand and as a whole, as commands of a path are; what follows is for the documents of calls. */
const stroke = z.custom<InkStroke>(isStroke).meta({
  type: 'array',
  minItems: 1,
  maxItems: MOST_POINTS,
  items: {
    type: 'object',
    properties: {
      x: number(-FARTHEST, FARTHEST),
      y: number(-FARTHEST, FARTHEST),
      time: number(0, Number.MAX_SAFE_INTEGER),
      pressure: number(0, 1),
    },
    required: ['x', 'y', 'time', 'pressure'],
  },
});

/** Origin of a seal's picture: drawn from a design, handwritten, or cut out of an uploaded picture. */
export const sealPicture = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DESIGN'), design: sealDesignSchema }),
  z.object({ kind: z.literal('NAME'), name: nameSealSchema }),
  z.object({ kind: z.literal('DATE'), date: dateSealSchema }),
  z.object({
    kind: z.literal('HANDWRITING'),
    strokes: z.array(stroke).min(1).max(200),
  }),
  /** `pictureKey` comes from `seal.uploadPicture`. */
  z.object({
    kind: z.literal('UPLOAD'),
    pictureKey: z.string().regex(/^[0-9a-f]{64}$/),
    shape: z.enum(['CIRCLE', 'ELLIPSE', 'RECTANGLE']),
    widthMm: z.number().min(5).max(LIMITS.sealMm),
    heightMm: z.number().min(5).max(LIMITS.sealMm),
  }),
]);
export type SealPicture = z.output<typeof sealPicture>;
