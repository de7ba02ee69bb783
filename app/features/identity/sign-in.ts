import { fromBase64 } from '#core/bytes.ts';
import type { ERROR_CODES } from '#core/errors.ts';
import type { HumanProof } from '#core/identity/proof.ts';
import { call } from '../../call.ts';
import { lastEnterprise } from '../../session/last-identity.ts';
import { setSession } from '../../session/session-store.ts';
import type { SessionToken } from '../../session/types.ts';
import { isClientError } from '../../wire/client-error.ts';

const PASSKEY_NEEDED: (typeof ERROR_CODES)['PASSKEY_NEEDED'] = 401191;

/** Whether the account has passkeys, so that the password or the code alone does not log in. */
export const isPasskeyNeeded = (error: unknown): boolean =>
  isClientError(error) && error.code === PASSKEY_NEEDED;

/** What the passkey of this device signs for a login; `otherwise` is thrown where there is none, or it is cancelled. */
export async function passkeyOf(otherwise: unknown): Promise<string> {
  const [{ getPasskeyChallenge }, { hasPasskeys, signWithPasskey }] = await Promise.all([
    import('#core/identity/passkey-calls.ts'),
    import('../../parts/proof/ask-authenticator.ts'),
  ]);
  if (!hasPasskeys()) throw otherwise;
  const challenge = await call(getPasskeyChallenge, {});
  return signWithPasskey({ ...challenge, known: [] }).catch(() => {
    throw otherwise;
  });
}

/** Loads the calls with their schemas and the password encryption, when a form is first used. */
export const loadParts = () =>
  Promise.all([import('#core/identity/calls.ts'), import('#core/identity/password-envelope.ts')]);

/** Requests a code to a mobile number or mail address, without being signed in. */
export async function sendCodeTo(
  authCodeType: 'LOGIN' | 'REGISTER' | 'FORGOT_PASSWORD',
  to: string,
  proof: HumanProof,
): Promise<void> {
  const [{ sendAuthCode, sendMailCode }] = await loadParts();
  if (authCodeType === 'FORGOT_PASSWORD' && to.includes('@'))
    await call(sendMailCode, { authCodeType, mail: to, ...proof });
  else await call(sendAuthCode, { authCodeType, mobile: to, ...proof });
}

/** Encrypts a password with the server's key and a fresh nonce ([5.7h]); the result is valid for one request. */
export async function sealPassword(password: string): Promise<string> {
  const [{ getPasswordKey }, { encryptPassword }] = await loadParts();
  const key = await call(getPasswordKey, {});
  return encryptPassword({ ...key, spki: fromBase64(key.spki) }, password);
}

/** Stores the session of a login, which acts for the enterprise that the person acted for last in this browser. */
export async function beginSession(token: SessionToken): Promise<void> {
  setSession({ token });
  const entId = lastEnterprise(token);
  if (!entId || entId === token.entId) return;
  // They may have left it, or it was disabled: then they are themself.
  await import('../../shell/switch-identity.ts')
    .then(({ switchIdentity }) => switchIdentity(entId))
    .catch(() => undefined);
}

/** Logs in by password, which is sent encrypted only, and stores the session. */
export async function signInByPassword(
  username: string,
  password: string,
  proof: HumanProof = {},
): Promise<void> {
  const [{ requestToken }] = await loadParts();
  const attempt = async (more: object) =>
    call(requestToken, {
      grant_type: 'password',
      username,
      password: await sealPassword(password),
      ...more,
    });
  // The password was right: it needs no security verification a second time.
  const token = await attempt(proof).catch(async (error: unknown) => {
    if (!isPasskeyNeeded(error)) throw error;
    return attempt({ passkey: await passkeyOf(error) });
  });
  await beginSession(token);
}

/** Logs in by a code sent to a mobile, with the password where the passkey is not at hand, and stores the session. */
export async function signInByCode(mobile: string, code: string, password = ''): Promise<void> {
  const [{ requestToken }] = await loadParts();
  const attempt = (more: object) => call(requestToken, { grant_type: 'sms_code', mobile, code, ...more });
  const token =
    password === ''
      ? await attempt({}).catch(async (error: unknown) => {
          if (!isPasskeyNeeded(error)) throw error;
          return attempt({ passkey: await passkeyOf(error) });
        })
      : await attempt({ password: await sealPassword(password) });
  await beginSession(token);
}
