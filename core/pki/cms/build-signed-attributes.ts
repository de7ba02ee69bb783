import type { Bytes } from '#core/bytes.ts';
import { encodeDigestAlgorithm } from '../algorithm/algorithm-identifier.ts';
import type { DigestAlgorithm } from '../algorithm/algorithms.ts';
import { digestNow } from '../algorithm/digest.ts';
import { rawOf } from '../der/read-der.ts';
import { context, derTime, octetString, oid, sequence, setOf, tlv } from '../der/write-der.ts';
import { OID } from '../oids.ts';
import { issuerAndSerialOf } from './issuer-and-serial.ts';

export type SignedAttributesInput = {
  /** Digest of the content (of a PDF: of its byte ranges). */
  readonly digest: Bytes;
  readonly digestAlgorithm: DigestAlgorithm;
  /** DER of the signer's certificate. */
  readonly certificate: Bytes;
  /** OID of the content; data by default. */
  readonly contentType?: string;
  /** Epoch ms; omitted by default: PAdES baseline forbids it (ETSI EN 319 142-1, clause 6.3), CAdES requires it. */
  readonly signingTime?: number;
  /** Further attributes, each the DER of an Attribute. */
  readonly more?: readonly Bytes[];
};

/**
 * The signed attributes of a CMS signature as the DER to be signed: a SET OF with content-type, message-digest and
 * ESS signing-certificate-v2 (RFC 5652, clause 5.4; RFC 5035). `assembleCms` takes the same bytes.
 *
 * ```ts
 * const toSign = buildSignedAttributes({ digest, digestAlgorithm: 'SHA-256', certificate });
 * ```
 */
export function buildSignedAttributes(input: SignedAttributesInput): Bytes {
  const attributes = [
    attribute(OID.contentType, oid(input.contentType ?? OID.data)),
    attribute(OID.messageDigest, octetString(input.digest)),
    signingCertificateV2(input.certificate, input.digestAlgorithm === 'SM3' ? 'SM3' : 'SHA-256'),
  ];
  if (input.signingTime !== undefined)
    attributes.push(attribute(OID.signingTime, derTime(input.signingTime)));
  return setOf(...attributes, ...(input.more ?? []));
}

/** DER of an Attribute with one value. */
export const attribute = (type: string, value: Uint8Array): Bytes => sequence(oid(type), tlv(0x31, value));

/** RFC 5035, clause 3: SHA-256 is the default algorithm and therefore omitted. */
function signingCertificateV2(certificate: Bytes, digestAlgorithm: DigestAlgorithm): Bytes {
  const { issuer, serial } = issuerAndSerialOf(certificate);
  const algorithm = digestAlgorithm === 'SHA-256' ? [] : [encodeDigestAlgorithm(digestAlgorithm)];
  const certId = sequence(
    ...algorithm,
    octetString(digestNow(digestAlgorithm, certificate)),
    sequence(sequence(context(4, rawOf(issuer))), rawOf(serial)),
  );
  return attribute(OID.signingCertificateV2, sequence(sequence(certId)));
}
