import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import {
  type AppearanceMaker,
  appearanceMaker,
  type SealAppearance,
  type Slice,
} from '../draw/appearance.ts';
import { type Ink, inkFor, inkOf } from '../draw/ink.ts';
import { pageFrame } from '../draw/page-frame.ts';
import { claimsOf } from '../read/conformance.ts';
import type { PdfDocument } from '../read/document.ts';
import type { PdfField, PdfWidget } from '../read/fields.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  withEntries,
} from '../read/objects.ts';
import { boxOf, findPage, listPages, type PdfPage, pageOfRef } from '../read/pages.ts';
import { textOf, textString } from '../read/text-string.ts';
import { addFields } from '../write/annotations.ts';
import { type Increment, makeIncrement } from '../write/increment.ts';
import {
  certifiedLevel,
  checkMaySign,
  checkNotCertified,
  checkNotClosed,
  isSigned,
} from './check-may-sign.ts';
import { addWidget, blankFor, WIDGET_FLAGS } from './new-field.ts';
import {
  byteRangeText,
  lockDict,
  type SignatureText,
  signatureEntries,
  signatureText,
} from './signature-dictionary.ts';
import type { SignatureRequest } from './signature-request.ts';

/** Private keys in a widget: the part it was reserved for, and the slice of a cross-page seal that it shows. */
export const PART_KEY = 'SignetPart';
/**
 * In a field that shows a further place of a signature: the name of the signature field. A signature field itself has
 * only one widget: poppler 22 and mutool do not find a value through a widget among /Kids, and pyHanko allows no change
 * to such a widget after an earlier signature, but it does allow filling in the appearance of a button.
 */
export const COMPANION_KEY = 'SignetField';
export const SLICE_KEY = 'SignetSlice';
/** The only state of such a button: the appearances of a button are a dictionary by state (ISO 19005-1, 6.5.3). */
export const COMPANION_STATE = 'Seal';

const DEFAULT_ROOM = 16_384;
const MAX_ROOM = 4 * 1024 * 1024;

/** An increment with space reserved for a signature value. */
export interface LaidOutSignature {
  readonly increment: Bytes;
  /** The hole in `increment`: from the < of /Contents to just after its >. */
  readonly hole: readonly [from: number, to: number];
  readonly byteRange: readonly [number, number, number, number];
}

/**
 * The increment that adds the signature of `request` to `document`, its value still zeros. Synchronous and without side
 * effects, as `PdfDocument.run` requires. Throws what `checkMaySign`, `checkNotClosed` and `checkNotCertified` throw,
 * SIGNATURE_FIELD_NOT_FOUND, SIGNATURE_FIELD_SIGNED, INPUT_INVALID.
 */
export function layOutSignature(document: PdfDocument, request: SignatureRequest): LaidOutSignature {
  const fields = checkMaySign(document, request.field);
  checkNotClosed(document, fields);
  if (typeof request.newField === 'object') checkNotCertified(document);
  if (request.certify && (fields.some(isSigned) || certifiedLevel(document) !== undefined)) {
    throw new AppError('INPUT_INVALID', { reason: 'a certification must be the first signature' }, 'certify');
  }
  const known = fields.find((field) => field.name === request.field);
  const increment = makeIncrement(document);
  const signatureRef = increment.reserve();
  const lock = known ? signKnownField(document, increment, known, fields, signatureRef, request) : undefined;
  if (!known) makeField(document, increment, signatureRef, request);
  const ownLock = request.fieldLock ? lockDict(request.fieldLock) : lock;
  const room = request.reservedBytes ?? DEFAULT_ROOM;
  if (!(room > 0 && room <= MAX_ROOM))
    throw new AppError('INPUT_INVALID', { reservedBytes: room }, 'reservedBytes');
  const entries = signatureEntries(request, ownLock, document.catalogRef);
  if (request.certify) {
    const catalog = increment.get(document.catalogRef) as PdfDict;
    const perms = document.lookup(catalog, 'Perms');
    const next = withEntries(isDict(perms) ? perms : pdfDict(), { DocMDP: signatureRef });
    increment.set(document.catalogRef, withEntries(catalog, { Perms: next }));
  }
  return placeSignature(document, increment, signatureRef, signatureText(entries, room));
}

/** Serialises `increment` and fills in the byte range of its signature. */
export function placeSignature(
  document: PdfDocument,
  increment: Increment,
  signatureRef: PdfRef,
  signature: SignatureText,
): LaidOutSignature {
  increment.setRaw(signatureRef, signature.text);
  const laidOut = increment.finish();
  const at = laidOut.rawOffset(signatureRef);
  const hole = [at + signature.contents[0], at + signature.contents[1]] as const;
  const { length } = document;
  const byteRange = [0, length + hole[0], length + hole[1], laidOut.bytes.length - hole[1]] as const;
  const text = byteRangeText(byteRange);
  for (let i = 0; i < text.length; i++) laidOut.bytes[at + signature.byteRangeAt + i] = text.charCodeAt(i);
  return { increment: laidOut.bytes, hole, byteRange };
}

