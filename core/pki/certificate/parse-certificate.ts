import { type Bytes, sameBytes } from '#core/bytes.ts';
import { parseSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import { parsePublicKey } from '../algorithm/parse-public-key.ts';
import { contentOf, type DerNode, fieldsOf, innerOf, parsing, rawOf, readDer } from '../der/read-der.ts';
import { readBitString, readIntegerBytes, readSmallInteger, readTime } from '../der/read-values.ts';
import { parseName } from '../name/parse-name.ts';
import type { Certificate } from './certificate.ts';
import { isKnownExtension, parseExtensionList, parseExtensions, serialText } from './parse-extensions.ts';

/**
 * Reads an X.509 certificate (RFC 5280, clause 4.1), DER. Throws CERTIFICATE_BROKEN.
 * Unknown keys and algorithms are no error: they become `other`.
 *
 * ```ts
 * const certificate = parseCertificate(der);
 * certificate.subject.text; // CN=张三,C=CN
 * ```
 */
export function parseCertificate(der: Bytes): Certificate {
  return parsing('CERTIFICATE_BROKEN', () => certificateOf(readDer(der)));
}

/** Like `parseCertificate` for a value inside another structure; throws ASN1_BROKEN. */
export function certificateOf(node: DerNode): Certificate {
  const outer = fieldsOf(node, 0x30);
  const tbs = outer.next(0x30);
  const algorithm = outer.next(0x30);
  const signature = readBitString(outer.next()).bytes;
  const fields = fieldsOf(tbs);
  const version = fields.optional(0xa0);
  const serial = readIntegerBytes(fields.next());
  const innerAlgorithm = fields.next(0x30);
  const issuer = parseName(fields.next());
  const validity = fieldsOf(fields.next(), 0x30);
  const notBefore = readTime(validity.next());
  const notAfter = readTime(validity.next());
  const subject = parseName(fields.next());
  const publicKey = parsePublicKey(fields.next());
  fields.optional(0x81);
  fields.optional(0x82);
  const extensions = fields.optional(0xa3);
  const list = extensions ? parseExtensionList(innerOf(extensions)) : [];
  const { extensions: known, broken } = parseExtensions(list);
  return {
    der: rawOf(node),
    tbs: rawOf(tbs),
    version: version ? ((readSmallInteger(innerOf(version)) + 1) as 1 | 2 | 3) : 1,
    serialHex: serialText(serial),
    subject,
    issuer,
    notBefore,
    notAfter,
    publicKey,
    signatureAlgorithm: parseSignatureAlgorithm(algorithm),
    signatureAlgorithmAgrees: sameBytes(contentOf(algorithm), contentOf(innerAlgorithm)),
    signature,
    extensions: known,
    brokenExtensions: broken,
    unknownCriticalExtensions: list.filter((e) => e.critical && !isKnownExtension(e.oid)).map((e) => e.oid),
    repeatedExtensions: repeatedOf(list.map((e) => e.oid)),
    extensionList: list,
    selfIssued: subject.key === issuer.key,
  };
}

function repeatedOf(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) repeated.add(id);
    seen.add(id);
  }
  return [...repeated];
}
