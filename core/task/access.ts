import type { Access } from '#core/call.ts';
import { SENDERS } from '#core/identity/role-sets.ts';

export const SENDING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  keys: 'send',
  may: 'start tasks, extend, revoke and urge',
  also: 'extend, revoke and urge: who sent the task, or an administrator of the sender',
};
export const DRAFTING: Access = { actor: 'enterprise', roles: SENDERS, may: 'keep drafts' };
export const SIGNING: Access = {
  actor: 'session',
  sso: true,
  may: 'sign and reject',
  also: 'whose turn it is, with a seal authorized to them and a proof of willingness',
};
