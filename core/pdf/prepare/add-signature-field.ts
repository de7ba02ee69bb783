import { AppError } from '#core/errors.ts';
import { pageFrame } from '../draw/page-frame.ts';
import type { PdfDocument } from '../read/document.ts';
import { type PdfDict, type PdfRef, pdfArray, pdfDict, pdfName } from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import { textString } from '../read/text-string.ts';
import { COMPANION_KEY, PART_KEY, SLICE_KEY, WIDGET_FLAGS } from '../sign/lay-out-signature.ts';
import { lockDict } from '../sign/signature-dictionary.ts';
import { addAnnotations } from '../write/annotations.ts';
import type { Increment } from '../write/increment.ts';
import { placeWidgets } from './place-widgets.ts';
import type { PreparedField, PreparedWidget, SignatureFieldPlan } from './plan.ts';

/** A button that only shows something: push button, read only (12.7.5.2). */
const SHOWN_ONLY = 65_536 | 1;

/**
 * Adds an empty signature field at its first place, and a button for each further place, which shows what the
 * signature shows there (see COMPANION_KEY). Gives the new fields' references, which the caller puts into the form.
 * `blank` is an empty appearance. Throws INPUT_INVALID for a name that is empty or has a dot, and as `placeWidgets`.
 */
export function addSignatureField(
  document: PdfDocument,
  increment: Increment,
  pages: readonly PdfPage[],
  plan: SignatureFieldPlan,
  blank: PdfRef,
): { refs: PdfRef[]; field: PreparedField } {
  if (plan.name === '' || plan.name.includes('.'))
    throw new AppError('INPUT_INVALID', { field: plan.name }, 'name');
  const widgets = plan.places.flatMap((place) => placeWidgets(document, pages, place));
  const refs = (widgets.length > 0 ? widgets : [undefined]).map((widget, i) => {
    const page = pages[widget?.page ?? 0];
    if (!page) throw new AppError('DOCUMENT_BROKEN', { reason: 'no page' });
    const own =
      i === 0
        ? {
            FT: pdfName('Sig'),
            T: textString(plan.name),
            Lock: plan.lock ? increment.add(lockDict(plan.lock)) : undefined,
          }
        : {
            FT: pdfName('Btn'),
            Ff: SHOWN_ONLY,
            T: textString(`${plan.name}:${i + 1}`),
            [COMPANION_KEY]: textString(plan.name),
          };
    const ref = increment.add(pdfDict({ ...widgetEntries(page, widget, blank), ...own }));
    addAnnotations(increment, page, [ref]);
    return ref;
  });
  return { refs, field: { name: plan.name, widgets } };
}

function widgetEntries(
  page: PdfPage,
  widget: PreparedWidget | undefined,
  blank: PdfRef,
): Parameters<typeof pdfDict>[0] {
  const rect = widget ? pageFrame(page).rectOf(widget.box) : [0, 0, 0, 0];
  const appearance: PdfDict | undefined = widget ? pdfDict({ N: blank }) : undefined;
  return {
    Type: pdfName('Annot'),
    Subtype: pdfName('Widget'),
    Rect: pdfArray(...rect),
    P: page.ref,
    F: WIDGET_FLAGS,
    AP: appearance,
    [PART_KEY]: widget?.part === undefined ? undefined : pdfName(widget.part),
    [SLICE_KEY]: widget?.slice ? pdfArray(widget.slice.index, widget.slice.count) : undefined,
  };
}
