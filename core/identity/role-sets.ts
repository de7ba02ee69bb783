import type { Role } from '#core/call.ts';

/** Roles that may start signing tasks for an enterprise and look after them ([6.4a]). */
export const SENDERS = ['BUSINESS_ADMIN', 'SIGN_OPERATOR', 'HR'] as const satisfies readonly Role[];

/** Roles that keep the address book of an enterprise: those that use it to start tasks. */
export const CONTACT_KEEPERS = SENDERS;

/** Roles that read it: who decides on contracts and seals sees with whom the enterprise deals. */
export const CONTACT_READERS = [
  'SEAL_ADMIN',
  'SEAL_OPERATOR',
  'APPROVER',
  'LEGAL_REPRESENTATIVE',
  'AUTHORIZER',
] as const satisfies readonly Role[];

/** Roles that look after all seals of an enterprise and their certificates ([6.2a]). */
export const SEAL_KEEPERS = ['BUSINESS_ADMIN', 'SEAL_ADMIN'] as const satisfies readonly Role[];

/**
 * Roles that see every task of an enterprise, whoever of it takes part: its administrators, and its legal representative,
 * who stands for all that it signs.
 */
export const TASK_OVERSEERS = ['BUSINESS_ADMIN', 'LEGAL_REPRESENTATIVE'] as const satisfies readonly Role[];

/** Members whom the real name of the enterprise names: they see the numbers that it was verified with. */
export const NAMED_IN_REAL_NAME = ['LEGAL_REPRESENTATIVE', 'AUTHORIZER'] as const satisfies readonly Role[];

/** Roles that may sign quickly for an enterprise; a person always may for themself. */
export const QUICK_SIGNERS = [
  'BUSINESS_ADMIN',
  'SIGN_OPERATOR',
  'SEAL_OPERATOR',
  'HR',
] as const satisfies readonly Role[];

/** Roles that look after the console: people, joins, the enterprise's data ([6.2a]). */
export const CONSOLE = ['BUSINESS_ADMIN'] as const satisfies readonly Role[];

/** Roles that look after the roster: who is employed, on what terms, and who left. */
export const EMPLOYEE_KEEPERS = ['BUSINESS_ADMIN', 'HR'] as const satisfies readonly Role[];
