import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { addForm } from '../draw/appearance.ts';
import { makeFontSet } from '../draw/font-set.ts';
import type { PdfDocument } from '../read/document.ts';
import { type PdfRef, pdfDict } from '../read/objects.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { listPages, type PdfPage } from '../read/pages.ts';
import { type PdfSource, readWhole } from '../read/source.ts';
import { checkMayAppend, checkNotClosed, isSigned } from '../sign/check-may-sign.ts';
import { addFields } from '../write/annotations.ts';
import { type Increment, makeIncrement } from '../write/increment.ts';
import { addSignatureField } from './add-signature-field.ts';
import { drawFooterQr, drawTexts, drawWatermark, type Overlays } from './draw-marks.ts';
import { overlayPage } from './page-overlay.ts';
import { pageAt } from './place-widgets.ts';
import type { PreparationPlan, PreparedField } from './plan.ts';

export interface PreparedPdf {
  /** What is appended to the file. */
  readonly append: Bytes;
  /** Length of the file that it is appended to. */
  readonly fileLength: number;
  /** Where every widget came to lie. */
  readonly fields: readonly PreparedField[];
}

/**
 * Revision 0: one increment with everything that must be in the file before its first signature: marks on the pages,
 * texts filled in, and an empty field for each signature to come. Pages change only here. The
 * file is held in memory, for every page of it may be read. Throws DOCUMENT_ENCRYPTED
 * and DOCUMENT_CANNOT_APPEND (see `normalizePdf`), GLYPH_MISSING, KEYWORD_NOT_FOUND, INPUT_INVALID.
 */
export async function preparePdf(source: PdfSource, plan: PreparationPlan): Promise<PreparedPdf> {
  return layOutPreparation(openPdfBytes(await readWhole(source)), plan);
}

function layOutPreparation(document: PdfDocument, plan: PreparationPlan): PreparedPdf {
  const known = checkMayAppend(document);
  checkNotClosed(document, known);
  const drawsOnPages = plan.watermark || plan.footerQr || plan.texts?.length;
  if (drawsOnPages && known.some(isSigned)) {
    throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'pages of a signed file must not change' });
  }
  const names = new Set(known.map((field) => field.name));
  const increment = makeIncrement(document);
  const pages = listPages(document);
  drawOnPages(document, increment, pages, plan);
  const fields: PreparedField[] = [];
  const refs: PdfRef[] = [];
  const wanted = plan.signatureFields ?? [];
  const blank = wanted.length > 0 ? addForm(increment, 1, 1, 0, '', pdfDict()) : undefined;
  for (const fieldPlan of wanted) {
    if (names.has(fieldPlan.name)) throw new AppError('INPUT_INVALID', { field: fieldPlan.name }, 'name');
    names.add(fieldPlan.name);
    const { refs: added, field } = addSignatureField(document, increment, pages, fieldPlan, blank!);
    refs.push(...added);
    fields.push(field);
  }
  if (refs.length > 0) addFields(increment, document, refs);
  return { append: increment.finish().bytes, fileLength: document.length, fields };
}

/** Texts, then the watermark, then the QR code, over what each page shows. */
function drawOnPages(
  document: PdfDocument,
  increment: Increment,
  pages: readonly PdfPage[],
  plan: PreparationPlan,
): void {
  const fonts = makeFontSet(increment, plan.fonts ?? []);
  const overlays: Overlays = new Map();
  for (const text of plan.texts ?? []) pageAt(pages, text.page);
  drawTexts(increment, fonts, pages, plan.texts ?? [], overlays);
  if (plan.watermark) drawWatermark(increment, fonts, pages, plan.watermark, overlays);
  if (plan.footerQr) drawFooterQr(increment, pages, plan.footerQr, overlays);
  fonts.embed();
  for (const [index, list] of overlays) overlayPage(document, increment, pages[index]!, list);
}
