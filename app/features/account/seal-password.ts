import { fromBase64 } from '#core/bytes.ts';
import { getPasswordKey } from '#core/identity/calls.ts';
import { encryptPassword } from '#core/identity/password-envelope.ts';
import { call } from '../../call.ts';

/** Encrypts a password with the server's key and a fresh nonce ([5.7h]); the result is valid for one request. */
export async function sealPassword(password: string): Promise<string> {
  const key = await call(getPasswordKey, {});
  return encryptPassword({ ...key, spki: fromBase64(key.spki) }, password);
}
