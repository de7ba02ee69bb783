import { fromBase64, toBase64, utf8 } from '#core/bytes.ts';
import { unavailable } from './with-retries.ts';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** DER of a key from a setting: PEM or bare base64, with line breaks or literal `\n`. */
const derOf = (text: string) => fromBase64(text.replace(/-----[^-]+-----|\\n|\s/g, ''));

/**
 * Imports a PKCS#8 private key for RSA signatures with SHA-256. Throws PAYMENT_UNAVAILABLE and logs which setting is
 * wrong.
 */
export const importPrivateKey = (name: string, text: string): Promise<CryptoKey> =>
  imported(name, () => crypto.subtle.importKey('pkcs8', derOf(text), RSA, false, ['sign']));

/** Imports a public key (SubjectPublicKeyInfo). */
export const importPublicKey = (name: string, text: string): Promise<CryptoKey> =>
  imported(name, () => crypto.subtle.importKey('spki', derOf(text), RSA, false, ['verify']));

async function imported(name: string, work: () => Promise<CryptoKey>): Promise<CryptoKey> {
  try {
    return await work();
  } catch {
    // The cause is dropped: it may quote the key.
    throw unavailable(`${name} is not an RSA key that can be read, see docs/deploy.md`);
  }
}

/** Signature in base64. */
export const signText = async (key: CryptoKey, text: string): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.sign(RSA.name, key, utf8(text))));

/** Whether `signature` (base64) over the text verifies with the key. Invalid base64 yields false. */
export async function isSigned(key: CryptoKey, text: string, signature: string): Promise<boolean> {
  try {
    return await crypto.subtle.verify(RSA.name, key, fromBase64(signature), utf8(text));
  } catch {
    return false;
  }
}
