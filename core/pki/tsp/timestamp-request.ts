import { type Bytes, fromHex } from '#core/bytes.ts';
import { digestByOid, encodeDigestAlgorithm } from '../algorithm/algorithm-identifier.ts';
import type { DigestAlgorithm } from '../algorithm/algorithms.ts';
import { parseExtensionList, serialText } from '../certificate/parse-extensions.ts';
import { type DerNode, fieldsOf, parsing, readDer } from '../der/read-der.ts';
import {
  readBoolean,
  readIntegerBytes,
  readOctetString,
  readOid,
  readSmallInteger,
} from '../der/read-values.ts';
import { boolean, integer, octetString, oid, sequence, tlv } from '../der/write-der.ts';
import type { MessageImprint, TimestampRequest } from './timestamp.ts';

/** DER of a TimeStampReq on a digest; `nonce` is lower-case hex. Certificates are requested by default. */
export function buildTimestampRequest(input: {
  digest: Bytes;
  digestAlgorithm: DigestAlgorithm;
  nonce?: string;
  policy?: string;
  wantsCertificates?: boolean;
}): Bytes {
  return sequence(
    integer(1),
    encodeImprint(input.digestAlgorithm, input.digest),
    ...(input.policy ? [oid(input.policy)] : []),
    ...(input.nonce ? [integer(fromHex(input.nonce))] : []),
    ...(input.wantsCertificates === false ? [] : [boolean(true)]),
  );
}

/** DER of a MessageImprint (RFC 3161, clause 2.4.1). */
export const encodeImprint = (digestAlgorithm: DigestAlgorithm, digest: Bytes): Bytes =>
  sequence(encodeDigestAlgorithm(digestAlgorithm), octetString(digest));

/** Reads a request. Throws TIMESTAMP_BROKEN. */
export function parseTimestampRequest(der: Bytes): TimestampRequest {
  return parsing('TIMESTAMP_BROKEN', () => {
    const fields = fieldsOf(readDer(der), 0x30);
    const version = readSmallInteger(fields.next());
    const imprint = parseImprint(fields.next());
    const policy = fields.optional(0x06);
    const nonce = fields.optional(0x02);
    const wanted = fields.optional(0x01);
    const extensions = fields.optional(0xa0);
    return {
      version,
      imprint,
      policy: policy && readOid(policy),
      nonce: nonce && serialText(readIntegerBytes(nonce)),
      wantsCertificates: wanted ? readBoolean(wanted) : false,
      extensions: extensions ? parseExtensionList(asSequence(extensions)).map((e) => e.oid) : [],
    };
  });
}

/** A MessageImprint; `digestAlgorithm` is undefined if the OID is unknown. Throws ASN1_BROKEN. */
export function parseImprint(node: DerNode): MessageImprint {
  const fields = fieldsOf(node, 0x30);
  const digestOid = readOid(fieldsOf(fields.next(), 0x30).next());
  return { digestOid, digestAlgorithm: digestByOid(digestOid), digest: readOctetString(fields.next()) };
}

/** Restores an implicitly tagged SEQUENCE. */
function asSequence(node: DerNode): DerNode {
  return readDer(tlv(0x30, node.source.subarray(node.contentStart, node.contentEnd)));
}
