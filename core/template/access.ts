import type { Access } from '#core/call.ts';
import { CONSOLE, SENDERS } from '#core/identity/role-sets.ts';

export const TEMPLATES: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  keys: 'manage',
  may: 'look after templates, and say which other organizations may change or see them',
  also: 'of another organization: what it is authorized to, changing the draft where that is editable, nothing more',
};

/** For users who start contracts, and therefore choose and fill in templates. */
export const USING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  keys: 'send',
  may: 'choose a template and fill it',
  also: 'own ones, and those that other organizations authorized the enterprise to',
};
