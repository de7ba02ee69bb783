import { z } from 'zod';
import { CODE } from './code-purposes.ts';

/**
 * Proof of a passed security verification ([3.26], [8.6b]): `captchaKey` is the token of a solved puzzle; or
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

/** A code sent to the person ([5.8a]). */
export const sentCode = z.string().regex(CODE);

/** A password encrypted by `encryptPassword` ([5.7h]). */
export const sealedPassword = z.string().min(1).max(2_048);

/**
 * Purposes of re-authentication for an action that outlasts the session: binding a UKey, making an API key, adding or removing
 * a passkey, letting an identity provider or a customer's system sign members in, having events sent somewhere, appointing
 * an administrator.
 */
export type SecondProofPurpose =
  | 'BIND_KEY'
  | 'MAKE_API_KEY'
  | 'PASSKEY'
  | 'FIRM_LOGIN'
  | 'SSO_CUSTOMER'
  | 'WEBHOOK'
  | 'APPOINT';
export const SECOND_PROOFS = ['PASSWORD', 'SMS'] as const;
export type SecondProofMethod = (typeof SECOND_PROOFS)[number];

/** PASSWORD: the signing password. SMS: a code to one's own mobile, sent for this purpose alone. */
export const secondProof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('PASSWORD'), password: sealedPassword }),
  z.object({ method: z.literal('SMS'), code: sentCode }),
]);
export type SecondProof = z.output<typeof secondProof>;
