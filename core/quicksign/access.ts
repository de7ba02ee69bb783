import type { Access } from '#core/call.ts';
import { QUICK_SIGNERS } from '#core/identity/role-sets.ts';

export const QUICK_SIGNING: Access = {
  actor: 'session',
  sso: true,
  roles: QUICK_SIGNERS,
  may: 'sign files quickly, without a flow',
  also: 'one’s own; administrators all of the enterprise',
};
