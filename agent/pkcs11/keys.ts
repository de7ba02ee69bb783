import { createHash } from 'node:crypto';
import { AgentFailure } from '#core/agent/failures.ts';
import type { KeyAlgorithm } from '#core/agent/protocol.ts';
import { type Bytes, concatBytes, fromHex } from '#core/bytes.ts';
import { signatureAlgorithm } from '#core/pki/algorithm/algorithm-identifier.ts';
import { readDer } from '#core/pki/der/read-der.ts';
import { readOctetString } from '#core/pki/der/read-values.ts';
import { bitString, derNull, integer, oid, sequence } from '#core/pki/der/write-der.ts';
import { derOfRs } from '#core/pki/key/signer.ts';
import { OID } from '#core/pki/oids.ts';
import type { TokenKey } from '../driver.ts';
import type { Pkcs11Module } from './bind-module.ts';
import { CKA, CKK, CKM, CKO } from './constants.ts';
import { readNumber } from './memory.ts';
import { findObjects, generateKeyPair, readAttribute, signerOn, type Template } from './objects.ts';

/** DigestInfo prefix of SHA-256, for tokens that support raw RSA only (RFC 8017, 9.2). */
const SHA256_INFO = fromHex('3031300d060960864801650304020105000420');

const sha256 = (message: Bytes): Bytes => new Uint8Array(createHash('sha256').update(message).digest());

/** The private key with this id. Throws KEY_NOT_FOUND, KEY_UNSUPPORTED. */
export async function openKey(
  module: Pkcs11Module,
  session: number,
  mechanisms: ReadonlySet<number>,
  id: Bytes,
): Promise<{ algorithm: TokenKey['algorithm']; sign(message: Bytes): Promise<Bytes> }> {
  const [handle] = await findObjects(module, session, [
    [CKA.CLASS, CKO.PRIVATE_KEY],
    [CKA.ID, id],
  ]);
  if (handle === undefined) throw new AgentFailure('KEY_NOT_FOUND');
  const { ulong } = module.layout;
  const type = readNumber(await readAttribute(module, session, handle, CKA.KEY_TYPE), 0, ulong);
  if (type === CKK.RSA) {
    const algorithm = signatureAlgorithm('RSA', 'SHA-256');
    if (mechanisms.has(CKM.SHA256_RSA_PKCS))
      return { algorithm, sign: signerOn(module, session, handle, CKM.SHA256_RSA_PKCS) };
    const signInfo = signerOn(module, session, handle, CKM.RSA_PKCS);
    return {
      algorithm,
      sign: (message) => signInfo(concatBytes(SHA256_INFO, sha256(message))),
    };
  }
  if (type !== CKK.EC) throw new AgentFailure('KEY_UNSUPPORTED');
  const signDigest = signerOn(module, session, handle, CKM.ECDSA);
  return {
    algorithm: signatureAlgorithm('ECDSA', 'SHA-256'),
    sign: async (message) => derOfRs(await signDigest(sha256(message))),
  };
}

/** Generates a key pair that never leaves the token and returns its SubjectPublicKeyInfo. */
export async function makeKey(
  module: Pkcs11Module,
  session: number,
  algorithm: KeyAlgorithm,
  id: Bytes,
  label: string,
): Promise<Bytes> {
  const common: Template = [
    [CKA.TOKEN, true],
    [CKA.ID, id],
    [CKA.LABEL, label],
  ];
  const secret: Template = [
    ...common,
    [CKA.PRIVATE, true],
    [CKA.SENSITIVE, true],
    [CKA.EXTRACTABLE, false],
    [CKA.SIGN, true],
  ];
  const open: Template = [...common, [CKA.PRIVATE, false], [CKA.VERIFY, true]];
  if (algorithm === 'RSA') {
    const template: Template = [
      ...open,
      [CKA.MODULUS_BITS, 2048],
      [CKA.PUBLIC_EXPONENT, new Uint8Array([1, 0, 1])],
    ];
    const handle = await generateKeyPair(module, session, CKM.RSA_PKCS_KEY_PAIR_GEN, template, secret);
    const [modulus, exponent] = [
      await readAttribute(module, session, handle, CKA.MODULUS),
      await readAttribute(module, session, handle, CKA.PUBLIC_EXPONENT),
    ];
    return sequence(
      sequence(oid(OID.rsaEncryption), derNull()),
      bitString(sequence(integer(modulus), integer(exponent))),
    );
  }
  if (algorithm !== 'EC') throw new AgentFailure('KEY_UNSUPPORTED');
  const template: Template = [...open, [CKA.EC_PARAMS, oid(OID.p256)]];
  const handle = await generateKeyPair(module, session, CKM.EC_KEY_PAIR_GEN, template, secret);
  const point = await readAttribute(module, session, handle, CKA.EC_POINT);
  // Old modules return the bare point; the standard wraps it in an OCTET STRING.
  const bare = point[0] === 0x04 && point.length === 65 ? point : readOctetString(readDer(point));
  return sequence(sequence(oid(OID.ecPublicKey), oid(OID.p256)), bitString(bare));
}
