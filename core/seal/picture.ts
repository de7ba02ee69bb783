import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { dateSealSchema } from '#core/sealart/date-seal.ts';
import { sealDesignSchema } from '#core/sealart/design.ts';
import { nameSealSchema } from '#core/sealart/name-seal.ts';

/** A picture for upload ([5.5a], [9.5]): kinds, and bytes of the file as chosen. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
export const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg'] as const;
export const PICTURE_BYTES = 2 * 1024 * 1024;
/** Of the picture as cleaned: larger than the file that was chosen where that was a JPEG. */
export const CLEANED_BYTES = 8 * 1024 * 1024;

const point = z.object({
  x: z.number().min(-10_000).max(10_000),
  y: z.number().min(-10_000).max(10_000),
  time: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
  pressure: z.number().min(0).max(1),
});

/** How a seal comes to look as it does: drawn from a design, written by hand, or cut out of a picture. */
export const sealPicture = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DESIGN'), design: sealDesignSchema }),
  z.object({ kind: z.literal('NAME'), name: nameSealSchema }),
  z.object({ kind: z.literal('DATE'), date: dateSealSchema }),
  z.object({
    kind: z.literal('HANDWRITING'),
    strokes: z.array(z.array(point).min(1).max(4_000)).min(1).max(200),
  }),
  /** `pictureKey` from `seal.uploadPicture`. */
  z.object({
    kind: z.literal('UPLOAD'),
    pictureKey: z.string().regex(/^[0-9a-f]{64}$/),
    shape: z.enum(['CIRCLE', 'ELLIPSE', 'RECTANGLE']),
    widthMm: z.number().min(5).max(LIMITS.sealMm),
    heightMm: z.number().min(5).max(LIMITS.sealMm),
  }),
]);
export type SealPicture = z.output<typeof sealPicture>;
