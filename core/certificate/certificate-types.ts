import { z } from 'zod';
import { SEAL_CATEGORIES, type SealCategory, UKEYS_PER_ENTERPRISE } from '#core/seal/states.ts';

/** Where the private keys of an enterprise's certificates are: on the server, or on the enterprise's UKeys. */
export const CERT_TYPES = ['SERVER', 'UKEY'] as const;

/** How certificates for one type of seal are applied for: an entry of the setting CA_APPLY_CONFIG ([7.6h]). */
export const certificateType = z.object({
  sealCategory: z.enum(SEAL_CATEGORIES),
  certTypeId: z.enum(CERT_TYPES),
  /** Maximum number of UKeys that may use seals of the type ([5.14a]). */
  ukeys: z.number().int().min(0).max(UKEYS_PER_ENTERPRISE),
});
export type CertificateType = z.output<typeof certificateType>;

/** Default of the setting: every type of an enterprise's seals, with the key on the server. */
export const DEFAULT_CERTIFICATE_TYPES: readonly CertificateType[] = (
  ['ENTERPRISE', 'DEPARTMENT', 'PERSONAL', 'GENERAL'] as const satisfies readonly SealCategory[]
).map((sealCategory) => ({ sealCategory, certTypeId: 'SERVER', ukeys: UKEYS_PER_ENTERPRISE }));
