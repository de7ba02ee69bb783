import { type Bytes, fromHex } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { DIGEST_LENGTHS } from '../algorithm/algorithm-identifier.ts';
import { WEAK_DIGESTS } from '../algorithm/algorithms.ts';
import { serialInteger } from '../certificate/build-extensions.ts';
import { signCms } from '../cms/sign-cms.ts';
import {
  contextPrimitive,
  generalizedTime,
  integer,
  namedBits,
  oid,
  sequence,
  utf8String,
} from '../der/write-der.ts';
import type { Signer } from '../key/signer.ts';
import { OID } from '../oids.ts';
import { FAILURE_BITS, type FailureReason, type TimestampRequest } from './timestamp.ts';
import { encodeImprint, parseTimestampRequest } from './timestamp-request.ts';

export type TimestampAuthority = {
  /** With its certificate, whose purpose is time stamping. */
  readonly signer: Signer;
  /** Epoch ms of the time stamp; milliseconds are kept. */
  readonly time: number;
  /** Lower-case hex; unique for each time stamp of an authority. */
  readonly serialHex: string;
  /** OID of the authority's policy. */
  readonly policy: string;
  /** DER of the certificates to embed after the signer's, if the request asks for them. */
  readonly chain?: readonly Bytes[];
  /** Accuracy, ± ms; one second by default. */
  readonly accuracy?: number;
};

/**
 * Responds to a TimeStampReq with a TimeStampResp (RFC 3161, clause 2.4.2): a token, or a rejection with its reason.
 *
 * ```ts
 * const response = await answerTimestampRequest(request, { signer, time: now, serialHex: '01', policy: '1.2.3.4' });
 * ```
 */
export async function answerTimestampRequest(request: Bytes, authority: TimestampAuthority): Promise<Bytes> {
  let parsed: TimestampRequest;
  try {
    parsed = parseTimestampRequest(request);
  } catch (error) {
    if (isAppError(error)) return refusal('badDataFormat', 'the request cannot be read');
    throw error;
  }
  const reason = refusalOf(parsed, authority);
  if (reason) return refusal(reason, `the request was refused: ${reason}`);
  return sequence(sequence(integer(0)), await issueTimestampToken(parsed, authority));
}

function refusalOf(request: TimestampRequest, { policy }: TimestampAuthority): FailureReason | undefined {
  const { digestAlgorithm, digest } = request.imprint;
  if (request.version !== 1) return 'badRequest';
  if (!digestAlgorithm || WEAK_DIGESTS.has(digestAlgorithm)) return 'badAlg';
  if (digest.length !== DIGEST_LENGTHS[digestAlgorithm]) return 'badDataFormat';
  if (request.policy && request.policy !== policy) return 'unacceptedPolicy';
  return request.extensions.length > 0 ? 'unacceptedExtension' : undefined;
}

function refusal(reason: FailureReason, text: string): Bytes {
  return sequence(sequence(integer(2), sequence(utf8String(text)), namedBits([FAILURE_BITS[reason]])));
}

/**
 * The token for an accepted request: a CMS around a TSTInfo.
 *
 * ```ts
 * const token = await issueTimestampToken({ imprint, nonce: null, wantsCertificates: true }, authority);
 * ```
 */
export function issueTimestampToken(
  request: Pick<TimestampRequest, 'imprint' | 'nonce' | 'wantsCertificates'>,
  authority: TimestampAuthority,
): Promise<Bytes> {
  const { signer, chain = [], accuracy = 1000 } = authority;
  const info = sequence(
    integer(1),
    oid(authority.policy),
    encodeImprint(request.imprint.digestAlgorithm!, request.imprint.digest),
    serialInteger(authority.serialHex),
    generalizedTime(authority.time, true),
    encodeAccuracy(accuracy),
    ...(request.nonce ? [nonceInteger(request.nonce)] : []),
  );
  return signCms({
    content: info,
    attached: true,
    contentType: OID.tstInfo,
    signer,
    certificates: [...(signer.certificate ? [signer.certificate] : []), ...chain],
    includeCertificates: request.wantsCertificates,
  });
}

const nonceInteger = (nonce: string): Bytes =>
  nonce.startsWith('-') ? serialInteger(nonce) : integer(fromHex(nonce));

function encodeAccuracy(ms: number): Bytes {
  const seconds = Math.floor(ms / 1000);
  const rest = ms % 1000;
  return sequence(
    ...(seconds ? [integer(seconds)] : []),
    ...(rest ? [contextPrimitive(0, integer(rest).subarray(2))] : []),
  );
}
