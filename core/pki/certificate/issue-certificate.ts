import { type Bytes, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { encodeSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import { digestNow } from '../algorithm/digest.ts';
import { parsePublicKey } from '../algorithm/parse-public-key.ts';
import { readDer } from '../der/read-der.ts';
import { bitString, context, derTime, integer, sequence } from '../der/write-der.ts';
import type { Signer } from '../key/signer.ts';
import { buildName, type NameInput } from '../name/build-name.ts';
import {
  authorityInfoAccessExtension,
  authorityKeyIdentifierExtension,
  basicConstraintsExtension,
  certificatePoliciesExtension,
  crlDistributionPointsExtension,
  extKeyUsageExtension,
  keyUsageExtension,
  ocspNoCheckExtension,
  serialInteger,
  subjectAltNameExtension,
  subjectKeyIdentifierExtension,
} from './build-extensions.ts';
import type { Certificate } from './certificate.ts';
import type { GeneralNameInput } from './general-name.ts';
import { parseCertificate } from './parse-certificate.ts';
import { PROFILES, type ProfileName } from './profiles.ts';

export type CertificateOrder = {
  readonly profile: ProfileName;
  /** Pairs of type and value, or the DER of a Name as in a request. */
  readonly subject: NameInput | Bytes;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Bytes;
  /** Lower-case hex, at most 20 bytes; `newSerial` creates one. */
  readonly serialHex: string;
  /** Epoch ms; truncated to whole seconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** The certificate authority; if undefined, the certificate is self-signed. */
  readonly issuer?: Certificate | undefined;
  readonly subjectAltName?: readonly GeneralNameInput[];
  readonly policies?: readonly { oid: string; cps?: string }[];
  readonly crlUrls?: readonly string[];
  readonly ocspUrls?: readonly string[];
  readonly caIssuerUrls?: readonly string[];
  /** Overrides the profile's. */
  readonly pathLength?: number;
  /** Further extensions, each the DER of an Extension. */
  readonly moreExtensions?: readonly Bytes[];
};

/**
 * Issues a certificate, version 3 (RFC 5280). `signer` is the key of `issuer`. Throws INPUT_INVALID for an order whose
 * certificate no verifier would accept: an empty subject, an end before its start, an issuer that is not a CA.
 *
 * ```ts
 * const certificate = await issueCertificate(
 *   {
 *     profile: 'person',
 *     subject: [['C', 'CN'], ['CN', '张三']],
 *     publicKey: spki,
 *     serialHex: newSerial(random),
 *     notBefore: now,
 *     notAfter: now + 365 * 86_400_000,
 *     issuer: authority,
 *   },
 *   authorityKey,
 * );
 * ```
 */
export async function issueCertificate(order: CertificateOrder, signer: Signer): Promise<Certificate> {
  const subject = order.subject instanceof Uint8Array ? order.subject : buildName(order.subject);
  checkOrder(order, subject);
  const algorithm = encodeSignatureAlgorithm(signer.algorithm);
  const tbs = sequence(
    context(0, integer(2)),
    serialInteger(order.serialHex),
    algorithm,
    order.issuer?.subject.der ?? subject,
    sequence(derTime(order.notBefore), derTime(order.notAfter)),
    subject,
    order.publicKey,
    context(3, sequence(...extensionsOf(order))),
  );
  return parseCertificate(sequence(tbs, algorithm, bitString(await signer.sign(tbs))));
}

function checkOrder({ notBefore, notAfter, serialHex, issuer }: CertificateOrder, subject: Bytes): void {
  const refuse = (field: string): never => {
    throw new AppError('INPUT_INVALID', {}, field);
  };
  if (!(notBefore < notAfter)) refuse('notAfter');
  if (subject.length <= 2) refuse('subject');
  if (!/^([0-9a-f]{2}){1,20}$/.test(serialHex)) refuse('serialHex');
  if (issuer && issuer.extensions.basicConstraints?.ca !== true) refuse('issuer');
}

function extensionsOf(order: CertificateOrder): Bytes[] {
  const profile = PROFILES[order.profile];
  const keyId = keyIdentifier(order.publicKey);
  const list = [
    basicConstraintsExtension(profile.ca, order.pathLength ?? profile.pathLength),
    keyUsageExtension(profile.keyUsage),
    subjectKeyIdentifierExtension(keyId),
    authorityKeyIdentifierExtension(issuerKeyIdentifier(order, keyId)),
  ];
  if (profile.extKeyUsage) list.push(extKeyUsageExtension(profile.extKeyUsage, profile.extKeyUsageCritical));
  if (order.subjectAltName?.length) list.push(subjectAltNameExtension(order.subjectAltName));
  if (order.policies?.length) list.push(certificatePoliciesExtension(order.policies));
  if (order.crlUrls?.length) list.push(crlDistributionPointsExtension(order.crlUrls));
  if (order.ocspUrls?.length || order.caIssuerUrls?.length) {
    list.push(
      authorityInfoAccessExtension({ ocsp: order.ocspUrls ?? [], caIssuers: order.caIssuerUrls ?? [] }),
    );
  }
  if (profile.ocspNoCheck) list.push(ocspNoCheckExtension());
  return [...list, ...(order.moreExtensions ?? [])];
}

function issuerKeyIdentifier(order: CertificateOrder, own: Bytes): Bytes {
  if (!order.issuer) return own;
  return order.issuer.extensions.subjectKeyIdentifier ?? keyIdentifier(order.issuer.publicKey.spki);
}

/** SHA-1 of the key's bits (RFC 5280, clause 4.2.1.2, method 1): an identifier without security relevance. */
export function keyIdentifier(spki: Bytes): Bytes {
  return digestNow('SHA-1', parsePublicKey(readDer(spki)).keyBytes);
}

/**
 * A serial number of 16 random bytes, positive; `random` fills an array (`crypto.getRandomValues`).
 *
 * ```ts
 * newSerial((bytes) => crypto.getRandomValues(bytes)); // 32 hexadecimal digits
 * ```
 */
export function newSerial(random: (bytes: Bytes) => Bytes): string {
  const bytes = random(new Uint8Array(16));
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return toHex(bytes);
}
