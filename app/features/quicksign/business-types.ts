/** Business types of a quick file group; their words are `businessType` of the namespace quicksign. */
export const BUSINESS_TYPES = [
  'PURCHASE',
  'SALES',
  'LABOUR',
  'LEASE',
  'SERVICE',
  'CONFIDENTIALITY',
  'OTHER',
] as const;
