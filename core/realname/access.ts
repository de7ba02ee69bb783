import type { Access } from '#core/call.ts';

export const OWN_NAME: Access = {
  actor: 'session',
  may: 'see their own real name and have it verified',
  also: 'only their own',
};
export const PICTURES: Access = {
  actor: 'session',
  sso: true,
  may: 'see pictures submitted for a real name',
  also: 'their own, except in a single sign-on session; administrators: their enterprise’s licence; reviewers: those of applications, which is recorded',
};
export const SIMULATED: Access = {
  actor: 'anyone',
  may: 'decide checks at the simulator',
  also: 'never in production',
};
