import { call } from '../call.ts';
import { forgetSession, mayJoinSession } from '../session/end-session.ts';
import { getSession } from '../session/session-store.ts';
import { pageCache } from './query-client.ts';

/** A link opens a tab of its own, while its reader may be signed in in another. */
export async function joinedOnce(): Promise<void> {
  if (getSession().token || !mayJoinSession()) return;
  await (await import('../session/join-session.ts')).joinSession();
}

/** Ends the session of somebody else in this browser, without leaving the page. */
export async function leaveSession(): Promise<void> {
  const { logout } = await import('#core/identity/calls.ts');
  if (getSession().token) await call(logout, {}).catch(() => undefined);
  forgetSession({ everywhere: true });
  pageCache().clear();
}

/** Acts as this identity, the person for an empty id. */
export async function actAsIdentity(entId: string): Promise<void> {
  if (getSession().token?.entId !== entId) await (await import('./switch-identity.ts')).switchIdentity(entId);
}

/** Where a signer goes on with a contract: to their real name, to sign, or to look at it. */
export function signersPage(taskId: string, signs: boolean, lacksName: boolean): string {
  if (lacksName) return `/auth/person?currentComp=AuthInit&planId=${taskId}`;
  return `${signs ? '/fileSign/fileSign' : '/contract/preview'}?planId=${taskId}`;
}
