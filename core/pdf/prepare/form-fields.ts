/**
 * The form fields that a file brings along. A signature leaves them fillable (12.8.2.2: without a permission, forms may
 * be filled in), so that before the first signature they become content of the pages, or are locked by each signature.
 */
import type { Matrix } from '#core/drawing.ts';
import type { Ink } from '../draw/ink.ts';
import type { PdfDocument } from '../read/document.ts';
import { acroForm, type PdfField, type PdfWidget } from '../read/fields.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  type PdfStream,
  pdfDict,
  pdfName,
  withEntries,
} from '../read/objects.ts';
import { boxOf, type PageBox, type PdfPage } from '../read/pages.ts';
import { textOf } from '../read/text-string.ts';
import { isSigned } from '../sign/check-may-sign.ts';
import { COMPANION_KEY } from '../sign/lay-out-signature.ts';
import type { FieldLock } from '../sign/signature-request.ts';
import { drawnText } from '../verify/changes/drawn-text.ts';
import type { Increment } from '../write/increment.ts';
import type { Structure } from '../write/structure.ts';
import type { Overlays } from './draw-marks.ts';
import { drawFrame, inheritedOf } from './form-frame.ts';
import type { Overlay } from './page-overlay.ts';
import { removeAnnotations, removeFields } from './remove-fields.ts';

/** Flags of annotations (12.5.3). */
const [HIDDEN, PRINT, NO_ZOOM, NO_ROTATE, NO_VIEW] = [2, 4, 8, 16, 32];
/** Flags of fields (12.7.5.2 and 12.7.5.4). */
const [RADIO, PUSH_BUTTON, COMBO] = [32_768, 65_536, 131_072];
/** On a page with more annotations, fields are left as they are: each is compared with all below it. */
const MOST_ANNOTATIONS = 1_000;
/** Fields that must stay may keep others that lie over them; a file where this goes on for longer keeps all. */
const MOST_ROUNDS = 5;

/**
 * All fields that people fill in: those that are no signatures, and do not repeat the appearance of one to come (see
 * COMPANION_KEY).
 */
export function fillableFields(document: PdfDocument, fields: readonly PdfField[]): PdfField[] {
  const toSign = new Set(fields.filter((f) => f.type === 'Sig' && !isSigned(f)).map(({ name }) => name));
  return fields.filter((field) => {
    if (field.type === 'Sig') return false;
    const owner = field.type === 'Btn' ? document.lookup(field.dict, COMPANION_KEY) : null;
    return !(isString(owner) && toSign.has(textOf(owner)));
  });
}

/** The lock of a signature over these fields; undefined for none. */
export function lockOver(fields: readonly PdfField[]): FieldLock | undefined {
  const names = [...new Set(fields.map(({ name }) => name))].filter((name) => name !== '');
  return names.length > 0 ? { action: 'Include', fields: names } : undefined;
}

/** A widget on its page: the picture that readers show of it, null if they show none. */
interface FormAppearance {
  readonly form: PdfRef | null;
  readonly matrix: Matrix;
  /** A frame alone, which says nothing. */
  readonly artifact?: true;
}

/** What fields are drawn with. */
export interface Flattening {
  readonly overlays: Overlays;
  /** Of a tagged file: keeps the place of each field for screen readers. */
  readonly structure: Structure | undefined;
  readonly ink: Ink;
  /** Fields that a party fills in before signing: their frame is drawn, without their value. */
  readonly blanks: ReadonlySet<PdfField>;
}

/** An annotation of a page, in the order in which readers draw them. */
interface PlacedAnnotation {
  readonly num: number;
  readonly box: PageBox | undefined;
}

/**
 * Draws `fields` onto their pages as content, exactly as they are shown now, and removes them from the form. The file
 * must not be signed. Returns those that must stay as they are, since drawing them could change how the page looks or
 * reads: without a stored picture of their value, on layers, above other annotations, or in a tagged file whose
 * structure does not contain them. Fills `overlays`, which the caller draws.
 */
