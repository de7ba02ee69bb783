import type { Bytes } from '#core/bytes.ts';
import { sm2GenerateKeyPair } from '#core/sm/sm2.ts';
import { sm2Pkcs8, sm2Spki } from './pkcs8.ts';

export type KeyKind = 'RSA-2048' | 'RSA-3072' | 'RSA-4096' | 'P-256' | 'P-384' | 'SM2';

/** A new key pair: `pkcs8` is the private key (unencrypted; for `pkcs8Signer`), `spki` the SubjectPublicKeyInfo. */
export type KeyPair = { readonly kind: KeyKind; readonly pkcs8: Bytes; readonly spki: Bytes };

/**
 * Generates a key pair with the platform's random numbers.
 *
 * ```ts
 * const { pkcs8, spki } = await generateKeyPair('SM2');
 * ```
 */
export async function generateKeyPair(kind: KeyKind): Promise<KeyPair> {
  if (kind === 'SM2') {
    const { privateKey, publicKey } = sm2GenerateKeyPair();
    return { kind, pkcs8: sm2Pkcs8(privateKey, publicKey), spki: sm2Spki(publicKey) };
  }
  const algorithm =
    kind === 'P-256' || kind === 'P-384'
      ? { name: 'ECDSA', namedCurve: kind }
      : {
          name: 'RSASSA-PKCS1-v1_5',
          modulusLength: Number(kind.slice(4)),
          publicExponent: new Uint8Array([1, 0, 1]),
          hash: 'SHA-256',
        };
  const pair = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
  const [pkcs8, spki] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('spki', pair.publicKey),
  ]);
  return { kind, pkcs8: new Uint8Array(pkcs8), spki: new Uint8Array(spki) };
}
