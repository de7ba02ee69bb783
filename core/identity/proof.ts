import { z } from 'zod';

/**
 * Proof of a passed security verification ([3.26], [8.6b]): `captchaKey` is the token of a passed puzzle; or
 * `randomStr` and `authCode`, the key and the typed characters of an image code.
 */
export const humanProof = {
  captchaKey: z.string().max(64).optional(),
  randomStr: z.string().max(64).optional(),
  authCode: z.string().trim().max(8).optional(),
};
export type HumanProof = {
  captchaKey?: string | undefined;
  randomStr?: string | undefined;
  authCode?: string | undefined;
};
