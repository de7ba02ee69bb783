import { z } from 'zod';
import { sealName } from '#core/seal/calls.ts';
import type { SealPicture } from '#core/seal/picture.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { type SealDesign, sealDesignSchema } from '#core/sealart/design.ts';

/** What the builder's form holds while it is filled in. */
export type SealValues = { stampName: string; stampCategory: string; design: SealDesign };
/** Keeps a seal; rejects with what the server says. */
export type SaveSeal = (stampName: string, stampCategory: string, picture: SealPicture) => Promise<void>;

export const sealValues = z.object({
  stampName: sealName,
  stampCategory: z.enum(ENTERPRISE_CATEGORIES),
  design: sealDesignSchema,
});
