import type { Bytes } from '#core/bytes.ts';
import { claimsOf } from '../read/conformance.ts';
import type { PdfDocument } from '../read/document.ts';
import { listFields } from '../read/fields.ts';
import { isDict, isString } from '../read/objects.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { textOf } from '../read/text-string.ts';
import { isSigned } from '../sign/check-may-sign.ts';

/** A conformance that the file claims and would lose by adding signature fields. */
export interface ConformanceLoss {
  /** The common name: PDF/UA-1, PDF/A-2a, PDF/X-4. */
  readonly claim: string;
  /**
   * structure: the file is signed, so its structure tree must not change and does not contain the new fields. print:
   * the standard forbids fields in the printed area.
   */
  readonly reason: 'structure' | 'print';
}

/** Throws what `openPdfBytes` throws. */
export function conformanceLosses(file: Bytes): ConformanceLoss[] {
  const document = openPdfBytes(file);
  const { pdfA, pdfUa, tagged } = claimsOf(document);
  const losses: ConformanceLoss[] = [];
  const print = printClaim(document);
  if (print !== undefined) losses.push({ claim: print, reason: 'print' });
  if (!tagged || !listFields(document).some(isSigned)) return losses;
  if (pdfUa !== undefined) losses.push({ claim: `PDF/UA-${pdfUa}`, reason: 'structure' });
  if (pdfA?.level === 'A') losses.push({ claim: `PDF/A-${pdfA.part}a`, reason: 'structure' });
  return losses;
}

/** The PDF/X claim (ISO 15930) in the information dictionary. */
function printClaim(document: PdfDocument): string | undefined {
  const info = document.resolve(document.trailer.entries.get('Info'));
  const said = isDict(info) ? document.lookup(info, 'GTS_PDFXVersion') : null;
  return isString(said) ? textOf(said).slice(0, 30) : undefined;
}
