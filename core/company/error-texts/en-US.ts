import type { COMPANY_ERRORS } from '../errors.ts';

export default {
  ENTERPRISE_NOT_ENABLED: 'This enterprise is not enabled, so you cannot switch to it.',
  ENTERPRISE_NOT_AUTHENTICATED: 'This enterprise is not authenticated, so you cannot switch to it.',
  ENTERPRISE_NOT_FOUND: 'No enterprise has this name. Check its full name.',
  JOIN_PENDING: 'You already applied to join this enterprise and the application is waiting for review.',
  JOIN_ALREADY_MEMBER: 'Already a member of this enterprise; there is no need to join again.',
  APPLICATION_DECIDED: 'This application has been decided. Reload to see the result.',
  APPLICATION_WITHDRAWN: 'The applicant withdrew this application; there is nothing to decide.',
  APPLICANT_GONE:
    '{name} closed the account or is no longer real-name verified. The application cannot be approved; reject it.',
  ADMIN_MUST_TRANSFER:
    'You are the administrator of “{enterprise}”. Transfer the role to another member first.',
  ADMIN_APPLICATION_PENDING:
    'You already applied to become the administrator and the application is waiting.',
  ADMIN_ALREADY: 'You already are the administrator of this enterprise.',
  MEMBER_GONE: 'The applicant is no longer a member of the enterprise; reject the application.',
  MEMBER_NOT_VERIFIED:
    'This member is not real-name verified and cannot become the administrator. Choose another member.',
  ENTERPRISE_REVOKE_FAILED: 'The real name of “{name}” could not be revoked: it is not verified.',
  DEPARTMENT_NOT_FOUND: 'The department was not found; it may have been closed. Reload and choose again.',
  DEPARTMENT_NAME_TAKEN: 'There is already a “{name}” at this level. Choose another name.',
  DEPARTMENT_NOT_EMPTY:
    '“{name}” still has {children} {children|department|departments} and {people} {people|person|people}. Move them first, then close it.',
  DEPARTMENT_CIRCLE: 'A department cannot stand below itself.',
  DEPARTMENT_TOO_DEEP: 'Departments go at most {max} {max|level|levels} deep. Choose another one above it.',
  DEPARTMENTS_FULL: 'At most {max} {max|department|departments}. Close those that are not used first.',
  ROLE_NOT_YOURS: 'You may not give or change these roles. Ask the enterprise administrator.',
  BUSINESS_TYPE_NOT_GIVEN:
    'You may not send contracts of this business type. Choose another or ask the enterprise administrator.',
  BUSINESS_EDITION_NEEDED: 'This belongs to the business edition. Ask the platform’s administrator for it.',
} satisfies Record<keyof typeof COMPANY_ERRORS, string>;
