import { type Bytes, sameBytes } from '#core/bytes.ts';
import { encodeDigestAlgorithm, parseDigestAlgorithm } from '../algorithm/algorithm-identifier.ts';
import { DIGEST_OIDS, type DigestAlgorithm } from '../algorithm/algorithms.ts';
import { digestNow } from '../algorithm/digest.ts';
import { serialInteger } from '../certificate/build-extensions.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { serialText } from '../certificate/parse-extensions.ts';
import { type DerNode, fieldsOf, rawOf } from '../der/read-der.ts';
import { readIntegerBytes, readOctetString } from '../der/read-values.ts';
import { derNull, octetString, oid, sequence } from '../der/write-der.ts';
import type { CertId } from './ocsp.ts';

/** DER of the CertID of a certificate; SHA-1 by default, which all responders support and which only identifies. */
export function buildCertId(
  serialHex: string,
  issuer: Certificate,
  digestAlgorithm: DigestAlgorithm = 'SHA-1',
): Bytes {
  const algorithm =
    digestAlgorithm === 'SHA-1'
      ? sequence(oid(DIGEST_OIDS['SHA-1']), derNull())
      : encodeDigestAlgorithm(digestAlgorithm);
  return sequence(
    algorithm,
    octetString(digestNow(digestAlgorithm, issuer.subject.der)),
    octetString(digestNow(digestAlgorithm, issuer.publicKey.keyBytes)),
    serialInteger(serialHex),
  );
}

/** A CertID (RFC 6960, clause 4.1.1); `digestAlgorithm` is undefined if it is unknown. Throws ASN1_BROKEN. */
export function parseCertId(node: DerNode): CertId {
  const fields = fieldsOf(node, 0x30);
  return {
    digestAlgorithm: parseDigestAlgorithm(fields.next()),
    nameHash: readOctetString(fields.next()),
    keyHash: readOctetString(fields.next()),
    serialHex: serialText(readIntegerBytes(fields.next())),
    der: rawOf(node),
  };
}

/** Whether `id` refers to a certificate issued by `issuer`. */
export function isIssuedBy(id: CertId, issuer: Certificate): boolean {
  const { digestAlgorithm } = id;
  if (!digestAlgorithm) return false;
  return (
    sameBytes(id.nameHash, digestNow(digestAlgorithm, issuer.subject.der)) &&
    sameBytes(id.keyHash, digestNow(digestAlgorithm, issuer.publicKey.keyBytes))
  );
}
