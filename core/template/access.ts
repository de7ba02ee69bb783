import type { Access } from '#core/call.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';

export const TEMPLATES: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'look after templates, and say which other organizations may change or see them',
  also: 'of another organization: what it is authorized to, changing the draft where that is editable, nothing more',
};
