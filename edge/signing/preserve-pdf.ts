import { type Bytes, concatBytes } from '#core/bytes.ts';
import type { PdfSource } from '#core/pdf/read/source.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { collectCertificates } from '#core/pdf/sign/collect-certificates.ts';
import { timestampDocument } from '#core/pdf/sign/timestamp-document.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openTimestamps, timestampBytes } from '#edge/pki/tsa.ts';
import { validationDataFor } from '#edge/pki/validation-data.ts';

/**
 * Long-term validation of the signatures of a PDF (PAdES-B-LTA, ETSI EN 319 142-1, clause 6.3): adds certificates,
 * revocation data and a document time stamp. Returns the bytes to append; null for a file without signatures.
 */
export async function preservePdf(context: Context, file: Bytes): Promise<Bytes | null> {
  const certificates = await collectCertificates(file);
  if (certificates.length === 0) return null;
  const { append: store } = await addValidationData(file, await validationDataFor(context, certificates));
  const stamps = openTimestamps(context, 'RSA');
  const { append: stamp } = await timestampDocument(
    oneAfterAnother(file, store),
    (digest, digestAlgorithm) => stamps({ digest, digestAlgorithm }),
    { reservedBytes: timestampBytes(context) },
  );
  return concatBytes(store, stamp);
}

/** Concatenates two parts without copying the first, which may be 50 MB. */
function oneAfterAnother(first: Bytes, second: Bytes): PdfSource {
  return {
    length: first.length + second.length,
    read: (from, to) => {
      if (to <= first.length) return first.subarray(from, to);
      if (from >= first.length) return second.subarray(from - first.length, to - first.length);
      return concatBytes(first.subarray(from), second.subarray(0, to - first.length));
    },
  };
}
