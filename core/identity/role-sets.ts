import type { Role } from '#core/call.ts';

/** Roles that may start and manage signing tasks for an enterprise ([6.4a]). */
export const SENDERS = ['BUSINESS_ADMIN', 'SIGN_OPERATOR', 'HR'] as const satisfies readonly Role[];

/** Roles that maintain an enterprise's address book: those that use it to start tasks. */
export const CONTACT_KEEPERS = SENDERS;

/** Roles that may read it: those who decide on contracts and seals see the enterprise's partners. */
export const CONTACT_READERS = [
  'SEAL_ADMIN',
  'SEAL_OPERATOR',
  'APPROVER',
  'LEGAL_REPRESENTATIVE',
  'AUTHORIZER',
] as const satisfies readonly Role[];

/** Roles that manage all seals of an enterprise and their certificates ([6.2a]). */
export const SEAL_KEEPERS = ['BUSINESS_ADMIN', 'SEAL_ADMIN'] as const satisfies readonly Role[];

/**
 * Roles that see every task of an enterprise, regardless of who takes part: its administrators, and its legal
 * representative, who is responsible for everything that it signs.
 */
export const TASK_OVERSEERS = ['BUSINESS_ADMIN', 'LEGAL_REPRESENTATIVE'] as const satisfies readonly Role[];

/** Members named in the enterprise's real-name verification: they see the numbers used for it. */
export const NAMED_IN_REAL_NAME = ['LEGAL_REPRESENTATIVE', 'AUTHORIZER'] as const satisfies readonly Role[];

/** Roles that may quick-sign for an enterprise; a person always may for themself. */
export const QUICK_SIGNERS = [
  'BUSINESS_ADMIN',
  'SIGN_OPERATOR',
  'SEAL_OPERATOR',
  'HR',
] as const satisfies readonly Role[];

/** Roles that manage the console: people, join applications, the enterprise's data ([6.2a]). */
export const CONSOLE = ['BUSINESS_ADMIN'] as const satisfies readonly Role[];

/** Roles that manage the roster: employees, their terms, and leavers. */
export const EMPLOYEE_KEEPERS = ['BUSINESS_ADMIN', 'HR'] as const satisfies readonly Role[];
