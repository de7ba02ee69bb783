import type { Bytes } from '#core/bytes.ts';
import { encodeSignatureAlgorithm, parseSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import type { PublicKey, SignatureAlgorithm } from '../algorithm/algorithms.ts';
import { parsePublicKey } from '../algorithm/parse-public-key.ts';
import { type SignatureVerdict, verifySignature } from '../algorithm/verify-signature.ts';
import { childrenOf, expectId, fieldsOf, innerOf, parsing, rawOf, readDer } from '../der/read-der.ts';
import { readBitString, readOid } from '../der/read-values.ts';
import { bitString, context, integer, oid, sequence, tlv } from '../der/write-der.ts';
import type { Signer } from '../key/signer.ts';
import { buildName, type NameInput } from '../name/build-name.ts';
import type { Name } from '../name/name.ts';
import { parseName } from '../name/parse-name.ts';
import { OID } from '../oids.ts';
import type { Extensions } from './certificate.ts';
import { parseExtensionList, parseExtensions } from './parse-extensions.ts';

/** A parsed PKCS#10 request (RFC 2986). */
export type CertificateRequest = {
  readonly der: Bytes;
  readonly info: Bytes;
  readonly subject: Name;
  readonly publicKey: PublicKey;
  readonly requestedExtensions: Extensions;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Bytes;
};

/**
 * Builds a request, signed with the key to be certified; `extensions` are the requested extensions, each DER.
 *
 * ```ts
 * const { pkcs8, spki } = await generateKeyPair('P-256');
 * const request = await buildCertificateRequest(
 *   { subject: [['C', 'CN'], ['O', '某某公司'], ['CN', '某某公司']], publicKey: spki },
 *   await pkcs8Signer(pkcs8),
 * );
 * ```
 */
export async function buildCertificateRequest(
  input: { subject: NameInput; publicKey: Bytes; extensions?: readonly Bytes[] },
  signer: Signer,
): Promise<Bytes> {
  const attributes = input.extensions?.length
    ? [sequence(oid(OID.extensionRequest), tlv(0x31, sequence(...input.extensions)))]
    : [];
  const info = sequence(integer(0), buildName(input.subject), input.publicKey, context(0, ...attributes));
  return sequence(info, encodeSignatureAlgorithm(signer.algorithm), bitString(await signer.sign(info)));
}

/**
 * Reads a request. Throws CERTIFICATE_REQUEST_BROKEN.
 *
 * ```ts
 * const request = parseCertificateRequest(der);
 * const isOwnKey = await verifyCertificateRequest(request);
 * ```
 */
export function parseCertificateRequest(der: Bytes): CertificateRequest {
  return parsing('CERTIFICATE_REQUEST_BROKEN', () => {
    const node = readDer(der);
    const outer = fieldsOf(node, 0x30);
    const info = outer.next(0x30);
    const algorithm = parseSignatureAlgorithm(outer.next());
    const signature = readBitString(outer.next()).bytes;
    const fields = fieldsOf(info);
    fields.next(0x02);
    const subject = parseName(fields.next());
    const publicKey = parsePublicKey(fields.next());
    const attributes = fields.optional(0xa0);
    let requestedExtensions: Extensions = {};
    for (const attribute of attributes ? childrenOf(attributes) : []) {
      const pair = fieldsOf(attribute, 0x30);
      if (readOid(pair.next()) !== OID.extensionRequest) continue;
      requestedExtensions = parseExtensions(
        parseExtensionList(innerOf(expectId(pair.next(), 0x31))),
      ).extensions;
    }
    return {
      der,
      info: rawOf(info),
      subject,
      publicKey,
      requestedExtensions,
      signatureAlgorithm: algorithm,
      signature,
    };
  });
}

/** Whether the request is signed with its own key (proof of possession). */
export const verifyCertificateRequest = (request: CertificateRequest): Promise<SignatureVerdict> =>
  verifySignature(request.publicKey, request.signatureAlgorithm, request.info, request.signature);
