import { z } from 'zod';
import { GOODS_KINDS } from './states.ts';

/** Target audience of a package: everybody, inside or outside enterprises, or those with the business edition. */
export const AUDIENCES = ['ALL', 'INSIDE', 'OUTSIDE', 'BUSINESS'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Whether an enterprise may buy a package. */
export function isFor(audience: Audience, enterprise: { ownerType: string; isBiz: boolean }): boolean {
  if (audience === 'ALL') return true;
  return audience === 'BUSINESS' ? enterprise.isBiz : enterprise.ownerType === audience;
}

/** Limits: packages per order; copies per package; its price, in fen; its validity, in days. */
export const MOST_PACKAGES = 99;
export const MOST_CREDITS = 1_000_000;
export const MOST_FEN = 100_000_000;
export const MOST_DAYS = 3_650;

/** The platform's input for a package. */
export const packageForm = z.object({
  goods: z.enum(GOODS_KINDS),
  name: z.string().trim().min(1).max(40),
  quantity: z.number().int().min(1).max(MOST_CREDITS),
  priceFen: z.number().int().min(1).max(MOST_FEN),
  /** Null for unlimited validity. */
  validDays: z.number().int().min(1).max(MOST_DAYS).nullable(),
  audience: z.enum(AUDIENCES),
});
export type PackageForm = z.output<typeof packageForm>;
