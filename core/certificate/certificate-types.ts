import { z } from 'zod';
import { SEAL_CATEGORIES, type SealCategory, UKEYS_PER_ENTERPRISE } from '#core/seal/states.ts';

/** Where the keys of an enterprise's certificates live: with the product, or in the unit's UKeys. */
export const CERT_TYPES = ['SERVER', 'UKEY'] as const;

/** What is applied for as the certificate of one type of seal: an entry of the setting CA_APPLY_CONFIG ([7.6h]). */
export const certificateType = z.object({
  sealCategory: z.enum(SEAL_CATEGORIES),
  certTypeId: z.enum(CERT_TYPES),
  /** UKeys that may use seals of the type, at most ([5.14a]). */
  ukeys: z.number().int().min(0).max(UKEYS_PER_ENTERPRISE),
});
export type CertificateType = z.output<typeof certificateType>;

/** The setting where nobody has written another: every type of an enterprise's seals, with the key here. */
export const DEFAULT_CERTIFICATE_TYPES: readonly CertificateType[] = (
  ['ENTERPRISE', 'DEPARTMENT', 'PERSONAL', 'GENERAL'] as const satisfies readonly SealCategory[]
).map((sealCategory) => ({ sealCategory, certTypeId: 'SERVER', ukeys: UKEYS_PER_ENTERPRISE }));
