/** Real-name state of an enterprise ([4.8a]). */
export const ENTERPRISE_AUTH = [
  'UNAUTH',
  'AUTHING',
  'AUTH',
  'REVOKE',
  'PENDING_REAUTH',
  'REAUTHING',
] as const;
export type EnterpriseAuth = (typeof ENTERPRISE_AUTH)[number];

/** Business state of an enterprise: only ENABLE may be switched into ([4.18a]). */
export const ENTERPRISE_BUSINESS = ['ENABLE', 'PENDING_REVIEW', 'DISABLE'] as const;
export type EnterpriseBusiness = (typeof ENTERPRISE_BUSINESS)[number];

export const NODE_TYPES = ['ENTERPRISE-ENTERPRISE', 'DEPTMENT'] as const;
