import { type Bytes, sameBytes } from '#core/bytes.ts';
import { encodeDigestAlgorithm, encodeSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import type { DigestAlgorithm, SignatureAlgorithm } from '../algorithm/algorithms.ts';
import { rawOf } from '../der/read-der.ts';
import { context, derNull, integer, octetString, oid, sequence, setOf, sorted } from '../der/write-der.ts';
import { OID } from '../oids.ts';
import { attribute } from './build-signed-attributes.ts';
import { issuerAndSerialOf } from './issuer-and-serial.ts';

export type CmsParts = {
  /** The exact bytes from `buildSignedAttributes`; if undefined, the content was signed directly. */
  readonly signedAttributes?: Bytes | undefined;
  readonly signatureValue: Bytes;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly digestAlgorithm: DigestAlgorithm;
  /** DER; the signer's first, then its chain. */
  readonly certificates: readonly Bytes[];
  readonly crls?: readonly Bytes[];
  /** OCSPResponse values (RFC 5940). */
  readonly ocsps?: readonly Bytes[];
  /** A TimeStampToken over the signature value. */
  readonly timestampToken?: Bytes | undefined;
  /** The content to embed; undefined for a detached signature. */
  readonly content?: Bytes | undefined;
  /** OID of the content; data by default. */
  readonly contentType?: string;
  /** `gm`: the OIDs of GM/T 0010 (message, content, SM2 signature). */
  readonly profile?: 'cms' | 'gm';
  /** False: the certificates only identify the signer and are not embedded (a time stamp requested without them). */
  readonly includeCertificates?: boolean;
};

/**
 * A CMS SignedData with one signer (RFC 5652, clause 5.1), DER.
 *
 * ```ts
 * const signedAttributes = buildSignedAttributes({ digest, digestAlgorithm: 'SHA-256', certificate });
 * const signatureValue = await device.sign(signedAttributes);
 * const algorithms = { signatureAlgorithm, digestAlgorithm: 'SHA-256' } as const;
 * const cms = assembleCms({ signedAttributes, signatureValue, certificates, ...algorithms });
 * ```
 */
export function assembleCms(parts: CmsParts): Bytes {
  const gm = parts.profile === 'gm';
  const contentType = parts.contentType ?? (gm ? OID.gmData : OID.data);
  const digestAlgorithm = gm
    ? sequence(oid(OID.sm3), derNull())
    : encodeDigestAlgorithm(parts.digestAlgorithm);
  const content = parts.content ? [context(0, octetString(parts.content))] : [];
  const signedData = sequence(
    integer(versionOf(parts, contentType)),
    setOf(digestAlgorithm),
    sequence(oid(contentType), ...content),
    ...(parts.includeCertificates === false ? [] : [context(0, ...sorted(distinct(parts.certificates)))]),
    ...revocation(parts),
    setOf(signerInfo(parts, digestAlgorithm)),
  );
  return sequence(oid(gm ? OID.gmSignedData : OID.signedData), context(0, signedData));
}

function versionOf(parts: CmsParts, contentType: string): number {
  if (parts.ocsps?.length) return 5;
  return contentType === OID.data || contentType === OID.gmData ? 1 : 3;
}

function signerInfo(parts: CmsParts, digestAlgorithm: Bytes): Bytes {
  const { issuer, serial } = issuerAndSerialOf(parts.certificates[0]!);
  const algorithm =
    parts.profile === 'gm'
      ? sequence(oid(OID.sm2Sign), derNull())
      : encodeSignatureAlgorithm(parts.signatureAlgorithm);
  return sequence(
    integer(1),
    sequence(rawOf(issuer), rawOf(serial)),
    digestAlgorithm,
    ...(parts.signedAttributes ? [retag(parts.signedAttributes)] : []),
    algorithm,
    octetString(parts.signatureValue),
    ...(parts.timestampToken ? [context(1, attribute(OID.signatureTimestamp, parts.timestampToken))] : []),
  );
}

/** The signed SET OF appears as [0] IMPLICIT (RFC 5652, clause 5.4). */
function retag(set: Bytes): Bytes {
  const out = new Uint8Array(set);
  out[0] = 0xa0;
  return out;
}

function revocation({ crls = [], ocsps = [] }: CmsParts): Bytes[] {
  if (crls.length === 0 && ocsps.length === 0) return [];
  const others = ocsps.map((response) => context(1, oid(OID.ocspResponseRevocation), response));
  return [context(1, ...sorted([...crls, ...others]))];
}

const distinct = (list: readonly Bytes[]): Bytes[] =>
  list.filter((a, i) => list.findIndex((b) => sameBytes(a, b)) === i);
