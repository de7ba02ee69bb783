import type { Access } from '#core/call.ts';
import { SENDERS } from '#core/identity/role-sets.ts';

export const READING: Access = {
  actor: 'session',
  sso: true,
  keys: 'read',
  may: 'list, read and download tasks, and see their trail',
  also: 'only parties of the task',
};
export const SENDING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  keys: 'send',
  may: 'start tasks, extend, revoke and urge them, and correct their signers',
  also: 'extend, revoke, urge and correct: only the sender of the task, or an administrator of the sending enterprise',
};
export const DRAFTING: Access = { actor: 'enterprise', roles: SENDERS, may: 'edit drafts' };
export const SIGNING: Access = {
  actor: 'session',
  sso: true,
  may: 'sign and reject',
  also: 'only when it is their turn, with a seal authorized to them and a proof of willingness',
};
