/** Business types that a member may send contracts of ([6.2b]); none chosen by name means all. */
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
