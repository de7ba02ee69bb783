import type { Access } from '#core/call.ts';

export const ENTERING: Access = {
  actor: 'anyone',
  may: 'log in, register, request codes, recover a password',
};
export const OWN_REGISTRATION: Access = {
  actor: 'session',
  may: 'see their own registration and sessions, end sessions, replace a default password',
  also: 'only their own',
};
