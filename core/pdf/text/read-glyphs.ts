import type { Matrix } from '#core/drawing.ts';
import { combine } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import type { PdfView } from '../read/document.ts';
import {
  isArray,
  isDict,
  isName,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
  pdfDict,
} from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import { isKeyword, Parser } from '../read/parser.ts';
import { type FontReader, fontReader } from './font-reader.ts';
import { contentOf, pageContent, skipInlineImage } from './page-content.ts';

/** A character drawn on a page, in page units. */
export interface Glyph {
  /** Its text; more than one character for a ligature. */
  readonly text: string;
  /** Its origin on the baseline. */
  readonly x: number;
  readonly y: number;
  /** Its advance vector. */
  readonly dx: number;
  readonly dy: number;
  /** Vectors from the baseline to the top and to the bottom of the letter box. */
  readonly upX: number;
  readonly upY: number;
  readonly downX: number;
  readonly downY: number;
  /** Length of the em. */
  readonly size: number;
}

interface TextState {
  readonly font: FontReader | undefined;
  readonly size: number;
  readonly charSpace: number;
  readonly wordSpace: number;
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
}

interface GraphicsState extends TextState {
  readonly ctm: Matrix;
}

const START: Omit<GraphicsState, 'ctm'> = {
  font: undefined,
  size: 1,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  leading: 0,
  rise: 0,
};

/** Budget charged per shown byte: reading that many bytes takes as long. */
const COST_OF_GLYPH = 10;
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Maximum number of operands before one operator; beyond it only the last ones are kept. */
const MAX_OPERANDS = 1000;
const MOST_OPERANDS = 100;
const MAX_OPERATORS = 3_000_000;
const MAX_GLYPHS = 500_000;
const MAX_FORM_DEPTH = 12;
const MAX_FORMS = 5000;
const MAX_STATES = 256;

/**
 * The characters that a page's content draws, including its forms, in drawing order. Characters with unknown text are
 * omitted. Malformed content is read as far as possible. Throws DOCUMENT_TOO_COMPLEX.
 */
export function readGlyphs(view: PdfView, page: PdfPage): Glyph[] {
  const reading = new Reading(view);
  const start: GraphicsState = { ...START, ctm: IDENTITY };
  readContent(reading, pageContent(view, page), page.resources ?? pdfDict(), start, 0);
  return reading.glyphs;
}

/** Shared by all content streams of one page: the characters found so far, the fonts, and the limits. */
class Reading {
  readonly view: PdfView;
  readonly glyphs: Glyph[] = [];
  private readonly fonts = new Map<PdfDict, FontReader>();
  private operators = 0;
  private forms = 0;

  constructor(view: PdfView) {
    this.view = view;
  }

  fontOf(font: PdfDict): FontReader {
    const known = this.fonts.get(font);
    if (known) return known;
    const reader = fontReader(this.view, font);
    this.fonts.set(font, reader);
    return reader;
  }

  add(glyph: Glyph): void {
    if (this.glyphs.length >= MAX_GLYPHS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'text' });
    this.glyphs.push(glyph);
  }

  countOperator(): void {
    this.operators += 1;
    if (this.operators > MAX_OPERATORS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'content' });
  }

  countForm(): void {
    this.forms += 1;
    if (this.forms > MAX_FORMS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'forms' });
  }
}

/** The execution of one content stream, of a page or a form: its state and the position of the next character. */
class Content {
  readonly reading: Reading;
  readonly resources: PdfDict;
  readonly parser: Parser;
  readonly depth: number;
  state: GraphicsState;
  private readonly saved: GraphicsState[] = [];
  /** The text matrix, and the text line matrix. */
  private matrix: Matrix = IDENTITY;
  private line: Matrix = IDENTITY;

  constructor(
    reading: Reading,
    content: Uint8Array,
    resources: PdfDict,
    start: GraphicsState,
    depth: number,
  ) {
    this.reading = reading;
    this.parser = new Parser(content, 0, undefined, false);
    this.resources = resources;
    this.state = start;
    this.depth = depth;
  }

  /** A resource of one category by its name. */
  resource(kind: string, name: PdfObject | undefined): PdfObject {
    const { view } = this.reading;
    const list = view.lookup(this.resources, kind);
    return isDict(list) && isName(name) ? view.lookup(list, name.value) : null;
  }

  set(changed: Partial<GraphicsState>): void {
    this.state = { ...this.state, ...changed };
  }

  save(): void {
    if (this.saved.length < MAX_STATES) this.saved.push(this.state);
  }

  restore(): void {
    this.state = this.saved.pop() ?? this.state;
  }

  placeLine(at: Matrix): void {
    this.matrix = this.line = at;
  }

  moveLine(x: number, y: number): void {
    this.placeLine(combine([1, 0, 0, 1, x, y], this.line));
  }

  nextLine(): void {
    this.moveLine(0, -this.state.leading);
  }

  advance(by: number): void {
    const { font, scale } = this.state;
    const shift: Matrix = font?.vertical ? [1, 0, 0, 1, 0, -by] : [1, 0, 0, 1, by * scale, 0];
    this.matrix = combine(shift, this.matrix);
  }

  show(string: PdfObject | undefined): void {
    const { font, size, charSpace, wordSpace } = this.state;
    if (!font || !isString(string)) return;
    this.reading.view.spend(string.bytes.length * COST_OF_GLYPH);
    for (const { text, width, isSpace } of font.read(string.bytes)) {
      if (text !== undefined && text !== '') this.reading.add(this.glyph(text, font, width * size));
      this.advance(width * size + charSpace + (isSpace ? wordSpace : 0));
    }
  }

