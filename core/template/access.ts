import type { Access } from '#core/call.ts';
import { CONSOLE, SENDERS } from '#core/identity/role-sets.ts';

export const TEMPLATES: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  keys: 'manage',
  may: 'manage templates, and authorize other organizations to change or see them',
  also: 'templates of another organization: only as authorized, and at most changing the draft',
};

/** For users who start contracts, and therefore choose and fill in templates. */
export const USING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  keys: 'send',
  may: 'choose a template and fill it in',
  also: 'own templates, and those that other organizations authorized the enterprise to use',
};
