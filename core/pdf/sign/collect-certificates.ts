import { type Bytes, toHex } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { ParsedCms } from '#core/pki/cms/cms.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { listFields } from '../read/fields.ts';
import { isDict, isString } from '../read/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import type { PdfSource } from '../read/source.ts';

/**
 * All certificates in the signatures and time stamps of a file, without duplicates: those whose revocation status a
 * later validation needs. Unreadable signatures are skipped.
 *
 * ```ts
 * for (const certificate of await collectCertificates(bytes)) await fetchRevocation(certificate);
 * ```
 */
export async function collectCertificates(source: PdfSource): Promise<Certificate[]> {
  const document = await openPdf(source);
  const messages = await document.run(() =>
    listFields(document).flatMap((field) => {
      if (field.type !== 'Sig' || !isDict(field.value)) return [];
      const contents = document.lookup(field.value, 'Contents');
      return isString(contents) ? [contents.bytes] : [];
    }),
  );
  const found = new Map<string, Certificate>();
  const add = (message: Bytes): void => {
    const cms = read(message);
    for (const certificate of cms?.certificates ?? []) found.set(toHex(certificate.der), certificate);
    for (const { unsigned } of cms?.signers ?? []) unsigned.signatureTimestamps.forEach(add);
  };
  messages.forEach(add);
  return [...found.values()];
}

function read(message: Bytes): ParsedCms | undefined {
  try {
    return parseCms(message);
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
