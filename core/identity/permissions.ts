import type { Role } from '#core/call.ts';
import { ACCOUNT_PERMISSIONS } from './permissions/account.ts';
import { CERTIFICATE_PERMISSIONS } from './permissions/certificate.ts';
import { COMPANY_PERMISSIONS } from './permissions/company.ts';
import { CONFIG_PERMISSIONS } from './permissions/config.ts';
import { EMPLOYEE_PERMISSIONS } from './permissions/employee.ts';
import { HELP_PERMISSIONS } from './permissions/help.ts';
import { IDENTITY_PERMISSIONS } from './permissions/identity.ts';
import { INTERNAL_PERMISSIONS } from './permissions/internal.ts';
import { PLATFORM_PERMISSIONS } from './permissions/platform.ts';
import { QUICKSIGN_PERMISSIONS } from './permissions/quicksign.ts';
import { REALNAME_PERMISSIONS } from './permissions/realname.ts';
import { SEAL_PERMISSIONS } from './permissions/seal.ts';
import { SSO_PERMISSIONS } from './permissions/sso.ts';
import { TASK_PERMISSIONS } from './permissions/task.ts';
import { TEMPLATE_PERMISSIONS } from './permissions/template.ts';
import type { Permission, Who } from './permissions/who.ts';
import type { OwnerType } from './states.ts';

export type { Who };

/** What each role is for ([6.1]); the table below says what it may. */
export const ROLE_NOTES: Record<Role, string> = {
  ENT_ADMIN: 'enterprise administrator: everything within the enterprise; one person, changed by transfer',
  BUSINESS_ADMIN:
    'business administrator: the console, seals and certificates, joins, all tasks of the enterprise',
  SEAL_ADMIN: 'seal administrator: seals, their authorizations and certificates',
  SEAL_OPERATOR: 'seal operator: uses the seals authorized to them, also for quick signing',
  SIGN_OPERATOR: 'signing operator: starts tasks and signs',
  APPROVER: 'approver: decides on what is sent for approval',
  HR: 'personnel: employees and onboarding; starts tasks with employees',
  EMPLOYEE: 'employee: signs and reads what is addressed to them',
  LEGAL_REPRESENTATIVE: 'legal representative: signs; their seal is the enterprise’s legal-person seal',
  AUTHORIZER: 'authorizer: signs; stands for the enterprise in its real name',
};

/**
 * Who may do what ([6.1], [6.9]): the one table, joined from a file a domain. Tests compare it with what every call
 * of /ecapi says of itself (tests/unit/permissions), with what the running product lets through for every role
 * (tests/api/permissions) and with the menu; docs/permissions.md, where people read it whole, is printed from it
 * (`node scripts/run.mjs scripts/permissions.ts`).
 *
 * A new call: add its id to the row of its domain that says what it does, or add a row.
 */
export const PERMISSIONS: readonly Permission[] = [
  ...IDENTITY_PERMISSIONS,
  ...ACCOUNT_PERMISSIONS,
  ...SSO_PERMISSIONS,
  ...REALNAME_PERMISSIONS,
  ...TASK_PERMISSIONS,
  ...QUICKSIGN_PERMISSIONS,
  ...SEAL_PERMISSIONS,
  ...CERTIFICATE_PERMISSIONS,
  ...COMPANY_PERMISSIONS,
  ...EMPLOYEE_PERMISSIONS,
  ...TEMPLATE_PERMISSIONS,
  ...CONFIG_PERMISSIONS,
  ...HELP_PERMISSIONS,
  ...PLATFORM_PERMISSIONS,
  ...INTERNAL_PERMISSIONS,
];

/** Somebody who asks: a visitor has no `accountId`. */
export interface Asker {
  signedIn: boolean;
  /** Enterprise acted for; empty for the person. */
  entId: string;
  roles: readonly Role[];
  ownerType: OwnerType;
  platformAdmin: boolean;
}

/** Whether the table lets somebody do what `who` is for. */
export function mayDo(who: Who, asker: Asker): boolean {
  if (who.visitor) return true;
  if (!asker.signedIn) return false;
  if (who.ownerType && who.ownerType !== asker.ownerType) return false;
  if (asker.entId === '') return who.person === true || (who.platform === true && asker.platformAdmin);
  if (who.member === undefined) return false;
  return (
    who.member === true ||
    asker.roles.includes('ENT_ADMIN') ||
    who.member.some((role) => asker.roles.includes(role))
  );
}
