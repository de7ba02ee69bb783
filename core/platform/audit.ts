/** Entries of the audit log ([6.1]): actions of the platform, and every access to personal data. */
export const AUDIT_ACTIONS = [
  'PERSON_REVEALED',
  'ENTERPRISE_REVEALED',
  'APPLICATION_OPENED',
  'PHOTO_VIEWED',
  'APPLICANT_SENT',
  'PERSON_PASSED',
  'PERSON_REJECTED',
  'SESSIONS_ENDED',
  'MOBILE_CHANGED',
  'ENTERPRISE_PASSED',
  'ENTERPRISE_REJECTED',
  'ENTERPRISE_DISABLED',
  'ENTERPRISE_ENABLED',
  'EDITION_CHANGED',
  'COPIES_GIVEN',
  'COPIES_MISMATCH',
  'FINISHED_FILE_NOT_VALID',
  'PACKAGE_CHANGED',
  'REFUND_APPROVED',
  'REFUND_REJECTED',
  'RECERTIFICATION_ASKED',
  'ADMINISTRATOR_APPROVED',
  'ADMINISTRATOR_REJECTED',
  'CUSTOMER_ADDED',
  'CUSTOMER_CHANGED',
  'CUSTOMER_KEY_CHANGED',
  'CUSTOMER_DISABLED',
  'CUSTOMER_ENABLED',
  'OPTION_CHANGED',
  'WATERMARK_CHANGED',
  'LIMITS_CHANGED',
  'MENU_CHANGED',
  'KEY_POLICY_CHANGED',
  'HELP_CHANGED',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Also begins the error of the effect that found the file, by which the page of status counts such files. */
export const NOT_VALID = 'FINISHED_FILE_NOT_VALID' satisfies AuditAction;

export const AUDIT_TARGETS = [
  'PERSON',
  'ENTERPRISE',
  'APPLICATION',
  'PHOTO',
  'CUSTOMER',
  'CONTRACT',
  'SYSTEM',
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];
