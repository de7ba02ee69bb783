/** Business types for which a member may send contracts ([6.2b]); an empty selection means all. */
export const BUSINESS_TYPES = [
  'PURCHASE',
  'SALES',
  'LABOUR',
  'LEASE',
  'SERVICE',
  'CONFIDENTIALITY',
  'OTHER',
] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number];
