import { z } from 'zod';
import { sealName } from '#core/seal/calls.ts';
import type { SealPicture } from '#core/seal/picture.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { type SealDesign, sealDesignSchema } from '#core/sealart/design.ts';

/** Values of the builder's form. */
export type SealValues = { stampName: string; stampCategory: string; design: SealDesign };
/** Saves a seal; rejects with the server's error. */
export type SaveSeal = (stampName: string, stampCategory: string, picture: SealPicture) => Promise<void>;

export const sealValues = z.object({
  stampName: sealName,
  stampCategory: z.enum(ENTERPRISE_CATEGORIES),
  design: sealDesignSchema,
});
