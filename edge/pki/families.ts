/** Kinds of keys that the embedded authority has a root for: RSA for PDF, SM2 for OFD, EC for tokens that have such keys. */
export const FAMILIES = ['RSA', 'EC', 'SM2'] as const;
export type Family = (typeof FAMILIES)[number];
