/** Key types with a root in the embedded authority: RSA for PDF, SM2 for OFD, EC for tokens with such keys. */
export const FAMILIES = ['RSA', 'EC', 'SM2'] as const;
export type Family = (typeof FAMILIES)[number];
