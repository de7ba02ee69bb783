import { AppError } from '#core/errors.ts';
import { pageFrame } from '../draw/page-frame.ts';
import type { PdfDocument } from '../read/document.ts';
import { type PdfObject, type PdfRef, pdfArray, pdfDict, pdfName } from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import { textString } from '../read/text-string.ts';
import { COMPANION_KEY, COMPANION_STATE, PART_KEY, SLICE_KEY } from '../sign/lay-out-signature.ts';
import { widgetBase } from '../sign/new-field.ts';
import { lockDict } from '../sign/signature-dictionary.ts';
import { addAnnotations } from '../write/annotations.ts';
import type { Increment } from '../write/increment.ts';
import type { Structure } from '../write/structure.ts';
import { placeWidgets } from './place-widgets.ts';
import type { PreparedField, PreparedWidget, SignatureFieldPlan } from './plan.ts';

/** A button that only shows something: push button, read only (12.7.5.2). */
const SHOWN_ONLY = 65_536 | 1;
/** Most places of one signer in a file that is signed: each takes a signature of its own there. */
export const MOST_SIGNATURES = 10;

/** What the fields of one file have in common. */
export interface FieldSetting {
  /** An empty appearance. */
  readonly blank: PdfRef;
  /** Of a tagged file that nobody has signed. */
  readonly structure: Structure | undefined;
  /** Whether somebody has signed: then signature fields are all that may be added without breaking that signature. */
  readonly signed: boolean;
  /** Whether a field without a place needs an appearance too. */
  readonly blankAlways: boolean;
}

/**
 * Adds an empty signature field at its first place, and a field for each further place (see COMPANION_KEY): a button, which
 * shows what the signature shows there, or in a signed file one more signature field. Gives the new fields'
 * references, which the caller puts into the form. Throws INPUT_INVALID for a name that is empty or has a dot,
 * DOCUMENT_SIGNED_PLACES, and as `placeWidgets`.
 */
export function addSignatureField(
  document: PdfDocument,
  increment: Increment,
  pages: readonly PdfPage[],
  plan: SignatureFieldPlan,
  setting: FieldSetting,
): { refs: PdfRef[]; field: PreparedField } {
  if (plan.name === '' || plan.name.includes('.'))
    throw new AppError('INPUT_INVALID', { field: plan.name }, 'name');
  const widgets = plan.places.flatMap((place) => placeWidgets(document, pages, place));
  if (setting.signed && widgets.length > MOST_SIGNATURES)
    throw new AppError('DOCUMENT_SIGNED_PLACES', { max: MOST_SIGNATURES });
  const refs = (widgets.length > 0 ? widgets : [undefined]).map((widget, i) => {
    const page = pages[widget?.page ?? 0];
    if (!page) throw new AppError('DOCUMENT_BROKEN', { reason: 'no page' });
    const ref = increment.reserve();
    const lock = plan.lock ? { Lock: increment.add(lockDict(plan.lock)) } : {};
    const own = i === 0 ? { T: textString(plan.name), ...lock } : companion(plan.name, i, setting);
    increment.set(
      ref,
      pdfDict({
        ...widgetEntries(page, widget, setting),
        FT: pdfName('Sig'),
        TU: textString(plan.label ?? plan.name),
        StructParent: setting.structure?.add(page, ref),
        ...own,
      }),
    );
    addAnnotations(increment, page, [ref]);
    return ref;
  });
  return { refs, field: { name: plan.name, widgets } };
}

/** What a further place has beside its widget; `i` counts from 1. */
function companion(name: string, i: number, { blank, signed }: FieldSetting): Record<string, PdfObject> {
  const own = { T: textString(`${name}:${i + 1}`), [COMPANION_KEY]: textString(name) };
  if (signed) return own;
  return {
    ...own,
    FT: pdfName('Btn'),
    Ff: SHOWN_ONLY,
    AP: pdfDict({ N: pdfDict({ [COMPANION_STATE]: blank }) }),
    AS: pdfName(COMPANION_STATE),
  };
}

function widgetEntries(
  page: PdfPage,
  widget: PreparedWidget | undefined,
  { blank, blankAlways }: FieldSetting,
): Record<string, PdfObject | undefined> {
  const rect = widget ? pageFrame(page).rectOf(widget.box) : [0, 0, 0, 0];
  return {
    ...widgetBase(page),
    Rect: pdfArray(...rect),
    AP: widget || blankAlways ? pdfDict({ N: blank }) : undefined,
    [PART_KEY]: widget?.part === undefined ? undefined : pdfName(widget.part),
    [SLICE_KEY]: widget?.slice ? pdfArray(widget.slice.index, widget.slice.count) : undefined,
  };
}
