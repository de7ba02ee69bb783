import { fromBase64, toBase64, utf8 } from '#core/bytes.ts';
import { unavailable } from './patiently.ts';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** The DER of a key as a setting holds it: PEM, or its base64 alone; `\n` may stand for a line's end. */
const derOf = (text: string) => fromBase64(text.replace(/-----[^-]+-----|\\n|\s/g, ''));

/** A private key in PKCS#8, for signatures RSA with SHA-256. Throws PAYMENT_UNAVAILABLE, and says which setting is wrong. */
export const importPrivateKey = (name: string, text: string): Promise<CryptoKey> =>
  imported(name, () => crypto.subtle.importKey('pkcs8', derOf(text), RSA, false, ['sign']));

/** A public key as SubjectPublicKeyInfo. */
export const importPublicKey = (name: string, text: string): Promise<CryptoKey> =>
  imported(name, () => crypto.subtle.importKey('spki', derOf(text), RSA, false, ['verify']));

async function imported(name: string, work: () => Promise<CryptoKey>): Promise<CryptoKey> {
  try {
    return await work();
  } catch {
    // The cause may quote the key.
    throw unavailable(`${name} is not an RSA key that can be read, see docs/deploy.md`);
  }
}

/** Base64. */
export const signText = async (key: CryptoKey, text: string): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.sign(RSA.name, key, utf8(text))));

/** Whether `signature` (base64) is this key's over the text. What is not base64 is no signature. */
export async function isSigned(key: CryptoKey, text: string, signature: string): Promise<boolean> {
  try {
    return await crypto.subtle.verify(RSA.name, key, fromBase64(signature), utf8(text));
  } catch {
    return false;
  }
}
