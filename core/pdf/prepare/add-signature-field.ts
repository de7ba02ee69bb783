import { AppError } from '#core/errors.ts';
import { pageFrame } from '../draw/page-frame.ts';
import type { PdfDocument } from '../read/document.ts';
import { type PdfObject, type PdfRef, pdfArray, pdfDict, pdfName } from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import { textString } from '../read/text-string.ts';
import { COMPANION_KEY, COMPANION_STATE, PART_KEY, SLICE_KEY } from '../sign/lay-out-signature.ts';
import { listWidgets, widgetBase } from '../sign/new-field.ts';
import { lockDict } from '../sign/signature-dictionary.ts';
import type { Increment } from '../write/increment.ts';
import type { Structure } from '../write/structure.ts';
import { placeWidgets } from './place-widgets.ts';
import type { PreparedField, PreparedWidget, SignatureFieldSpec } from './spec.ts';

/** Flags of a button for display only: push button, read only (12.7.5.2). */
const READ_ONLY = 65_536 | 1;
/** Maximum number of places per signer in a signed file, where each place needs a signature of its own. */
export const MOST_SIGNATURES = 10;

/** Shared by the fields of one file. */
export interface FieldSetting {
  /** A blank appearance. */
  readonly blank: PdfRef;
  /** The structure tree; only for a tagged file without signatures. */
  readonly structure: Structure | undefined;
  /** Whether the file is signed: then only signature fields may be added without breaking that signature. */
  readonly signed: boolean;
  /** Whether a field without a place needs an appearance too. */
  readonly blankAlways: boolean;
}

/**
 * Adds an empty signature field at its first place, and a field for each further place (see COMPANION_KEY): a button
 * that repeats the appearance of the signature, or in a signed file another signature field. Returns references to the
 * new fields, which the caller must add to the form. Throws INPUT_INVALID if the name is empty or contains a dot,
 * DOCUMENT_SIGNED_PLACES, and what `placeWidgets` throws.
 */
export function addSignatureField(
  document: PdfDocument,
  increment: Increment,
  pages: readonly PdfPage[],
  spec: SignatureFieldSpec,
  setting: FieldSetting,
): { refs: PdfRef[]; field: Omit<PreparedField, 'planned'> } {
  if (spec.name === '' || spec.name.includes('.'))
    throw new AppError('INPUT_INVALID', { field: spec.name }, 'name');
  const widgets = spec.places.flatMap((place) => placeWidgets(document, pages, place));
  if (setting.signed && widgets.length > MOST_SIGNATURES)
    throw new AppError('DOCUMENT_SIGNED_PLACES', { max: MOST_SIGNATURES });
  const refs = (widgets.length > 0 ? widgets : [undefined]).map((widget, i) => {
    const page = pages[widget?.page ?? 0];
    if (!page) throw new AppError('DOCUMENT_BROKEN', { reason: 'no page' });
    const ref = increment.reserve();
    const lock = spec.lock ? { Lock: increment.add(lockDict(spec.lock)) } : {};
    const own = i === 0 ? { T: textString(spec.name), ...lock } : companion(spec.name, i, setting);
    increment.set(
      ref,
      pdfDict({
        ...widgetEntries(page, widget, setting),
        FT: pdfName('Sig'),
        TU: textString(spec.label ?? spec.name),
        StructParent: setting.structure?.add(page, ref),
        ...own,
      }),
    );
    listWidgets(increment, page, [ref], { signed: setting.signed, area: widget !== undefined });
    return ref;
  });
  return { refs, field: { name: spec.name, widgets } };
}

/** Entries of a further place in addition to those of its widget; `i` counts from 1. */
function companion(name: string, i: number, { blank, signed }: FieldSetting): Record<string, PdfObject> {
  const own = { T: textString(`${name}:${i + 1}`), [COMPANION_KEY]: textString(name) };
  if (signed) return own;
  return {
    ...own,
    FT: pdfName('Btn'),
    Ff: READ_ONLY,
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