/** Fills in an existing empty field and returns its /Lock. */
function signKnownField(
  document: PdfDocument,
  increment: Increment,
  field: PdfField,
  fields: readonly PdfField[],
  signatureRef: PdfRef,
  request: SignatureRequest,
): PdfDict | undefined {
  if (field.type !== 'Sig') throw new AppError('SIGNATURE_FIELD_NOT_FOUND', { field: request.field });
  if (isSigned(field)) throw new AppError('SIGNATURE_FIELD_SIGNED', { field: request.field });
  if (request.newField) throw new AppError('INPUT_INVALID', { reason: 'the field exists' }, 'field');
  if (!field.ref) throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'field' });
  const makers = new Map<SealAppearance, AppearanceMaker>();
  const ink = inkOf(document);
  const lock = document.lookup(field.dict, 'Lock');
  const shownIn = (widget: PdfWidget): Record<string, PdfObject> | undefined => {
    const form = widgetForm(document, increment, widget, request, makers, ink);
    if (!form) return undefined;
    const known = document.lookup(widget.dict, 'AP');
    const byState = isDict(known) && isDict(document.lookup(known, 'N'));
    return {
      AP: pdfDict({ N: byState ? pdfDict({ [COMPANION_STATE]: form }) : form }),
      ...(byState ? { AS: pdfName(COMPANION_STATE) } : {}),
      F: widget.dict.entries.get('F') ?? WIDGET_FLAGS,
    };
  };
  // The lock of a request is stored in the signature only: readers reject a new /Lock in an existing field.
  let own: PdfDict = withEntries(field.dict, { V: signatureRef });
  for (const widget of [field, ...companions(document, fields, field.name)].flatMap((f) => f.widgets)) {
    const shown = shownIn(widget);
    if (!shown) continue;
    if (widget.dict === field.dict) own = withEntries(own, shown);
    else if (widget.ref) increment.set(widget.ref, withEntries(widget.dict, shown));
  }
  increment.set(field.ref, own);
  addFields(increment, document, []);
  return isDict(lock) ? resolvedLock(document, lock) : undefined;
}

/** The buttons that repeat the signature of field `name` at further places. */
function companions(document: PdfDocument, fields: readonly PdfField[], name: string): PdfField[] {
  return fields.filter((field) => {
    const owner = document.lookup(field.dict, COMPANION_KEY);
    return field.type === 'Btn' && isString(owner) && textOf(owner) === name;
  });
}

/** The appearance of one widget; undefined if it has no area or nothing to show. */
function widgetForm(
  document: PdfDocument,
  increment: Increment,
  widget: PdfWidget,
  request: SignatureRequest,
  makers: Map<SealAppearance, AppearanceMaker>,
  ink: Ink,
): PdfRef | undefined {
  const rect = boxOf(document, widget.dict.entries.get('Rect'));
  const part = document.lookup(widget.dict, PART_KEY);
  const appearance = (isName(part) ? request.parts?.[part.value] : undefined) ?? request.appearance;
  if (!rect || !appearance) return undefined;
  let maker = makers.get(appearance);
  if (!maker) {
    maker = appearanceMaker(increment, appearance, ink);
    makers.set(appearance, maker);
  }
  const rotate = pageOfWidget(document, widget)?.rotate ?? 0;
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
  const turned = rotate === 90 || rotate === 270;
  return maker.form(turned ? height : width, turned ? width : height, rotate, sliceOf(document, widget.dict));
}

function sliceOf(document: PdfDocument, widget: PdfDict): Slice | undefined {
  const slice = document.lookup(widget, SLICE_KEY);
  if (!isArray(slice)) return undefined;
  const [index, count] = slice.items;
  return typeof index === 'number' && typeof count === 'number' && count > 0 && index < count
    ? { index, count }
    : undefined;
}

function pageOfWidget(document: PdfDocument, widget: PdfWidget): PdfPage | undefined {
  const page = widget.dict.entries.get('P');
  if (isRef(page ?? null)) return pageOfRef(document, page as PdfRef);
  return listPages(document).find((candidate) => {
    const annotations = document.lookup(candidate.dict, 'Annots');
    return isArray(annotations) && annotations.items.some((a) => isRef(a) && a.num === widget.ref?.num);
  });
}

/** The lock with its references resolved, for copying into the signature. */
function resolvedLock(document: PdfDocument, lock: PdfDict): PdfDict {
  const fields = document.lookup(lock, 'Fields');
  return withEntries(lock, {
    Action: document.lookup(lock, 'Action'),
    Fields: isArray(fields) ? pdfArray(...fields.items.map((item) => document.resolve(item))) : undefined,
  });
}

function makeField(
  document: PdfDocument,
  increment: Increment,
  signatureRef: PdfRef,
  request: SignatureRequest,
): void {
  const place = request.newField;
  if (!place) throw new AppError('SIGNATURE_FIELD_NOT_FOUND', { field: request.field });
  if (request.field === '' || request.field.includes('.'))
    throw new AppError('INPUT_INVALID', { field: request.field }, 'field');
  const page = findPage(document, place === 'invisible' ? 0 : place.page);
  const frame = pageFrame(page);
  const rect = place === 'invisible' ? ([0, 0, 0, 0] as const) : frame.rectOf(place.box);
  const claims = claimsOf(document);
  const maker =
    request.appearance && place !== 'invisible'
      ? appearanceMaker(increment, request.appearance, inkFor(claims))
      : undefined;
  const form =
    maker && place !== 'invisible'
      ? maker.form(place.box.width * frame.unitsPerMm, place.box.height * frame.unitsPerMm, page.rotate)
      : undefined;
  const entries = {
    FT: pdfName('Sig'),
    T: textString(request.field),
    V: signatureRef,
    Rect: pdfArray(...rect),
    AP: form ? pdfDict({ N: form }) : blankFor(claims, increment),
    Lock: request.fieldLock ? lockDict(request.fieldLock) : undefined,
  };
  addWidget(document, increment, page, entries, place !== 'invisible');
}
