import { fromBase64 } from '#core/bytes.ts';
import { call } from '../../call.ts';
import { setSession } from '../../session/session-store.ts';

/** The calls and the envelope of passwords, as chunks of their own. */
export const loadParts = () =>
  Promise.all([import('#core/identity/calls.ts'), import('#core/identity/password-envelope.ts')]);

/** Logs in by password, which leaves the browser encrypted only ([5.7h]), and keeps the session. */
export async function signInByPassword(username: string, password: string): Promise<void> {
  const [{ getPasswordKey, requestToken }, { encryptPassword }] = await loadParts();
  const key = await call(getPasswordKey, {});
  const sealed = await encryptPassword({ ...key, spki: fromBase64(key.spki) }, password);
  setSession({ token: await call(requestToken, { grant_type: 'password', username, password: sealed }) });
}
