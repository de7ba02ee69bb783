import { fromBase64 } from '#core/bytes.ts';
import type { HumanProof } from '#core/identity/proof.ts';
import { call } from '../../call.ts';
import { setSession } from '../../session/session-store.ts';

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

/** Logs in by password, which is sent encrypted only, and stores the session. */
export async function signInByPassword(
  username: string,
  password: string,
  proof: HumanProof = {},
): Promise<void> {
  const [{ requestToken }] = await loadParts();
  const input = {
    grant_type: 'password' as const,
    username,
    password: await sealPassword(password),
    ...proof,
  };
  setSession({ token: await call(requestToken, input) });
}

/** Logs in by a code sent to a mobile, and stores the session. */
export async function signInByCode(mobile: string, code: string): Promise<void> {
  const [{ requestToken }] = await loadParts();
  setSession({ token: await call(requestToken, { grant_type: 'sms_code', mobile, code }) });
}
