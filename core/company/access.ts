import type { Access } from '#core/call.ts';

export const JOINING: Access = {
  actor: 'person',
  may: 'apply to join an enterprise, take the application back, leave, ask the administrator',
  also: 'joining: a verified outside user; the rest: members of that enterprise',
};
export const ADMINISTERING: Access = {
  actor: 'person',
  may: 'apply to become the administrator, transfer the role, revoke the enterprise’s real name',
  also: 'applying: members; transfer and revocation: the enterprise’s administrator',
};
