import type { Bytes } from '#core/bytes.ts';
import { openPdf } from '../read/open-pdf.ts';
import type { PdfSource } from '../read/source.ts';
import { hashRanges, type StoredHash } from './hash-ranges.ts';
import { type LaidOutSignature, layOutSignature } from './lay-out-signature.ts';
import type { PdfDigest, SignatureRequest } from './signature-request.ts';

/**
 * A signature without its value yet. It contains only bytes and numbers, so it can be stored and finished elsewhere.
 */
export interface PendingPdfSignature {
  /** The digest of the byte ranges, for the message-digest attribute of the CMS. */
  readonly digest: Bytes;
  readonly digestAlgorithm: PdfDigest;
  readonly byteRange: readonly [number, number, number, number];
  /** The increment, with zeros in place of the CMS. */
  readonly append: Bytes;
  /** Offsets in `append` of the < of /Contents and just after its >. */
  readonly hole: readonly [from: number, to: number];
  /** Length of the file before appending. */
  readonly fileLength: number;
}

/**
 * Lays out the signature of `request` and hashes what it covers. The source may be read in pieces: only its
 * cross-reference, form and the page in question are parsed, the rest is hashed as a stream, or not read at all with the
 * stored hash of the file. Throws what `layOutSignature` throws.
 *
 * ```ts
 * const pending = await beginSignature(bytes, { field: 'buyer', appearance });
 * const cms = await signCms({ digest: pending.digest, digestAlgorithm: pending.digestAlgorithm, signer });
 * const signed = appendIncrement(bytes, pending, finishSignature(pending, cms));
 * ```
 */
export async function beginSignature(
  source: PdfSource,
  request: SignatureRequest,
  hash?: StoredHash,
): Promise<PendingPdfSignature> {
  const document = await openPdf(source);
  const laidOut = await document.run(() => layOutSignature(document, request));
  return hashLaidOut(source, laidOut, request.digestAlgorithm ?? 'SHA-256', hash);
}

/** Hashes a signature that was laid out on the same `source`. Throws only what reading the source throws. */
export async function hashLaidOut(
  source: PdfSource,
  laidOut: LaidOutSignature,
  digestAlgorithm: PdfDigest,
  hash?: StoredHash,
): Promise<PendingPdfSignature> {
  const { increment, hole, byteRange } = laidOut;
  const digest = await hashRanges(source, laidOut, digestAlgorithm, hash);
  return { digest, digestAlgorithm, byteRange, append: increment, hole, fileLength: source.length };
}
