import type { Bytes } from '#core/bytes.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { signCms, type TimestampSource } from '#core/pki/cms/sign-cms.ts';
import type { Signer } from '#core/pki/key/signer.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { assertPrefix, fillContents } from './finish-signature.ts';
import { layOutSignature } from './lay-out-signature.ts';
import type { PdfDigest, SignatureRequest } from './signature-request.ts';

export interface SignPdfRequest extends SignatureRequest {
  readonly signer: Signer;
  /** DER; the signer's first, then its chain. Unless given, the signer's own alone. */
  readonly certificates?: readonly Bytes[];
  /** A time stamp on the signature value makes it PAdES-B-T. */
  readonly timestamp?: TimestampSource;
}

/** Room for what stands in a CMS beside certificates, and for a time stamp token. */
const ROOM_FOR_VALUE = 2_048;
const ROOM_FOR_TIMESTAMP = 10_240;

/**
 * Signs a file in memory: PAdES-B-B, or B-T with a time stamp. The digest is the signer's (SM3 for SM2) unless told.
 * Throws what `layOutSignature` and the signer throw, and SIGNATURE_ROOM_TOO_SMALL.
 */
export async function signPdf(file: Bytes, request: SignPdfRequest): Promise<Bytes> {
  const { signer, timestamp } = request;
  const certificates = request.certificates ?? (signer.certificate ? [signer.certificate] : []);
  const own = certificates.reduce((sum, certificate) => sum + certificate.length, ROOM_FOR_VALUE);
  const reservedBytes = request.reservedBytes ?? own + (timestamp ? ROOM_FOR_TIMESTAMP : 0);
  const digestAlgorithm = request.digestAlgorithm ?? ((signer.algorithm.digest ?? 'SHA-256') as PdfDigest);
  const laidOut = layOutSignature(openPdfBytes(file), { ...request, reservedBytes, digestAlgorithm });
  const { increment, hole } = laidOut;
  // One buffer serves twice: first for what is hashed, in one piece, then for the result.
  const result = new Uint8Array(file.length + increment.length);
  result.set(file);
  result.set(increment.subarray(0, hole[0]), file.length);
  result.set(increment.subarray(hole[1]), file.length + hole[0]);
  const hashing = digestOf(digestAlgorithm, result.subarray(0, result.length - (hole[1] - hole[0])));
  // While the platform hashes; from here on only what comes after the file is written.
  assertPrefix(file, result);
  const digest = await hashing;
  const cms = await signCms({
    digest,
    digestAlgorithm,
    signer,
    certificates,
    ...(timestamp ? { timestamp } : {}),
  });
  fillContents(increment, hole, cms);
  result.set(increment, file.length);
  return result;
}
