import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { makeFontSet } from '../draw/font-set.ts';
import { inkFor } from '../draw/ink.ts';
import { type Claims, claimsOf } from '../read/conformance.ts';
import type { PdfDocument } from '../read/document.ts';
import type { PdfRef } from '../read/objects.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { listPages, type PdfPage } from '../read/pages.ts';
import { type PdfSource, readAll } from '../read/source.ts';
import { checkMayAppend, checkMayReserve, checkNotClosed, isSigned } from '../sign/check-may-sign.ts';
import { blankForm } from '../sign/new-field.ts';
import { addFields } from '../write/annotations.ts';
import { type Increment, makeIncrement } from '../write/increment.ts';
import { openStructure } from '../write/structure.ts';
import { addSignatureField, type FieldSetting } from './add-signature-field.ts';
import { drawFooterQr, drawTexts, drawWatermark, type Overlays } from './draw-marks.ts';
import { blankFields } from './form-blanks.ts';
import { fillableFields, flattenFields, lockOver } from './form-fields.ts';
import { freeFieldNames } from './free-field-name.ts';
import { overlayPage } from './page-overlay.ts';
import { pageAt } from './place-widgets.ts';
import type { PreparationSpec, PreparedField } from './spec.ts';

export interface PreparedPdf {
  /** Bytes to append to the file. */
  readonly append: Bytes;
  /** Length of the file before appending. */
  readonly fileLength: number;
  /** The final places of all widgets. */
  readonly fields: readonly PreparedField[];
}

/**
 * Revision 0: one increment with everything that must be in the file before its first signature: marks on the pages,
 * filled-in texts, and an empty field for each future signature. Pages change only here. The file is held in memory,
 * since any page may be read. The file keeps the conformance that it claims (PDF/A, PDF/UA), except for what
 * `conformanceLosses` lists. Throws DOCUMENT_ENCRYPTED, DOCUMENT_CANNOT_APPEND, DOCUMENT_CERTIFIED,
 * SIGNATURE_FIELD_LOCKED, DOCUMENT_SIGNED_PLACES, GLYPH_MISSING, KEYWORD_NOT_FOUND, INPUT_INVALID.
 *
 * ```ts
 * const { append } = await preparePdf(bytes, {
 *   signatureFields: [{ name: 'buyer', places: [{ kind: 'at', page: 0, box: { x: 120, y: 220, width: 42, height: 42 } }] }],
 * });
 * ```
 */
export async function preparePdf(source: PdfSource, spec: PreparationSpec): Promise<PreparedPdf> {
  return layOutPreparation(openPdfBytes(await readAll(source)), spec);
}

function layOutPreparation(document: PdfDocument, spec: PreparationSpec): PreparedPdf {
  const known = checkMayAppend(document);
  checkNotClosed(document, known);
  const planned = spec.signatureFields ?? [];
  const twice = planned.find(({ name }, i) => planned.some((other, k) => k < i && other.name === name));
  if (twice) throw new AppError('INPUT_INVALID', { field: twice.name }, 'name');
  const nameFor = freeFieldNames(document, known);
  const wanted = planned.map((one) => ({ ...one, planned: one.name, name: nameFor(one.name) }));
  const named = wanted.map(({ name }) => name);
  if (wanted.some(({ places }) => places.length > 0)) checkMayReserve(document, named);
  const signed = known.some(isSigned);
  const drawsOnPages = spec.watermark || spec.footerQr || spec.texts?.length;
  if (drawsOnPages && signed) {
    throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'pages of a signed file must not change' });
  }
  const increment = makeIncrement(document);
  const pages = listPages(document);
  const claims = claimsOf(document);
  const overlays: Overlays = new Map();
  const fillable = fillableFields(document, known);
  const mustFlatten = (spec.formFields ?? 'keep') !== 'keep' && !signed && fillable.length > 0;
  const structure =
    !signed && (wanted.length > 0 || mustFlatten) ? openStructure(document, increment) : undefined;
  const blanks = spec.formFields === 'blank' ? blankFields(document, pages, fillable) : new Map();
  const how = { overlays, structure, ink: inkFor(claims), blanks: new Set(blanks.keys()) };
  const kept =
    mustFlatten && !(claims.tagged && !structure)
      ? flattenFields(document, increment, pages, fillable, how)
      : fillable;
  const lock = lockOver(kept);
  drawOnPages(document, increment, pages, spec, claims, overlays);
  const fields: PreparedField[] = [];
  const refs: PdfRef[] = [];
  const setting: FieldSetting | undefined =
    wanted.length > 0
      ? {
          blank: blankForm(increment),
          structure,
          signed,
          blankAlways: claims.pdfA !== undefined,
        }
      : undefined;
  for (const fieldSpec of wanted) {
    const locking = { ...(lock ? { lock } : {}), ...fieldSpec };
    const { refs: added, field } = addSignatureField(document, increment, pages, locking, setting!);
    refs.push(...added);
    fields.push({ ...field, planned: fieldSpec.planned });
  }
  if (refs.length > 0) addFields(increment, document, refs);
  structure?.finish();
  return { append: increment.finish().bytes, fileLength: document.length, fields };
}

/** Draws `overlays`, then texts, then the watermark, then the QR code, over the content of each page. */
function drawOnPages(
  document: PdfDocument,
  increment: Increment,
  pages: readonly PdfPage[],
  spec: PreparationSpec,
  claims: Claims,
  overlays: Overlays,
): void {
  const ink = inkFor(claims);
  const fonts = makeFontSet(increment, spec.fonts ?? [], ink);
  for (const text of spec.texts ?? []) pageAt(pages, text.page);
  drawTexts(increment, fonts, pages, spec.texts ?? [], overlays, ink);
  if (spec.watermark) drawWatermark(increment, fonts, pages, spec.watermark, overlays, ink);
  if (spec.footerQr) drawFooterQr(increment, pages, spec.footerQr, overlays, ink);
  fonts.embed();
  for (const [index, list] of overlays) overlayPage(document, increment, pages[index]!, list, claims.tagged);
}
