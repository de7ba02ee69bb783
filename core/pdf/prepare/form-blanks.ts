/** The form fields of a foreign file that a party of the contract can fill in before signing, and where their text goes. */
import type { Bytes } from '#core/bytes.ts';
import { withoutHidden } from '#core/validate/hidden-characters.ts';
import { lengthOf } from '#core/validate/text.ts';
import { pageFrame } from '../draw/page-frame.ts';
import type { PdfDocument } from '../read/document.ts';
import { listFields, type PdfField, type PdfWidget } from '../read/fields.ts';
import { isArray, isDict, isName, isRef, isString, type PdfDict } from '../read/objects.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { boxOf, listPages, type PdfPage } from '../read/pages.ts';
import { textOf } from '../read/text-string.ts';
import { isSigned } from '../sign/check-may-sign.ts';
import { inheritedOf } from './form-frame.ts';

/** A line of a field on its page; mm from the top left corner of the page as displayed, pages from 0. */
export interface BlankLine {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A field that a party can fill in. */
export interface FormBlank {
  /** As people are told of it: the field's description, else its name. */
  readonly name: string;
  readonly input: 'LINE' | 'LINES' | 'CHOICE' | 'TICK';
  readonly choices: readonly string[];
  readonly required: boolean;
  /** Maximum length in characters. */
  readonly length: number;
  /** The value in the file: of a tick `true` or empty. */
  readonly value: string;
  /** For each of the field's places on the pages its lines, from the top. */
  readonly places: readonly (readonly BlankLine[])[];
}

/** Longest value that a call takes. */
const LONGEST_VALUE = 200;
const MOST_CHOICES = 1_000;
const LONGEST_NAME = 60;
const MOST_LINES = 30;
/** Lowest height and width of a place, mm. */
const LEAST = 2;
const POINT = 25.4 / 72;
/** Height of a line in ems, as values are drawn. */
const EMS_HIGH = 1.3;
/** Points. */
const USUAL_SIZE = 12;
const LARGEST_OF_SEVERAL = 14;
const SIDE = 2 * POINT;

const [READ_ONLY, REQUIRED] = [1, 2];
/** Flags by type (12.7.5.2 to 12.7.5.4). */
const [RADIO, PUSH_BUTTON] = [1 << 15, 1 << 16];
const [MULTILINE, PASSWORD, FILE, RICH] = [1 << 12, 1 << 13, 1 << 20, 1 << 25];
const [COMBO, EDIT, MULTI_SELECT] = [1 << 17, 1 << 18, 1 << 21];
const [INVISIBLE, HIDDEN, NO_VIEW] = [1, 2, 32];

/**
 * The fields of a PDF that a party can fill in, in the order of the form: texts, choices of one value, and tick boxes
 * that stand upright on their page. None in a signed file, whose pages must not change. Throws the errors of
 * `openPdfBytes` and `listFields`.
 *
 * ```ts
 * formBlanks(bytes)[0]; // { name: 'amount', input: 'LINE', required: true, value: '12000', places: […], … }
 * ```
 */
export function formBlanks(bytes: Bytes): FormBlank[] {
  const document = openPdfBytes(bytes);
  const fields = listFields(document);
  if (fields.some(isSigned)) return [];
  return [...blankFields(document, listPages(document), fields).values()];
}

/** The same by field, of a file that is open. */
export function blankFields(
  document: PdfDocument,
  pages: readonly PdfPage[],
  fields: readonly PdfField[],
): Map<PdfField, FormBlank> {
  const pageOf = new Map<number, PdfPage | null>();
  for (const page of pages) {
    const list = document.lookup(page.dict, 'Annots');
    for (const item of isArray(list) ? list.items : [])
      if (isRef(item)) pageOf.set(item.num, pageOf.has(item.num) ? null : page);
  }
  const found = new Map<PdfField, FormBlank>();
  for (const field of fields) {
    const blank = blankOf(document, pageOf, field);
    if (blank) found.set(field, blank);
  }
  return found;
}

function blankOf(
  document: PdfDocument,
  pageOf: ReadonlyMap<number, PdfPage | null>,
  field: PdfField,
): FormBlank | undefined {
  if (!field.ref || (field.flags & READ_ONLY) !== 0) return undefined;
  const input = inputOf(document, field);
  if (!input) return undefined;
  const places = field.widgets.map((widget) => linesOf(document, pageOf, field, widget, input.input));
  if (places.length === 0 || !places.every((lines) => lines !== undefined)) return undefined;
  const said = inheritedOf(document, field.dict, 'TU');
  const label = isString(said) ? plain(textOf(said)) : '';
  const most = inheritedOf(document, field.dict, 'MaxLen');
  return {
    name: cut(label || plain(field.name) || '—', LONGEST_NAME),
    ...input,
    required: (field.flags & REQUIRED) !== 0,
    length: typeof most === 'number' && most >= 1 ? Math.min(LONGEST_VALUE, Math.floor(most)) : LONGEST_VALUE,
    value: storedValue(document, field, input),
    places: places as BlankLine[][],
  };
}

const plain = (text: string): string => withoutHidden(text).replace(/\s+/gu, ' ').trim();
const cut = (text: string, most: number): string =>
  lengthOf(text) > most
    ? `${Array.from(text)
        .slice(0, most - 1)
        .join('')}…`
    : text;

type Input = Pick<FormBlank, 'input' | 'choices'>;

function inputOf(document: PdfDocument, { type, flags, dict }: PdfField): Input | undefined {
  const has = (...some: number[]) => some.some((flag) => (flags & flag) !== 0);
  if (type === 'Tx') {
    if (has(PASSWORD, FILE, RICH)) return undefined;
    return { input: has(MULTILINE) ? 'LINES' : 'LINE', choices: [] };
  }
  if (type === 'Btn') return has(RADIO, PUSH_BUTTON) ? undefined : { input: 'TICK', choices: [] };
  if (type !== 'Ch' || has(MULTI_SELECT)) return undefined;
  if (has(COMBO) && has(EDIT)) return { input: 'LINE', choices: [] };
  const choices = choicesOf(document, dict).map(({ shown }) => shown);
  const distinct = [...new Set(choices)].filter((one) => one !== '');
  if (distinct.length === 0 || distinct.length > MOST_CHOICES) return undefined;
  return distinct.some((one) => lengthOf(one) > LONGEST_VALUE)
    ? undefined
    : { input: 'CHOICE', choices: distinct };
}

/** The options of a choice (12.7.5.4): what the form stores, and what people see. */
function choicesOf(document: PdfDocument, dict: PdfDict): { stored: string; shown: string }[] {
  const list = inheritedOf(document, dict, 'Opt');
  return (isArray(list) ? list.items.slice(0, MOST_CHOICES + 1) : []).flatMap((item) => {
    const option = document.resolve(item);
    const [stored, shown = stored] = isArray(option)
      ? option.items.slice(0, 2).map((one) => document.resolve(one))
      : [option];
    return isString(stored ?? null) && isString(shown ?? null)
      ? [{ stored: textOf(stored as never), shown: plain(textOf(shown as never)) }]
      : [];
  });
}

function storedValue(document: PdfDocument, { value, dict, widgets }: PdfField, { input }: Input): string {
  if (input === 'TICK') {
    const state = document.lookup(widgets[0]!.dict, 'AS');
    const on = isName(value) ? value.value : isName(state) ? state.value : 'Off';
    return on === 'Off' ? '' : 'true';
  }
  const first = isArray(value) ? document.resolve(value.items[0] ?? null) : value;
  const text = isString(first) ? textOf(first) : '';
  if (input === 'CHOICE')
    return choicesOf(document, dict).find(({ stored }) => stored === text)?.shown ?? plain(text);
  const lines = text.replace(/\r\n?/g, '\n').split('\n').map(withoutHidden);
  return Array.from(lines.join(input === 'LINES' ? '\n' : ' ').trim())
    .slice(0, LONGEST_VALUE)
    .join('');
}

/** The lines of one place of a field; undefined if nobody could see or read there what was filled in. */
function linesOf(
  document: PdfDocument,
  pageOf: ReadonlyMap<number, PdfPage | null>,
  field: PdfField,
  { ref, dict }: PdfWidget,
  input: Input['input'],
): BlankLine[] | undefined {
  const page = ref && pageOf.get(ref.num);
  const rect = boxOf(document, dict.entries.get('Rect'));
  const flags = document.lookup(dict, 'F');
  if (!page?.ref || !rect || dict.entries.has('OC')) return undefined;
  if (typeof flags === 'number' && (flags & (INVISIBLE | HIDDEN | NO_VIEW)) !== 0) return undefined;
  const marks = document.lookup(dict, 'MK');
  const turn = isDict(marks) ? document.lookup(marks, 'R') : null;
  const turned = (page.rotate - (typeof turn === 'number' ? turn : 0)) % 360;
  if (turned !== 0 && input !== 'TICK') return undefined;
  const frame = pageFrame(page);
  const [one, other] = [frame.toView(rect[0], rect[1]), frame.toView(rect[2], rect[3])];
  const box = {
    x: Math.min(one.xMm, other.xMm),
    y: Math.min(one.yMm, other.yMm),
    width: Math.abs(one.xMm - other.xMm),
    height: Math.abs(one.yMm - other.yMm),
  };
  const isOff =
    box.x < -0.1 ||
    box.y < -0.1 ||
    box.x + box.width > frame.widthMm + 0.1 ||
    box.y + box.height > frame.heightMm + 0.1;
  if (isOff || box.width < LEAST || box.height < LEAST) return undefined;
  const at = { page: page.index };
  if (input === 'TICK') {
    const side = Math.min(box.width, box.height);
    const [x, y] = [box.x + (box.width - side) / 2, box.y + (box.height - side) / 2];
    return [{ ...at, x, y, width: side, height: side }];
  }
  const said = sizeOf(document, field.dict, dict);
  // Writers that choose the size themselves fill a field of several lines with one.
  const size = input === 'LINES' ? Math.min(said || USUAL_SIZE, LARGEST_OF_SEVERAL) : said || USUAL_SIZE;
  const wanted = size * page.userUnit * POINT * EMS_HIGH;
  const height = Math.max(LEAST, Math.min(wanted, box.height));
  const side = box.width > LEAST + 2 * SIDE ? SIDE : 0;
  const [x, width] = [box.x + side, box.width - 2 * side];
  if (input !== 'LINES') return [{ ...at, x, y: box.y + (box.height - height) / 2, width, height }];
  const count = Math.max(1, Math.min(MOST_LINES, Math.floor(box.height / height + 0.05)));
  return Array.from({ length: count }, (_, i) => ({ ...at, x, y: box.y + i * height, width, height }));
}

/** The size of the field's font in points; 0 where readers choose one. */
function sizeOf(document: PdfDocument, field: PdfDict, widget: PdfDict): number {
  const own = document.lookup(widget, 'DA') ?? inheritedOf(document, field, 'DA');
  if (!isString(own)) return 0;
  const lines = textOf(own).split(/\s+/);
  return Math.min(72, Number(lines[lines.indexOf('Tf') - 1] ?? 0)) || 0;
}
