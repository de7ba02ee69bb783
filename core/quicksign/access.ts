import type { Access } from '#core/call.ts';
import { QUICK_SIGNERS } from '#core/identity/role-sets.ts';

export const QUICK_SIGNING: Access = {
  actor: 'session',
  sso: true,
  roles: QUICK_SIGNERS,
  may: 'sign files directly, without a signing flow',
  also: 'their own; administrators: all of the enterprise',
};
