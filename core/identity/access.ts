import type { Access } from '#core/call.ts';

export const ENTERING: Access = {
  actor: 'anyone',
  may: 'log in, register, ask for codes, recover a password',
};
export const OWN_REGISTRATION: Access = {
  actor: 'session',
  may: 'see one’s own registration and sessions, end them, replace a default password',
  also: 'one’s own only',
};
