import type { Bytes } from '#core/bytes.ts';
import { parseSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import { type Certificate, REVOCATION_REASONS } from '../certificate/certificate.ts';
import { certificateOf } from '../certificate/parse-certificate.ts';
import { parseExtensionList } from '../certificate/parse-extensions.ts';
import {
  broken,
  childrenOf,
  type DerNode,
  expectId,
  fieldsOf,
  innerOf,
  parsing,
  rawOf,
  readDer,
} from '../der/read-der.ts';
import { readBitString, readOctetString, readOid, readSmallInteger, readTime } from '../der/read-values.ts';
import { parseName } from '../name/parse-name.ts';
import { OID } from '../oids.ts';
import { parseCertId } from './cert-id.ts';
import type { BasicOcspResponse, OcspResponse, OcspStatus, SingleResponse } from './ocsp.ts';

/**
 * Reads an OCSPResponse. Throws OCSP_BROKEN.
 *
 * ```ts
 * const response = parseOcspResponse(der);
 * response.responseStatus; // 0 is successful
 * ```
 */
export function parseOcspResponse(der: Bytes): OcspResponse {
  return parsing('OCSP_BROKEN', () => {
    const fields = fieldsOf(readDer(der), 0x30);
    const responseStatus = readSmallInteger(fields.next(0x0a));
    const wrapped = fields.optional(0xa0);
    if (responseStatus !== 0 || !wrapped) return { der, responseStatus, basic: undefined };
    const inner = fieldsOf(innerOf(wrapped), 0x30);
    if (readOid(inner.next()) !== OID.ocspBasic) throw broken('a kind of answer that is not known');
    return { der, responseStatus, basic: basicOf(readDer(readOctetString(inner.next()))) };
  });
}

/**
 * Reads a BasicOCSPResponse, which some messages embed. Throws OCSP_BROKEN.
 *
 * ```ts
 * const { basic } = parseBasicOcspResponse(der);
 * ```
 */
export function parseBasicOcspResponse(der: Bytes): OcspResponse {
  return parsing('OCSP_BROKEN', () => ({ der, responseStatus: 0, basic: basicOf(readDer(der)) }));
}

function basicOf(node: DerNode): BasicOcspResponse {
  const outer = fieldsOf(node, 0x30);
  const tbs = outer.next(0x30);
  const signatureAlgorithm = parseSignatureAlgorithm(outer.next());
  const signature = readBitString(outer.next()).bytes;
  const certificates = outer.optional(0xa0);
  const fields = fieldsOf(tbs);
  fields.optional(0xa0);
  const responder = responderOf(fields.next());
  const producedAt = readTime(fields.next());
  const responses = childrenOf(expectId(fields.next(), 0x30)).map(singleOf);
  const extensions = fields.optional(0xa1);
  const list = extensions ? parseExtensionList(innerOf(extensions)) : [];
  return {
    tbs: rawOf(tbs),
    responder,
    producedAt,
    responses,
    nonce: list.find((e) => e.oid === OID.ocspNonce)?.value,
    unknownCriticalExtensions: list.filter((e) => e.critical && e.oid !== OID.ocspNonce).map((e) => e.oid),
    signatureAlgorithm,
    signature,
    certificates: certificates ? certificatesOf(innerOf(certificates)) : [],
  };
}

const certificatesOf = (node: DerNode): Certificate[] => childrenOf(expectId(node, 0x30)).map(certificateOf);

function responderOf(node: DerNode): BasicOcspResponse['responder'] {
  if (node.id === 0xa1) return { nameKey: parseName(innerOf(node)).key };
  return { keyHash: readOctetString(innerOf(expectId(node, 0xa2))) };
}

function singleOf(node: DerNode): SingleResponse {
  const fields = fieldsOf(node, 0x30);
  const certId = parseCertId(fields.next());
  const status = statusOf(fields.next());
  const thisUpdate = readTime(fields.next());
  const next = fields.optional(0xa0);
  return { certId, status, thisUpdate, nextUpdate: next && readTime(innerOf(next)) };
}

function statusOf(node: DerNode): OcspStatus {
  if (node.id === 0x80) return { kind: 'good' };
  if (node.id === 0x82) return { kind: 'unknown' };
  const fields = fieldsOf(expectId(node, 0xa1));
  const revokedAt = readTime(fields.next());
  const reason = fields.optional(0xa0);
  return {
    kind: 'revoked',
    revokedAt,
    reason: reason && REVOCATION_REASONS[readSmallInteger(innerOf(reason))],
  };
}
