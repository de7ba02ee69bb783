import type { Access } from '#core/call.ts';
import { SEAL_KEEPERS } from '#core/identity/role-sets.ts';

export const MAKING: Access = {
  actor: 'session',
  sso: true,
  roles: SEAL_KEEPERS,
  may: 'create and delete seals, apply for their certificates',
};
export const STAMPING: Access = {
  actor: 'session',
  sso: true,
  may: 'see the seals they may sign with, or the reason if there is none',
};
