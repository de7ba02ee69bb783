import { z } from 'zod';
import { isAllowedReturn } from '#core/sso/pages.ts';

const MOST_ADDRESSES = 20;
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const customerName = z.string().trim().min(1).max(100);

/** One address per line. */
export const addressLines = z
  .string()
  .trim()
  .min(1)
  .transform(linesOf)
  .refine((all) => all.length <= MOST_ADDRESSES, 'platform:sso.manyAddresses')
  .refine((all) => all.every((one) => isAllowedReturn(one, [one])), 'platform:sso.badAddress');

/** The 32 bytes of an Ed25519 public key, base64url. */
export const isPublicKey = (text: string): boolean => /^[\w-]{43}$/.test(text);
