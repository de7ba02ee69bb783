import type { Bytes } from '#core/bytes.ts';
import { buildExtension } from '../certificate/build-extensions.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { parseExtensionList } from '../certificate/parse-extensions.ts';
import { childrenOf, expectId, fieldsOf, innerOf, parsing, readDer } from '../der/read-der.ts';
import { context, octetString, sequence } from '../der/write-der.ts';
import { OID } from '../oids.ts';
import { buildCertId, parseCertId } from './cert-id.ts';
import type { OcspRequest } from './ocsp.ts';

/**
 * DER of an OCSPRequest about one certificate (RFC 6960, clause 4.1; the nonce by RFC 8954: 16 to 32 bytes).
 *
 * ```ts
 * const request = buildOcspRequest({ serialHex: certificate.serialHex, issuer, nonce });
 * ```
 */
export function buildOcspRequest(input: { serialHex: string; issuer: Certificate; nonce?: Bytes }): Bytes {
  const list = sequence(sequence(buildCertId(input.serialHex, input.issuer)));
  const nonce = input.nonce ? [context(2, sequence(nonceExtension(octetString(input.nonce))))] : [];
  return sequence(sequence(list, ...nonce));
}

/** RFC 8954. `value` is DER already: an OCTET STRING with the nonce, as returned by `parseOcspRequest`. */
export const nonceExtension = (value: Bytes): Bytes => buildExtension(OID.ocspNonce, value);

/**
 * Reads a request. Throws OCSP_BROKEN.
 *
 * ```ts
 * const { certIds, nonce } = parseOcspRequest(der);
 * ```
 */
export function parseOcspRequest(der: Bytes): OcspRequest {
  return parsing('OCSP_BROKEN', () => {
    const fields = fieldsOf(fieldsOf(readDer(der), 0x30).next(), 0x30);
    fields.optional(0xa0);
    fields.optional(0xa1);
    const requests = childrenOf(expectId(fields.next(), 0x30));
    const extensions = fields.optional(0xa2);
    const list = extensions ? parseExtensionList(innerOf(extensions)) : [];
    return {
      certIds: requests.map((request) => parseCertId(fieldsOf(request, 0x30).next())),
      nonce: list.find((e) => e.oid === OID.ocspNonce)?.value,
    };
  });
}
