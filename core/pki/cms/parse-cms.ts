import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { parseDigestAlgorithm, parseSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import type { SignatureAlgorithm } from '../algorithm/algorithms.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { certificateOf } from '../certificate/parse-certificate.ts';
import { serialText } from '../certificate/parse-extensions.ts';
import {
  broken,
  childrenOf,
  contentOf,
  type DerNode,
  expectId,
  fieldsOf,
  innerOf,
  parsing,
  rawOf,
  readDerPrefix,
} from '../der/read-der.ts';
import {
  octetsOf,
  readIntegerBytes,
  readOctetString,
  readOid,
  readSmallInteger,
} from '../der/read-values.ts';
import { toDer } from '../der/to-der.ts';
import { parseName } from '../name/parse-name.ts';
import { OID } from '../oids.ts';
import {
  type CmsSigner,
  MAX_SIGNERS,
  type ParsedCms,
  type SignedAttributes,
  type UnsignedAttributes,
} from './cms.ts';
import { findSignerCertificate } from './find-signer-certificate.ts';
import { parseSignedAttributes, parseUnsignedAttributes } from './parse-attributes.ts';

/**
 * Reads a CMS, PKCS#7 or GM/T 0010 SignedData, DER or BER; bytes after it are allowed (`trailing`).
 * Throws CMS_BROKEN. A broken certificate inside is tolerated.
 *
 * ```ts
 * const cms = parseCms(contents);
 * const { signers } = await verifyCms(cms, { content: signedBytes });
 * ```
 */
export function parseCms(bytes: Bytes): ParsedCms {
  return parsing('CMS_BROKEN', () => {
    const node = readDerPrefix(bytes);
    const outer = fieldsOf(node, 0x30);
    const type = readOid(outer.next());
    if (type !== OID.signedData && type !== OID.gmSignedData)
      throw broken(`content type ${type}`, node.start);
    const rest = bytes.subarray(node.end);
    return {
      der: rawOf(node),
      type,
      ...signedDataOf(innerOf(outer.next(0xa0))),
      trailing: { length: rest.length, allZero: rest.every((b) => b === 0) },
    };
  });
}

function signedDataOf(node: DerNode): Omit<ParsedCms, 'der' | 'type' | 'trailing'> {
  const fields = fieldsOf(node, 0x30);
  const version = readSmallInteger(fields.next());
  fields.next(0x31);
  const encapsulated = fieldsOf(fields.next(), 0x30);
  const contentType = readOid(encapsulated.next());
  const content = encapsulated.optional(0xa0);
  const { certificates, brokenCertificates } = certificatesOf(fields.optional(0xa0));
  const revocation = revocationOf(fields.optional(0xa1));
  const infos = childrenOf(fields.next(0x31));
  if (infos.length > MAX_SIGNERS) throw broken('too many signers', node.start);
  const signers = infos.map((signer) => signerOf(signer, certificates));
  return {
    version,
    contentType,
    content: content && contentBytes(innerOf(content)),
    certificates,
    brokenCertificates,
    ...revocation,
    signers,
  };
}

/** PKCS#7 allowed any type here; the signature covers its contents octets (RFC 2315, clause 9.3). */
const contentBytes = (node: DerNode): Bytes => ((node.id & 0xdf) === 0x04 ? octetsOf(node) : contentOf(node));

function certificatesOf(node: DerNode | undefined): {
  certificates: Certificate[];
  brokenCertificates: number;
} {
  const certificates: Certificate[] = [];
  let brokenCertificates = 0;
  for (const child of node ? childrenOf(node) : []) {
    if (child.id !== 0x30) continue; // attribute certificates and other formats
    try {
      certificates.push(certificateOf(child));
    } catch (error) {
      if (!isAppError(error)) throw error;
      brokenCertificates++;
    }
  }
  return { certificates, brokenCertificates };
}

/** CRLs, and OCSP responses in other formats (RFC 5652, clause 10.2.1; RFC 5940). */
function revocationOf(node: DerNode | undefined): Pick<ParsedCms, 'crls' | 'ocsps' | 'basicOcsps'> {
  const found = { crls: [] as Bytes[], ocsps: [] as Bytes[], basicOcsps: [] as Bytes[] };
  for (const child of node ? childrenOf(node) : []) {
    if (child.id === 0x30) found.crls.push(rawOf(child));
    if (child.id !== 0xa1) continue;
    const fields = fieldsOf(child);
    const format = readOid(fields.next());
    const value = fields.peek();
    if (value && format === OID.ocspResponseRevocation) found.ocsps.push(rawOf(value));
    if (value && format === OID.basicOcspRevocation) found.basicOcsps.push(rawOf(value));
  }
  return found;
}

const NO_SIGNED: SignedAttributes = { contentTimestamps: [], types: [] };
const NO_UNSIGNED: UnsignedAttributes = { signatureTimestamps: [], archiveTimestamps: [], types: [] };

function signerOf(node: DerNode, certificates: readonly Certificate[]): CmsSigner {
  const fields = fieldsOf(node, 0x30);
  const version = readSmallInteger(fields.next());
  const sid = signerIdOf(fields.next());
  const digestNode = fields.next();
  const digestOid = readOid(fieldsOf(digestNode, 0x30).next());
  const digestAlgorithm = parseDigestAlgorithm(digestNode);
  const attributes = fields.optional(0xa0);
  const algorithm = parseSignatureAlgorithm(fields.next());
  const signature = readOctetString(fields.next());
  const unsigned = fields.optional(0xa1);
  const { signed, problems } = attributes
    ? parseSignedAttributes(attributes)
    : { signed: NO_SIGNED, problems: [] };
  return {
    version,
    ...sid,
    digestOid,
    digestAlgorithm,
    signatureAlgorithm: withDigest(algorithm, digestAlgorithm),
    signedAttributesDer: attributes && asSet(toDer(attributes)),
    signed,
    unsigned: unsigned ? parseUnsignedAttributes(unsigned) : NO_UNSIGNED,
    signature,
    certificate: findSignerCertificate({ ...sid, signed }, certificates),
    problems,
  };
}

function asSet(attributes: Bytes): Bytes {
  const out = new Uint8Array(attributes);
  out[0] = 0x31;
  return out;
}

type SignerId = Pick<CmsSigner, 'issuer' | 'serialHex' | 'keyIdentifier'>;

function signerIdOf(node: DerNode): SignerId {
  if ((node.id & 0xdf) === 0x80)
    return { issuer: undefined, serialHex: undefined, keyIdentifier: octetsOf(node) };
  const fields = fieldsOf(expectId(node, 0x30));
  const issuer = parseName(fields.next());
  return { issuer, serialHex: serialText(readIntegerBytes(fields.next())), keyIdentifier: undefined };
}

function withDigest(algorithm: SignatureAlgorithm, digest: CmsSigner['digestAlgorithm']): SignatureAlgorithm {
  if (algorithm.digest || algorithm.kind === 'Ed25519' || algorithm.kind === 'Ed448') return algorithm;
  if (algorithm.kind === 'other') return algorithm;
  return { ...algorithm, digest };
}
