import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { sm2PublicKey, sm2Sign } from '#core/sm/sm2.ts';
import { signatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import type { DigestAlgorithm, SignatureAlgorithm } from '../algorithm/algorithms.ts';
import { integer, sequence } from '../der/write-der.ts';
import { parsePkcs8 } from './pkcs8.ts';

/**
 * A signing key: in memory, in a key store, or in a token behind a socket. `sign` takes the message itself (not its
 * digest) and returns the value in the format of X.509 and CMS (ECDSA and SM2: DER SEQUENCE { r, s }).
 */
export type Signer = {
  readonly algorithm: SignatureAlgorithm;
  /** DER of the key's certificate, if it has one. */
  readonly certificate?: Bytes | undefined;
  sign(message: Bytes): Promise<Bytes>;
};

export type SignerOptions = {
  /** For ECDSA: SHA-256, or SHA-384 for P-384, by default. For RSA the key itself defines it. */
  digest?: DigestAlgorithm;
  certificate?: Bytes;
};

/** A signer with a WebCrypto key (RSASSA-PKCS1-v1_5, RSA-PSS or ECDSA). Throws KEY_UNSUPPORTED for any other. */
export function webCryptoSigner(key: CryptoKey, options: SignerOptions = {}): Signer {
  const { name } = key.algorithm;
  const { certificate } = options;
  if (name === 'RSASSA-PKCS1-v1_5' || name === 'RSA-PSS') {
    const digest = (key.algorithm as RsaHashedKeyAlgorithm).hash.name as DigestAlgorithm;
    const algorithm = signatureAlgorithm(name === 'RSA-PSS' ? 'RSA-PSS' : 'RSA', digest);
    const parameters = { name, saltLength: algorithm.saltLength ?? 0 };
    return {
      algorithm,
      certificate,
      sign: async (message) => new Uint8Array(await crypto.subtle.sign(parameters, key, message)),
    };
  }
  if (name !== 'ECDSA') throw new AppError('KEY_UNSUPPORTED', { algorithm: name });
  const digest =
    options.digest ?? ((key.algorithm as EcKeyAlgorithm).namedCurve === 'P-384' ? 'SHA-384' : 'SHA-256');
  return {
    algorithm: signatureAlgorithm('ECDSA', digest),
    certificate,
    sign: async (message) =>
      derOfRs(new Uint8Array(await crypto.subtle.sign({ name, hash: digest }, key, message))),
  };
}

/**
 * Converts r and s, concatenated with equal lengths, to DER SEQUENCE { r, s }.
 *
 * ```ts
 * const der = derOfRs(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, data));
 * ```
 */
export function derOfRs(value: Bytes): Bytes {
  const half = value.length / 2;
  return sequence(integer(value.subarray(0, half)), integer(value.subarray(half)));
}

/** A signer with an SM2 key (32 bytes, big-endian); SM2 with SM3 and the default user id (GM/T 0009, clause 10). */
export function sm2Signer(privateKey: Bytes, options: Pick<SignerOptions, 'certificate'> = {}): Signer {
  const publicKey = sm2PublicKey(privateKey);
  return {
    algorithm: signatureAlgorithm('SM2', 'SM3'),
    certificate: options.certificate,
    sign: async (message) => sm2Sign(privateKey, message, { publicKey }),
  };
}

/**
 * A signer with a PKCS#8 private key (unencrypted): RSA (`scheme` selects PSS, SHA-256 by default), EC P-256, P-384 and
 * P-521, SM2. Throws KEY_BROKEN or KEY_UNSUPPORTED.
 *
 * ```ts
 * const signer = await pkcs8Signer(pkcs8, { certificate });
 * const value = await signer.sign(message);
 * ```
 */
export async function pkcs8Signer(
  pkcs8: Bytes,
  options: SignerOptions & { scheme?: 'PKCS1' | 'PSS' } = {},
): Promise<Signer> {
  const key = parsePkcs8(pkcs8);
  if (key.kind === 'SM2') return sm2Signer(key.scalar, options);
  const algorithm =
    key.kind === 'RSA'
      ? {
          name: options.scheme === 'PSS' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5',
          hash: options.digest ?? 'SHA-256',
        }
      : { name: 'ECDSA', namedCurve: key.curve };
  try {
    return webCryptoSigner(
      await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
      options,
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('KEY_BROKEN', { reason: 'the key was refused' });
  }
}
