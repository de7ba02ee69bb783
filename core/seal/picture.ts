import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { dateSealSchema } from '#core/sealart/date-seal.ts';
import { sealDesignSchema } from '#core/sealart/design.ts';
import { nameSealSchema } from '#core/sealart/name-seal.ts';

/** Uploadable pictures ([5.5a], [9.5]): MIME types, and size of the original file in bytes. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
export const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg'] as const;
export const PICTURE_BYTES = 2 * 1024 * 1024;
/** Maximum size of the cleaned picture: larger than the original file if that was a JPEG. */
export const CLEANED_BYTES = 8 * 1024 * 1024;

const point = z.object({
  x: z.number().min(-10_000).max(10_000),
  y: z.number().min(-10_000).max(10_000),
  time: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
  pressure: z.number().min(0).max(1),
});

/** Origin of a seal's picture: drawn from a design, handwritten, or cut out of an uploaded picture. */
export const sealPicture = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DESIGN'), design: sealDesignSchema }),
  z.object({ kind: z.literal('NAME'), name: nameSealSchema }),
  z.object({ kind: z.literal('DATE'), date: dateSealSchema }),
  z.object({
    kind: z.literal('HANDWRITING'),
    strokes: z.array(z.array(point).min(1).max(4_000)).min(1).max(200),
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