export function flattenFields(
  document: PdfDocument,
  increment: Increment,
  pages: readonly PdfPage[],
  fields: readonly PdfField[],
  how: Flattening,
): PdfField[] {
  const form = acroForm(document);
  if (!form || fields.length === 0) return [];
  const placed = pages.map((page) => annotationsOf(document, page));
  const pageOf = pagesByWidget(placed);
  const shown = new Map<number, FormAppearance>();
  const stay = new Set<PdfField>();
  for (const field of fields)
    if (!readAppearances(document, increment, pages, pageOf, field, shown, how)) stay.add(field);
  keepAbove(placed, fields, stay, how.blanks);
  const gone = fields.filter((field) => !stay.has(field));
  const numbers = new Set(gone.flatMap(numbersOf));
  const owners = new Map(
    gone.flatMap((field) =>
      field.widgets.map((widget) => [widget.ref?.num ?? -1, { field, widget }] as const),
    ),
  );
  for (const [index, list] of placed.entries()) {
    const removed = list.filter(({ num }) => numbers.has(num));
    if (removed.length === 0) continue;
    const drawn = removed.flatMap(({ num }): Overlay[] => {
      const look = shown.get(num)!;
      const { field, widget } = owners.get(num)!;
      const tag = tagOf(document, pages[index]!, field, widget, look, how.structure);
      return look.form ? [{ form: look.form, matrix: look.matrix, ...tag }] : [];
    });
    if (drawn.length > 0) how.overlays.set(index, [...(how.overlays.get(index) ?? []), ...drawn]);
    removeAnnotations(document, increment, pages[index]!, numbers);
  }
  removeFields(document, increment, form, numbers, stay.size === 0);
  return [...stay];
}

/** How the content that takes the place of a widget is marked; also takes the widget out of the structure. */
function tagOf(
  document: PdfDocument,
  page: PdfPage,
  field: PdfField,
  widget: PdfWidget,
  look: FormAppearance,
  structure: Structure | undefined,
): Pick<Overlay, 'mcid' | 'artifact'> {
  if (!structure) return {};
  if (look.form && !look.artifact)
    return { mcid: structure.toContent(page, widget, printedAppearances(document, field, widget)) };
  structure.drop(widget);
  return look.form ? { artifact: true } : {};
}

/** What a screen reader is told of a field that is only printed (14.8.5.6). */
function printedAppearances(document: PdfDocument, field: PdfField, { dict }: PdfWidget): PdfDict {
  const isButton = field.type === 'Btn';
  const has = (flag: number) => (field.flags & flag) !== 0;
  const role = !isButton ? 'tv' : has(PUSH_BUTTON) ? 'pb' : has(RADIO) ? 'rb' : 'cb';
  const state = document.lookup(dict, 'AS');
  const isOn = isName(state) && state.value !== 'Off';
  return pdfDict({
    O: pdfName('PrintField'),
    Role: pdfName(role),
    checked: role === 'cb' || role === 'rb' ? pdfName(isOn ? 'on' : 'off') : undefined,
    Desc: inheritedOf(document, field.dict, 'TU'),
  });
}

const numbersOf = ({ ref, widgets }: PdfField): number[] =>
  [ref, ...widgets.map((widget) => widget.ref)].flatMap((one) => (one ? [one.num] : []));

function annotationsOf(document: PdfDocument, page: PdfPage): PlacedAnnotation[] {
  const list = document.lookup(page.dict, 'Annots');
  return (isArray(list) ? list.items : []).map((item) => {
    const dict = document.resolve(item);
    return {
      num: isRef(item) ? item.num : -1,
      box: isDict(dict) ? boxOf(document, dict.entries.get('Rect')) : undefined,
    };
  });
}

/** The page of each annotation by its object number; null for one on several pages, or on one with too many. */
function pagesByWidget(placed: readonly (readonly PlacedAnnotation[])[]): Map<number, number | null> {
  const pageOf = new Map<number, number | null>();
  for (const [index, list] of placed.entries())
    for (const { num } of list)
      pageOf.set(num, pageOf.has(num) || list.length > MOST_ANNOTATIONS ? null : index);
  return pageOf;
}

