import { ed448 } from '@noble/curves/ed448.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { Bytes } from '#core/bytes.ts';
import { sm2Verify } from '#core/sm/sm2.ts';
import type { ProblemCode } from '../problems.ts';
import { type CurveName, type PublicKey, type SignatureAlgorithm, WEAK_DIGESTS } from './algorithms.ts';
import { digestOf } from './digest.ts';
import { verifyDsaDigest } from './verify-dsa.ts';
import { verifyEcdsaDigest, verifyEcdsaNative } from './verify-ec.ts';
import { verifyRsaDigest } from './verify-rsa.ts';

type NistOrBrainpool = Exclude<CurveName, 'SM2'>;

export type SignatureVerdict = { readonly ok: boolean; readonly problems: ProblemCode[] };

/** Larger RSA moduli and exponents and DSA orders are refused, because they would take too much time. */
const MAX_RSA_BITS = 16_384;
const MAX_EXPONENT_BITS = 64n;
const MAX_DSA_ORDER_BITS = 512n;

/**
 * Verifies `signature` by `key` over `message`. Never throws for malformed input: `ok` is false and `problems` says
 * why. Weak digests and short keys verify, but are reported as `digest-weak` and `key-too-weak` in `problems`.
 *
 * ```ts
 * const { ok, problems } = await verifySignature(certificate.publicKey, algorithm, message, value);
 * ```
 */
export function verifySignature(
  key: PublicKey,
  algorithm: SignatureAlgorithm,
  message: Bytes,
  signature: Bytes,
): Promise<SignatureVerdict> {
  return verdictOf(key, algorithm, async () => {
    if (algorithm.kind === 'SM2') return sm2Verify(key.keyBytes, message, signature);
    if (algorithm.kind === 'Ed25519' || algorithm.kind === 'Ed448') {
      return verifyEdwards(algorithm.kind, key.keyBytes, message, signature);
    }
    if (algorithm.kind === 'ECDSA') {
      const curve = key.curve as NistOrBrainpool;
      const answer = await verifyEcdsaNative(curve, key.keyBytes, algorithm.digest!, message, signature);
      if (answer !== undefined) return answer;
    }
    return checkDigest(key, algorithm, await digestOf(algorithm.digest!, message), signature);
  });
}

/**
 * Like `verifySignature`, but with only the digest of the message. SM2, Ed25519 and Ed448 do not sign that digest: they
 * return `content-missing`.
 */
export async function verifySignatureOfDigest(
  key: PublicKey,
  algorithm: SignatureAlgorithm,
  digest: Bytes,
  signature: Bytes,
): Promise<SignatureVerdict> {
  if (algorithm.kind === 'SM2' || algorithm.kind === 'Ed25519' || algorithm.kind === 'Ed448')
    return { ok: false, problems: ['content-missing'] };
  return verdictOf(key, algorithm, async () => checkDigest(key, algorithm, digest, signature));
}

async function verdictOf(
  key: PublicKey,
  algorithm: SignatureAlgorithm,
  check: () => Promise<boolean>,
): Promise<SignatureVerdict> {
  const refusal = refusalOf(key, algorithm);
  if (refusal) return { ok: false, problems: [refusal] };
  const ok = await check();
  const problems: ProblemCode[] = ok ? [] : ['signature-invalid'];
  if (algorithm.digest && WEAK_DIGESTS.has(algorithm.digest)) problems.push('digest-weak');
  if (isWeakKey(key)) problems.push('key-too-weak');
  return { ok, problems };
}

const isWeakKey = (key: PublicKey): boolean =>
  key.kind === 'RSA' || key.kind === 'DSA' ? key.bits < 2048 : key.bits < 224;

const KEY_OF: Record<SignatureAlgorithm['kind'], PublicKey['kind']> = {
  RSA: 'RSA',
  'RSA-PSS': 'RSA',
  ECDSA: 'EC',
  SM2: 'SM2',
  Ed25519: 'Ed25519',
  Ed448: 'Ed448',
  DSA: 'DSA',
  other: 'other',
};

function refusalOf(key: PublicKey, algorithm: SignatureAlgorithm): ProblemCode | undefined {
  if (algorithm.kind === 'other' || key.kind === 'other') return 'signature-algorithm-unsupported';
  if (KEY_OF[algorithm.kind] !== key.kind) return 'signature-key-mismatch';
  if (!algorithm.digest && algorithm.kind !== 'Ed25519' && algorithm.kind !== 'Ed448')
    return 'digest-unsupported';
  if (key.kind === 'EC' && !key.curve) return 'signature-algorithm-unsupported';
  if (key.kind === 'DSA' && (!key.dsa || key.bits > 4096 || key.dsa.q >> MAX_DSA_ORDER_BITS))
    return 'key-broken';
  if (key.rsa && (key.bits > MAX_RSA_BITS || key.rsa.exponent >> MAX_EXPONENT_BITS)) {
    return 'signature-algorithm-unsupported';
  }
  return undefined;
}

function checkDigest(
  key: PublicKey,
  algorithm: SignatureAlgorithm,
  digest: Bytes,
  signature: Bytes,
): boolean {
  switch (algorithm.kind) {
    case 'ECDSA':
      return verifyEcdsaDigest(key.curve as NistOrBrainpool, key.keyBytes, digest, signature);
    case 'DSA':
      return verifyDsaDigest(key.dsa!, key.keyBytes, digest, signature);
    default:
      return verifyRsaDigest(key.rsa!, algorithm, digest, signature);
  }
}

/** RFC 8032, strict; CMS uses both without a context (RFC 8419). */
function verifyEdwards(kind: 'Ed25519' | 'Ed448', key: Bytes, message: Bytes, signature: Bytes): boolean {
  try {
    const curve = kind === 'Ed25519' ? ed25519 : ed448;
    return curve.verify(signature, message, key, { zip215: false });
  } catch {
    return false; // the library throws on values of a wrong length
  }
}
