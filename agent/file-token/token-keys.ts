import { Crypto as NodeCrypto } from '@peculiar/webcrypto';
import type { KeyAlgorithm } from '#core/agent/protocol.ts';
import type { Bytes } from '#core/bytes.ts';
import { signatureAlgorithm } from '#core/pki/algorithm/algorithm-identifier.ts';
import { derOfRs } from '#core/pki/key/signer.ts';
import { SmCrypto } from '#core/pki/webcrypto/sm-crypto.ts';
import type { TokenKey } from '../driver.ts';

/** One WebCrypto for RSA, EC and SM2: @peculiar/webcrypto with our SM2 and SM3 provider added. */
const { subtle } = new SmCrypto(new NodeCrypto() as globalThis.Crypto);

interface Kind {
  make: AlgorithmIdentifier | RsaHashedKeyGenParams | EcKeyGenParams;
  sign: AlgorithmIdentifier | EcdsaParams;
  algorithm: TokenKey['algorithm'];
}
const KINDS: Record<KeyAlgorithm, Kind> = {
  RSA: {
    make: {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    sign: { name: 'RSASSA-PKCS1-v1_5' },
    algorithm: signatureAlgorithm('RSA', 'SHA-256'),
  },
  EC: {
    make: { name: 'ECDSA', namedCurve: 'P-256' },
    sign: { name: 'ECDSA', hash: 'SHA-256' },
    algorithm: signatureAlgorithm('ECDSA', 'SHA-256'),
  },
  SM2: { make: { name: 'SM2' }, sign: { name: 'SM2' }, algorithm: signatureAlgorithm('SM2', 'SM3') },
};

/** Generates a key: PKCS#8 in plaintext, which the caller encrypts and wipes, and its SubjectPublicKeyInfo. */
export async function makeTokenKey(algorithm: KeyAlgorithm): Promise<{ pkcs8: Bytes; publicKey: Bytes }> {
  const pair: CryptoKeyPair = await subtle.generateKey(KINDS[algorithm].make, true, ['sign', 'verify']);
  const [pkcs8, spki] = [
    await subtle.exportKey('pkcs8', pair.privateKey),
    await subtle.exportKey('spki', pair.publicKey),
  ];
  return { pkcs8: new Uint8Array(pkcs8), publicKey: new Uint8Array(spki) };
}

/** Imports a signing key and wipes the bytes given. */
export async function openTokenKey(algorithm: KeyAlgorithm, pkcs8: Bytes): Promise<TokenKey> {
  const kind = KINDS[algorithm];
  const key = await subtle.importKey('pkcs8', pkcs8, kind.make, false, ['sign']);
  pkcs8.fill(0);
  return {
    algorithm: kind.algorithm,
    async sign(message) {
      const value = new Uint8Array(await subtle.sign(kind.sign, key, message));
      return algorithm === 'EC' ? derOfRs(value) : value;
    },
  };
}