/** Notes what is shown of the widgets of `field`; false if that cannot be drawn the same. */
function readAppearances(
  document: PdfDocument,
  increment: Increment,
  pages: readonly PdfPage[],
  pageOf: ReadonlyMap<number, number | null>,
  field: PdfField,
  shown: Map<number, FormAppearance>,
  { blanks, ink, structure }: Flattening,
): boolean {
  if (!field.ref) return false;
  return field.widgets.every((widget) => {
    if (!widget.ref) return false;
    const index = pageOf.get(widget.ref.num);
    // A widget that no page lists is not shown.
    if (index === undefined) return true;
    if (index === null || !pages[index]!.ref) return false;
    const page = pages[index]!;
    const look = blanks.has(field)
      ? frameOf(document, increment, field, widget, ink)
      : lookOf(document, increment, page, field, widget);
    // A screen reader finds content only through the structure.
    if (structure && look?.form && !look.artifact)
      if (!structure.has(widget) || isMarked(document, increment.get(look.form))) return false;
    if (look) shown.set(widget.ref.num, look);
    return look !== undefined;
  });
}

const BLANK: FormAppearance = { form: null, matrix: [1, 0, 0, 1, 0, 0] };

function lookOf(
  document: PdfDocument,
  increment: Increment,
  page: PdfPage,
  field: PdfField,
  { dict }: PdfWidget,
): FormAppearance | undefined {
  const flags = document.lookup(dict, 'F');
  const has = (flag: number) => typeof flags === 'number' && (flags & flag) !== 0;
  const pushes = field.type === 'Btn' && (field.flags & PUSH_BUTTON) !== 0;
  if (has(HIDDEN)) return BLANK;
  if (has(NO_VIEW) || has(NO_ZOOM) || (has(NO_ROTATE) && page.rotate !== 0)) return undefined;
  // A button for the screen alone, such as "print", is no content of a contract.
  if ((pushes && !has(PRINT)) || dict.entries.has('OC')) return undefined;
  const rect = boxOf(document, dict.entries.get('Rect'));
  if (!rect) return BLANK;
  const picture = pictureOf(document, dict);
  if (picture === 'unknown') return undefined;
  if (!picture) return isVisibleWithout(document, field, dict, pushes) ? undefined : BLANK;
  if (lacksResources(document, picture.stream) || !showsValue(document, field, picture.stream))
    return undefined;
  const matrix = matrixOnto(document, picture.stream.dict, rect);
  return matrix && { form: asForm(increment, picture), matrix };
}

/** Whether a form has marked content of its own in the structure, which must not stand inside of other content. */
function isMarked(document: PdfDocument, form: PdfObject): boolean {
  if (!isStream(form)) return false;
  if (['StructParent', 'StructParents'].some((key) => form.dict.entries.has(key))) return true;
  return new TextDecoder('latin1').decode(document.decode(form)).includes('/MCID');
}

/** The frame of a field whose value is yet to be filled in, or its box without a tick. */
function frameOf(
  document: PdfDocument,
  increment: Increment,
  field: PdfField,
  { dict }: PdfWidget,
  ink: Ink,
): FormAppearance {
  const rect = boxOf(document, dict.entries.get('Rect'))!;
  const look = document.lookup(dict, 'AP');
  const states = isDict(look) ? document.lookup(look, 'N') : null;
  const raw = field.type === 'Btn' && isDict(states) ? (states.entries.get('Off') ?? null) : null;
  const stream = document.resolve(raw);
  const matrix = isRef(raw) && isStream(stream) ? matrixOnto(document, stream.dict, rect) : undefined;
  if (matrix && isRef(raw) && isStream(stream) && !lacksResources(document, stream))
    return { form: asForm(increment, { ref: raw, stream }), matrix, artifact: true };
  const frame = drawFrame(document, increment, dict, rect, ink);
  return frame ? { form: frame, matrix: [1, 0, 0, 1, rect[0], rect[1]], artifact: true } : BLANK;
}

interface Picture {
  readonly ref: PdfRef;
  readonly stream: PdfStream;
}

/** The normal appearance in the current state (12.5.5); null for none, unknown if readers choose differently. */
function pictureOf(document: PdfDocument, dict: PdfDict): Picture | null | 'unknown' {
  const appearances = document.lookup(dict, 'AP');
  if (!isDict(appearances)) return null;
  let raw = appearances.entries.get('N') ?? null;
  const states = document.resolve(raw);
  if (isDict(states)) {
    const state = document.lookup(dict, 'AS');
    if (!isName(state)) return 'unknown';
    raw = states.entries.get(state.value) ?? null;
  }
  const stream = document.resolve(raw);
  return isRef(raw) && isStream(stream) ? { ref: raw, stream } : null;
}

