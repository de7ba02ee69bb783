import { AppError } from '#core/errors.ts';
import { pageFrame } from '../draw/page-frame.ts';
import type { PdfDocument } from '../read/document.ts';
import { type PdfDict, type PdfRef, pdfArray, pdfDict, pdfName } from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import { textString } from '../read/text-string.ts';
import { PART_KEY, SLICE_KEY, WIDGET_FLAGS } from '../sign/lay-out-signature.ts';
import { lockDict } from '../sign/signature-dictionary.ts';
import { addAnnotations } from '../write/annotations.ts';
import type { Increment } from '../write/increment.ts';
import { placeWidgets } from './place-widgets.ts';
import type { PreparedField, PreparedWidget, SignatureFieldPlan } from './plan.ts';

/**
 * Adds an empty signature field with a widget at each of its places; gives the field's reference, which the caller
 * puts into the form. `blank` is an empty appearance.
 */
export function addSignatureField(
  document: PdfDocument,
  increment: Increment,
  pages: readonly PdfPage[],
  plan: SignatureFieldPlan,
  blank: PdfRef,
): { ref: PdfRef; field: PreparedField } {
  if (plan.name === '' || plan.name.includes('.'))
    throw new AppError('INPUT_INVALID', { field: plan.name }, 'name');
  const widgets = plan.places.flatMap((place) => placeWidgets(document, pages, place));
  const own = {
    FT: pdfName('Sig'),
    T: textString(plan.name),
    Lock: plan.lock ? increment.add(lockDict(plan.lock)) : undefined,
  };
  const field: PreparedField = { name: plan.name, widgets };
  const only = widgets.length === 1 ? widgets[0] : undefined;
  if (widgets.length === 0 || only) {
    const page = pages[only?.page ?? 0];
    if (!page) throw new AppError('DOCUMENT_BROKEN', { reason: 'no page' });
    const ref = increment.add(pdfDict({ ...widgetEntries(page, only, blank), ...own }));
    addAnnotations(increment, page, [ref]);
    return { ref, field };
  }
  const ref = increment.reserve();
  const kids = widgets.map((widget) => {
    const page = pages[widget.page]!;
    const kid = increment.add(pdfDict({ ...widgetEntries(page, widget, blank), Parent: ref }));
    addAnnotations(increment, page, [kid]);
    return kid;
  });
  increment.set(ref, pdfDict({ ...own, Kids: pdfArray(...kids) }));
  return { ref, field };
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
