import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { encodeSignatureAlgorithm } from '../algorithm/algorithm-identifier.ts';
import { digestNow } from '../algorithm/digest.ts';
import { type Certificate, REVOCATION_REASONS } from '../certificate/certificate.ts';
import {
  bitString,
  context,
  contextPrimitive,
  generalizedTime,
  octetString,
  oid,
  sequence,
  tlv,
} from '../der/write-der.ts';
import type { Signer } from '../key/signer.ts';
import { OID } from '../oids.ts';
import { isIssuedBy } from './cert-id.ts';
import { type CertId, OCSP_RESPONSE_STATUS, type OcspRequest, type OcspStatus } from './ocsp.ts';
import { nonceExtension, parseOcspRequest } from './ocsp-request.ts';

export type OcspResponder = {
  /** The authority that issued the certificates. */
  readonly issuer: Certificate;
  /** The responder's own certificate; the issuer's if that responds itself. */
  readonly responder: Certificate;
  readonly signer: Signer;
  /** Epoch ms. */
  readonly now: number;
  readonly nextUpdate: number;
  /** Status of the certificate of `issuer` with this serial number. */
  readonly statusOf: (serialHex: string) => OcspStatus | Promise<OcspStatus>;
};

/**
 * Responds to an OCSPRequest with an OCSPResponse (RFC 6960, clause 4.2): signed, or an error status.
 *
 * ```ts
 * const response = await answerOcspRequest(request, {
 *   issuer: authority,
 *   responder,
 *   signer,
 *   now,
 *   nextUpdate: now + 3_600_000,
 *   statusOf: (serialHex) => findStatus(serialHex),
 * });
 * ```
 */
export async function answerOcspRequest(request: Bytes, responder: OcspResponder): Promise<Bytes> {
  let parsed: OcspRequest;
  try {
    parsed = parseOcspRequest(request);
  } catch (error) {
    if (isAppError(error)) return errorAnswer('malformedRequest');
    throw error;
  }
  if (parsed.certIds.length === 0 || parsed.certIds.length > 100) return errorAnswer('malformedRequest');
  if (!parsed.certIds.every((id) => isIssuedBy(id, responder.issuer))) return errorAnswer('unauthorized');
  const singles: Bytes[] = [];
  for (const id of parsed.certIds)
    singles.push(single(id, await responder.statusOf(id.serialHex), responder));
  return signed(singles, parsed.nonce, responder);
}

function errorAnswer(status: keyof typeof OCSP_RESPONSE_STATUS): Bytes {
  return sequence(tlv(0x0a, new Uint8Array([OCSP_RESPONSE_STATUS[status]])));
}

function single(id: CertId, status: OcspStatus, { now, nextUpdate }: OcspResponder): Bytes {
  return sequence(
    id.der,
    encodeStatus(status),
    generalizedTime(now),
    context(0, generalizedTime(nextUpdate)),
  );
}

function encodeStatus(status: OcspStatus): Bytes {
  if (status.kind === 'good') return contextPrimitive(0, new Uint8Array(0));
  if (status.kind === 'unknown') return contextPrimitive(2, new Uint8Array(0));
  const { reason } = status;
  const code = reason && context(0, tlv(0x0a, new Uint8Array([REVOCATION_REASONS.indexOf(reason)])));
  return context(1, generalizedTime(status.revokedAt), ...(code ? [code] : []));
}

async function signed(singles: Bytes[], nonce: Bytes | undefined, by: OcspResponder): Promise<Bytes> {
  const { signer, responder, issuer } = by;
  const keyHash = digestNow('SHA-1', responder.publicKey.keyBytes);
  const tbs = sequence(
    context(2, octetString(keyHash)),
    generalizedTime(by.now),
    sequence(...singles),
    ...(nonce ? [context(1, sequence(nonceExtension(nonce)))] : []),
  );
  const value = bitString(await signer.sign(tbs));
  const delegated = responder.der === issuer.der ? [] : [context(0, sequence(responder.der))];
  const basic = sequence(tbs, encodeSignatureAlgorithm(signer.algorithm), value, ...delegated);
  return sequence(
    tlv(0x0a, new Uint8Array([OCSP_RESPONSE_STATUS.successful])),
    context(0, sequence(oid(OID.ocspBasic), octetString(basic))),
  );
}