/** Whether readers draw something of a widget without a picture: its value, its choices, or a border. */
function isVisibleWithout(document: PdfDocument, field: PdfField, dict: PdfDict, pushes: boolean): boolean {
  const marks = document.lookup(dict, 'MK');
  if (isDict(marks) && ['BG', 'BC', ...(pushes ? ['CA', 'I'] : [])].some((key) => marks.entries.has(key)))
    return true;
  if (field.type === 'Btn') {
    const state = document.lookup(dict, 'AS');
    return !pushes && isName(state) && state.value !== 'Off' && !isDict(document.lookup(dict, 'AP'));
  }
  if (field.type === 'Ch' && (field.flags & COMBO) === 0) return true;
  return !isEmpty(field.value);
}

const isEmpty = (value: PdfObject): boolean =>
  value === null || (isString(value) && textOf(value).trim() === '');

/** Operators that name a resource. */
const NAMING = /(?:^|[\s)\]>])(?:Tf|Do|gs|sh|cs|CS|scn|SCN)(?:[\s([</]|$)/;

/** Whether a picture lacks the fonts that it uses: some readers then take those of the form, others none. */
function lacksResources(document: PdfDocument, stream: PdfStream): boolean {
  if (stream.dict.entries.has('Resources')) return false;
  try {
    return NAMING.test(new TextDecoder('latin1').decode(document.decode(stream)));
  } catch {
    return true;
  }
}

/** Readers that are asked to draw all fields anew show the value whatever the picture says. */
function showsValue(document: PdfDocument, { type, value }: PdfField, stream: PdfStream): boolean {
  if (type === 'Btn' || document.lookup(acroForm(document)!, 'NeedAppearances') !== true) return true;
  const text = isString(value) ? textOf(value).replace(/\s/g, '') : isEmpty(value) ? '' : null;
  return text !== null && drawnText(document, stream) === text;
}

/** From the space of a form to its rectangle on the page (12.5.5, algorithm 8.1); the form's own matrix comes before. */
function matrixOnto(document: PdfDocument, form: PdfDict, rect: PageBox): Matrix | undefined {
  const box = boxOf(document, form.entries.get('BBox'));
  const matrix = document.lookup(form, 'Matrix');
  const numbers = (isArray(matrix) ? matrix.items : [1, 0, 0, 1, 0, 0]).map((item) => document.resolve(item));
  if (!box || numbers.length !== 6 || !numbers.every((n) => typeof n === 'number')) return undefined;
  const [a, b, c, d, e, f] = numbers as [number, number, number, number, number, number];
  const corners = [box[0], box[2]].flatMap((x) =>
    [box[1], box[3]].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (!(width > 0 && height > 0)) return undefined;
  const [sx, sy] = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height];
  return [sx, 0, 0, sy, rect[0] - left * sx, rect[1] - bottom * sy];
}

/** The picture as a form of a page; some writers omit its type. */
function asForm(increment: Increment, { ref, stream }: Picture): PdfRef {
  if (stream.dict.entries.has('Subtype')) return ref;
  return increment.add({ ...stream, dict: withEntries(stream.dict, { Subtype: pdfName('Form') }) });
}

/** Adds to `stay` the fields that lie over an annotation that stays: as content they would lie below it. */
function keepAbove(
  placed: readonly (readonly PlacedAnnotation[])[],
  fields: readonly PdfField[],
  stay: Set<PdfField>,
  blanks: ReadonlySet<PdfField>,
): void {
  const fieldOf = new Map(fields.flatMap((field) => numbersOf(field).map((num) => [num, field] as const)));
  for (let round = 0; ; round++) {
    const before = stay.size;
    for (const list of placed) {
      if (list.length > MOST_ANNOTATIONS) continue;
      const staying: PageBox[] = [];
      for (const { num, box } of list) {
        if (!box) continue;
        const field = fieldOf.get(num);
        if (field && !stay.has(field) && !blanks.has(field) && staying.some((below) => overlap(below, box)))
          stay.add(field);
        if (!field || stay.has(field)) staying.push(box);
      }
    }
    if (stay.size === before) return;
    if (round < MOST_ROUNDS) continue;
    for (const field of fields) if (!blanks.has(field)) stay.add(field);
    return;
  }
}

const overlap = (a: PageBox, b: PageBox): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
