import type { Bytes } from '#core/bytes.ts';
import { claimsOf } from '../read/conformance.ts';
import type { PdfDocument } from '../read/document.ts';
import { pdfArray, pdfName } from '../read/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import { findPage } from '../read/pages.ts';
import type { PdfSource } from '../read/source.ts';
import { textString } from '../read/text-string.ts';
import { makeIncrement } from '../write/increment.ts';
import { hashLaidOut, type PendingPdfSignature } from './begin-signature.ts';
import { checkMayAppend } from './check-may-sign.ts';
import { finishSignature } from './finish-signature.ts';
import type { StoredHash } from './hash-ranges.ts';
import { type LaidOutSignature, placeSignature } from './lay-out-signature.ts';
import { addWidget, blankFor } from './new-field.ts';
import { signatureText } from './signature-dictionary.ts';
import type { PdfDigest } from './signature-request.ts';

/** Requests a TimeStampToken (DER) on a digest. */
export type DigestTimestampSource = (digest: Bytes, digestAlgorithm: PdfDigest) => Promise<Bytes>;

export interface DocumentTimestampRequest {
  /** Name of the field to create; by default the first free one of Timestamp1, Timestamp2 … */
  readonly field?: string;
  /** Bytes reserved for the token; 16,384 by default. */
  readonly reservedBytes?: number;
  /** SHA-256 by default. */
  readonly digestAlgorithm?: PdfDigest;
}

/**
 * Begins a document time stamp (ISO 32000-2, 12.8.5) in an invisible field of its own; after `addValidationData` this
 * gives PAdES-B-LTA. Finish it with `finishSignature` and the token. Throws what `checkMayAppend` throws.
 */
export async function beginDocumentTimestamp(
  source: PdfSource,
  request: DocumentTimestampRequest = {},
  hash?: StoredHash,
): Promise<PendingPdfSignature> {
  const document = await openPdf(source);
  const laidOut = await document.run(() => layOutTimestamp(document, request));
  return hashLaidOut(source, laidOut, request.digestAlgorithm ?? 'SHA-256', hash);
}

/**
 * Begins and finishes a document time stamp: the increment with the token that `timestamp` returns.
 *
 * ```ts
 * const { append } = await timestampDocument(signed, (digest, algorithm) =>
 *   requestTimestampOnDigest(digest, algorithm, { send, random }),
 * );
 * ```
 */
export async function timestampDocument(
  source: PdfSource,
  timestamp: DigestTimestampSource,
  request: DocumentTimestampRequest = {},
  hash?: StoredHash,
): Promise<{ append: Bytes; fileLength: number }> {
  const open = await beginDocumentTimestamp(source, request, hash);
  const token = await timestamp(open.digest, open.digestAlgorithm);
  return { append: finishSignature(open, token), fileLength: open.fileLength };
}

function layOutTimestamp(document: PdfDocument, request: DocumentTimestampRequest): LaidOutSignature {
  const names = new Set(checkMayAppend(document).map((field) => field.name));
  let name = request.field;
  for (let n = 1; name === undefined; n++) if (!names.has(`Timestamp${n}`)) name = `Timestamp${n}`;
  const increment = makeIncrement(document);
  const signatureRef = increment.reserve();
  const page = findPage(document, 0);
  const field = {
    FT: pdfName('Sig'),
    T: textString(name),
    V: signatureRef,
    Rect: pdfArray(0, 0, 0, 0),
    AP: blankFor(claimsOf(document), increment),
  };
  addWidget(document, increment, page, field, false);
  const entries = {
    Type: pdfName('DocTimeStamp'),
    Filter: pdfName('Adobe.PPKLite'),
    SubFilter: pdfName('ETSI.RFC3161'),
  };
  return placeSignature(
    document,
    increment,
    signatureRef,
    signatureText(entries, request.reservedBytes ?? 16_384),
  );
}
