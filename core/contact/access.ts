import type { Access, Role } from '#core/call.ts';
import { CONTACT_KEEPERS, CONTACT_READERS } from '#core/identity/role-sets.ts';

/** A person has a private address book; an enterprise's is read and changed by roles. */
export const CONTACTS: Access = {
  actor: 'session',
  sso: true,
  roles: [...CONTACT_KEEPERS, ...CONTACT_READERS],
  may: 'see the address book: their own, or that of the enterprise',
  also: 'the enterprise’s: those who may start tasks for it can change it, its other roles can read it',
};

/** The enterprise's book for programs and others that open no room. */
export const READING_CONTACTS: Access = {
  actor: 'enterprise',
  roles: [...CONTACT_KEEPERS, ...CONTACT_READERS],
  keys: 'read',
  may: 'list the contacts of the enterprise',
};
export const KEEPING_CONTACTS: Access = {
  actor: 'enterprise',
  roles: CONTACT_KEEPERS,
  keys: 'send',
  may: 'add, change and remove contacts of the enterprise by calls',
};

/** The caller's access to the address book of the identity they act for; null for none. */
export function bookAccess(entId: string, roles: readonly string[]): 'read' | 'write' | null {
  if (entId === '') return 'write';
  const holds = (wanted: readonly Role[]) => wanted.some((role) => roles.includes(role));
  if (roles.includes('ENT_ADMIN') || holds(CONTACT_KEEPERS)) return 'write';
  return holds(CONTACT_READERS) ? 'read' : null;
}
