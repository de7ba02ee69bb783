import { type Bytes, toBase64Url, utf8 } from '#core/bytes.ts';

/** The server's public key and a single-use nonce for sending a password ([5.7h]). */
export interface PasswordKey {
  keyId: string;
  /** SubjectPublicKeyInfo of an RSA-2048 key, base64. */
  spki: Bytes;
  nonce: string;
}

/**
 * Encrypts a password for the server ([5.7h]): RSA-OAEP with SHA-256 over `nonce` NUL `password`, as `keyId.ciphertext`
 * in URL-safe base64. A recorded envelope cannot be replayed, because its nonce has been used.
 */
export async function encryptPassword(key: PasswordKey, password: string): Promise<string> {
  const publicKey = await crypto.subtle.importKey(
    'spki',
    key.spki,
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['encrypt'],
  );
  const sealed = await crypto.subtle.encrypt(
    { name: 'RSA-OAEP' },
    publicKey,
    utf8(`${key.nonce}\0${password}`),
  );
  return `${key.keyId}.${toBase64Url(new Uint8Array(sealed))}`;
}
