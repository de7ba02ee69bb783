import { listFields } from '../read/fields.ts';
import { isString } from '../read/objects.ts';
import { openPdf } from '../read/open-pdf.ts';
import type { PdfSource } from '../read/source.ts';
import { textOf } from '../read/text-string.ts';
import { isSigned } from './check-may-sign.ts';
import { COMPANION_KEY } from './lay-out-signature.ts';

/**
 * Names of the fields that one signer signs: the field itself, then those of its further places that are signature
 * fields too. The latter exist if the file was signed before its places were reserved (see `addSignatureField`).
 *
 * ```ts
 * await fieldsToSign(bytes, 'buyer'); // ['buyer', 'buyer.2']
 * ```
 */
export async function fieldsToSign(source: PdfSource, name: string): Promise<string[]> {
  const document = await openPdf(source);
  return document.run(() => {
    const further = listFields(document).filter((field) => {
      const owner = document.lookup(field.dict, COMPANION_KEY);
      return field.type === 'Sig' && !isSigned(field) && isString(owner) && textOf(owner) === name;
    });
    return [name, ...further.map((field) => field.name)];
  });
}