  private glyph(text: string, font: FontReader, length: number): Glyph {
    const { size, rise, scale, ctm } = this.state;
    const [a, b, c, d, x, y] = combine(combine([1, 0, 0, 1, 0, rise], this.matrix), ctm);
    const em = Math.hypot(c, d) * Math.abs(size);
    if (font.vertical) {
      // In vertical writing the origin is the top centre of the character.
      const [upX, upY] = [(a * size) / 2, (b * size) / 2];
      return { text, x, y, dx: -c * length, dy: -d * length, upX, upY, downX: -upX, downY: -upY, size: em };
    }
    const along = length * scale;
    const up = font.ascent * size;
    const down = font.descent * size;
    return {
      text,
      x,
      y,
      dx: a * along,
      dy: b * along,
      upX: c * up,
      upY: d * up,
      downX: c * down,
      downY: d * down,
      size: em,
    };
  }
}

function readContent(
  reading: Reading,
  bytes: Uint8Array,
  resources: PdfDict,
  start: GraphicsState,
  depth: number,
): void {
  const content = new Content(reading, bytes, resources, start, depth);
  let operands: PdfObject[] = [];
  for (;;) {
    const token = content.parser.next();
    if (!isKeyword(token)) {
      operands.push(token);
      if (operands.length > MAX_OPERANDS) operands = operands.slice(-MOST_OPERANDS);
      continue;
    }
    if (token.value === '') return;
    reading.countOperator();
    OPERATORS.get(token.value)?.(content, operands);
    operands = [];
  }
}

const numberAt = (operands: readonly PdfObject[], i: number): number => {
  const value = operands[i];
  return typeof value === 'number' ? value : 0;
};

const matrixOf = (operands: readonly PdfObject[]): Matrix => [
  numberAt(operands, 0),
  numberAt(operands, 1),
  numberAt(operands, 2),
  numberAt(operands, 3),
  numberAt(operands, 4),
  numberAt(operands, 5),
];

/** The operators that affect the position and content of text (ISO 32000-1, 8.4, 8.10 and 9.3 to 9.4). */
const OPERATORS: ReadonlyMap<string, (content: Content, operands: readonly PdfObject[]) => void> = new Map([
  ['q', (content) => content.save()],
  ['Q', (content) => content.restore()],
  ['cm', (content, of) => content.set({ ctm: combine(matrixOf(of), content.state.ctm) })],
  ['BT', (content) => content.placeLine(IDENTITY)],
  ['Tf', setFont],
  ['Tc', (content, of) => content.set({ charSpace: numberAt(of, 0) })],
  ['Tw', (content, of) => content.set({ wordSpace: numberAt(of, 0) })],
  ['Tz', (content, of) => content.set({ scale: numberAt(of, 0) / 100 })],
  ['TL', (content, of) => content.set({ leading: numberAt(of, 0) })],
  ['Ts', (content, of) => content.set({ rise: numberAt(of, 0) })],
  ['Td', (content, of) => content.moveLine(numberAt(of, 0), numberAt(of, 1))],
  [
    'TD',
    (content, of) => {
      content.set({ leading: -numberAt(of, 1) });
      content.moveLine(numberAt(of, 0), numberAt(of, 1));
    },
  ],
  ['Tm', (content, of) => content.placeLine(matrixOf(of))],
  ['T*', (content) => content.nextLine()],
  ['Tj', (content, of) => content.show(of[0])],
  [
    "'",
    (content, of) => {
      content.nextLine();
      content.show(of[0]);
    },
  ],
  [
    '"',
    (content, of) => {
      content.set({ wordSpace: numberAt(of, 0), charSpace: numberAt(of, 1) });
      content.nextLine();
      content.show(of[2]);
    },
  ],
  ['TJ', showSpaced],
  ['Do', drawForm],
  ['gs', setFontOfState],
  ['ID', (content) => skipInlineImage(content.parser)],
]);

function setFont(content: Content, operands: readonly PdfObject[]): void {
  const font = content.resource('Font', operands[0]);
  content.set({
    font: isDict(font) ? content.reading.fontOf(font) : undefined,
    size: numberAt(operands, 1),
  });
}

/** Sets the font from a graphics state dictionary. */
function setFontOfState(content: Content, operands: readonly PdfObject[]): void {
  const { view } = content.reading;
  const state = content.resource('ExtGState', operands[0]);
  const pair = isDict(state) ? view.lookup(state, 'Font') : null;
  if (!isArray(pair)) return;
  const font = view.resolve(pair.items[0]);
  const size = view.resolve(pair.items[1]);
  if (isDict(font) && typeof size === 'number') content.set({ font: content.reading.fontOf(font), size });
}

/** Shows strings; numbers between them, in thousandths of an em, move the next string back. */
function showSpaced(content: Content, operands: readonly PdfObject[]): void {
  const list = operands[0];
  if (!isArray(list)) return;
  for (const item of list.items) {
    if (typeof item === 'number') content.advance((-item / 1000) * content.state.size);
    else content.show(item);
  }
}

function drawForm(content: Content, operands: readonly PdfObject[]): void {
  const { reading, state, depth } = content;
  const { view } = reading;
  const form = content.resource('XObject', operands[0]);
  if (!isStream(form) || !isName(view.lookup(form.dict, 'Subtype'), 'Form')) return;
  if (depth >= MAX_FORM_DEPTH) return;
  reading.countForm();
  const own = view.lookup(form.dict, 'Resources');
  const place = view.lookup(form.dict, 'Matrix');
  const values = isArray(place) ? place.items.map((item) => view.resolve(item)) : [];
  const isMatrix = values.length === 6 && values.every((v) => typeof v === 'number');
  const ctm = isMatrix ? combine(matrixOf(values), state.ctm) : state.ctm;
  const resources = isDict(own) ? own : content.resources;
  readContent(reading, contentOf(view, form), resources, { ...state, ctm }, depth + 1);
}
