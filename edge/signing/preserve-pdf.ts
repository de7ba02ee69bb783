import { type Bytes, concatBytes } from '#core/bytes.ts';
import { withAppended } from '#core/pdf/read/source.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { collectCertificates } from '#core/pdf/sign/collect-certificates.ts';
import { timestampDocument } from '#core/pdf/sign/timestamp-document.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openTimestamps, timestampBytes } from '#edge/pki/tsa.ts';
import { validationDataFor } from '#edge/pki/validation-data.ts';
import { type OpenRevision, storedHash } from './revisions.ts';

/**
 * Long-term validation of the signatures of a PDF (PAdES-B-LTA, ETSI EN 319 142-1, clause 6.3): adds certificates,
 * revocation data and a document time stamp. Returns the bytes to append; null for a file without signatures.
 */
export async function preservePdf(
  context: Context,
  { source, hash }: Pick<OpenRevision, 'source' | 'hash'>,
): Promise<Bytes | null> {
  const certificates = await collectCertificates(source);
  if (certificates.length === 0) return null;
  const { append: store } = await addValidationData(source, await validationDataFor(context, certificates));
  const stamps = openTimestamps(context, 'RSA');
  const { append: stamp } = await timestampDocument(
    withAppended(source, store),
    (digest, digestAlgorithm) => stamps({ digest, digestAlgorithm }),
    { reservedBytes: timestampBytes(context) },
    storedHash(hash, store),
  );
  return concatBytes(store, stamp);
}
