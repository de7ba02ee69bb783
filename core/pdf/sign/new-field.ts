import { addForm } from '../draw/appearance.ts';
import type { Claims } from '../read/conformance.ts';
import type { PdfDocument } from '../read/document.ts';
import { listFields } from '../read/fields.ts';
import { type PdfDict, type PdfObject, type PdfRef, pdfDict, pdfName } from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import { addAnnotations, addFields } from '../write/annotations.ts';
import type { Increment } from '../write/increment.ts';
import { openStructure } from '../write/structure.ts';
import { isSigned } from './check-may-sign.ts';

/** Print and Locked (12.5.3). */
export const WIDGET_FLAGS = 4 | 128;

/** A blank appearance, which fields can share. */
export const blankForm = (increment: Increment): PdfRef => addForm(increment, 1, 1, 0, '', pdfDict());

/** /AP of an invisible field: PDF/A requires one (ISO 19005-1, 6.9), otherwise it is omitted. */
export const blankFor = ({ pdfA }: Claims, increment: Increment): PdfDict | undefined =>
  pdfA ? pdfDict({ N: blankForm(increment) }) : undefined;

/** Common entries of all widgets. */
export const widgetBase = (page: PdfPage): Record<string, PdfObject | undefined> => ({
  Type: pdfName('Annot'),
  Subtype: pdfName('Widget'),
  P: page.ref,
  F: WIDGET_FLAGS,
});

/**
 * Lists the widgets on their page, except for one without an area in a signed file: readers find its field in the form,
 * and judges of signatures that allow no change to a page have none to judge. PDF/A does not forbid it.
 */
export function listWidgets(
  increment: Increment,
  page: PdfPage,
  refs: readonly PdfRef[],
  { signed, area }: { signed: boolean; area: boolean },
): void {
  if (area || !signed) addAnnotations(increment, page, refs);
}

/**
 * Adds a field merged with its widget to a page, to the form and, in a tagged file without signatures, to the structure
 * tree. `entries` must include /T, /FT and /Rect; `area` tells whether the field is visible.
 */
export function addWidget(
  document: PdfDocument,
  increment: Increment,
  page: PdfPage,
  entries: Record<string, PdfObject | undefined>,
  area: boolean,
): void {
  const signed = listFields(document).some(isSigned);
  const structure = signed ? undefined : openStructure(document, increment);
  const ref = increment.reserve();
  increment.set(
    ref,
    pdfDict({
      ...widgetBase(page),
      TU: entries.T,
      StructParent: structure?.add(page, ref),
      ...entries,
    }),
  );
  listWidgets(increment, page, [ref], { signed, area });
  addFields(increment, document, [ref]);
  structure?.finish();
}
