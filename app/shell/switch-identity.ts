import { discardRefreshToken, requestToken } from '#core/identity/calls.ts';
import { call } from '../call.ts';
import { noteIdentity } from '../session/last-identity.ts';
import { getSession, setSession } from '../session/session-store.ts';

/**
 * Exchanges the session for one that acts as an enterprise, or as the person for an empty id ([4.18b]). The guard then
 * reloads the user and their permissions, and the next login in this browser begins there.
 */
export async function switchIdentity(entId: string): Promise<void> {
  const old = getSession().token;
  if (!old) return;
  const token = await call(
    requestToken,
    { grant_type: 'refresh_token', refresh_token: old.refreshToken, switch_to: entId },
    { entId },
  );
  noteIdentity(token, entId);
  setSession({
    token,
    menuList: undefined,
    activeUser: undefined,
    btnPermissions: undefined,
    routerList: undefined,
  });
  call(discardRefreshToken, { token: old.refreshToken }).catch(() => undefined);
}
