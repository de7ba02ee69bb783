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

/** A character drawn on a page, in the page's own units. */
export interface Glyph {
  /** Its text; more than one character for a ligature. */
  readonly text: string;
  /** Where it begins on the base line. */
  readonly x: number;
  readonly y: number;
  /** Its advance. */
  readonly dx: number;
  readonly dy: number;
  /** From the base line to the top, and to the bottom, of the letters' box. */
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

/** What a shown byte costs of a file's share: so many bytes can be looked at in the same time. */
const COST_OF_SHOWN = 10;
const MAX_OPERATORS = 3_000_000;
const MAX_GLYPHS = 500_000;
const MAX_FORM_DEPTH = 12;
const MAX_FORMS = 5000;
const MAX_STATES = 256;

/**
 * The characters that a page's content draws, in the order of drawing, those of its forms too. Characters whose text
 * nothing tells are left out. Broken content gives what could be read. Throws DOCUMENT_TOO_COMPLEX.
 */
export function readGlyphs(view: PdfView, page: PdfPage): Glyph[] {
  const glyphs: Glyph[] = [];
  const fonts = new Map<PdfDict, FontReader>();
  let operators = 0;
  let forms = 0;

  function readerOf(font: PdfDict): FontReader {
    const known = fonts.get(font);
    if (known) return known;
    const reader = fontReader(view, font);
    fonts.set(font, reader);
    return reader;
  }

  function fontOf(resources: PdfDict, name: string): FontReader | undefined {
    const list = view.lookup(resources, 'Font');
    const dict = isDict(list) ? view.lookup(list, name) : null;
    return isDict(dict) ? readerOf(dict) : undefined;
  }

  function run(content: Uint8Array, resources: PdfDict, start: GraphicsState, depth: number): void {
    const parser = new Parser(content, 0, undefined, false);
    const saved: GraphicsState[] = [];
    let state = start;
    let matrix: Matrix = [1, 0, 0, 1, 0, 0];
    let line: Matrix = matrix;
    let operands: PdfObject[] = [];
    const number = (i: number): number => {
      const value = operands[i];
      return typeof value === 'number' ? value : 0;
    };
    const sixNumbers = (): Matrix => [number(0), number(1), number(2), number(3), number(4), number(5)];
    const move = (x: number, y: number): void => {
      line = combine([1, 0, 0, 1, x, y], line);
      matrix = line;
    };
    const advance = (by: number): void => {
      const shift: Matrix = state.font?.vertical ? [1, 0, 0, 1, 0, -by] : [1, 0, 0, 1, by * state.scale, 0];
      matrix = combine(shift, matrix);
    };
    const show = (bytes: Uint8Array): void => {
      const { font, size } = state;
      if (!font) return;
      view.spend(bytes.length * COST_OF_SHOWN);
      for (const { text, width, isSpace } of font.read(bytes)) {
        const step = width * size + state.charSpace + (isSpace ? state.wordSpace : 0);
        if (text !== undefined && text !== '') addGlyph(text, font, width * size);
        advance(step);
      }
    };
    const addGlyph = (text: string, font: FontReader, length: number): void => {
      if (glyphs.length >= MAX_GLYPHS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'text' });
      const [a, b, c, d, e, f] = combine(combine([1, 0, 0, 1, 0, state.rise], matrix), state.ctm);
      const { size } = state;
      if (font.vertical) {
        // The origin of vertical writing is the middle of the character's top.
        const half = size / 2;
        glyphs.push({
          text,
          x: e,
          y: f,
          dx: -c * length,
          dy: -d * length,
          upX: a * half,
          upY: b * half,
          downX: -a * half,
          downY: -b * half,
          size: Math.hypot(c, d) * Math.abs(size),
        });
        return;
      }
      const along = length * state.scale;
      const up = font.ascent * size;
      const down = font.descent * size;
      glyphs.push({
        text,
        x: e,
        y: f,
        dx: a * along,
        dy: b * along,
        upX: c * up,
        upY: d * up,
        downX: c * down,
        downY: d * down,
        size: Math.hypot(c, d) * Math.abs(size),
      });
    };
    const drawForm = (name: PdfObject | undefined): void => {
      const list = view.lookup(resources, 'XObject');
      const form = isDict(list) && isName(name) ? view.lookup(list, name.value) : null;
      if (!isStream(form) || !isName(view.lookup(form.dict, 'Subtype'), 'Form') || depth >= MAX_FORM_DEPTH)
        return;
      if (++forms > MAX_FORMS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'forms' });
      const own = view.lookup(form.dict, 'Resources');
      const at = view.lookup(form.dict, 'Matrix');
      const values = isArray(at) ? at.items.map((item) => view.resolve(item)) : [];
      const place =
        values.length === 6 && values.every((v) => typeof v === 'number')
          ? (values as unknown as Matrix)
          : undefined;
      const ctm = place ? combine(place, state.ctm) : state.ctm;
      run(contentOf(view, form), isDict(own) ? own : resources, { ...state, ctm }, depth + 1);
    };

    for (;;) {
      const token = parser.next();
      if (!isKeyword(token)) {
        operands.push(token);
        if (operands.length > 1000) operands = operands.slice(-100);
        continue;
      }
      if (token.value === '') return;
      if (++operators > MAX_OPERATORS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'content' });
      switch (token.value) {
        case 'q':
          if (saved.length < MAX_STATES) saved.push(state);
          break;
        case 'Q':
          state = saved.pop() ?? state;
          break;
        case 'cm':
          state = { ...state, ctm: combine(sixNumbers(), state.ctm) };
          break;
        case 'BT':
          matrix = line = [1, 0, 0, 1, 0, 0];
          break;
        case 'Tf': {
          const name = operands[0];
          state = {
            ...state,
            font: isName(name) ? fontOf(resources, name.value) : undefined,
            size: number(1),
          };
          break;
        }
        case 'Tc':
          state = { ...state, charSpace: number(0) };
          break;
        case 'Tw':
          state = { ...state, wordSpace: number(0) };
          break;
        case 'Tz':
          state = { ...state, scale: number(0) / 100 };
          break;
        case 'TL':
          state = { ...state, leading: number(0) };
          break;
        case 'Ts':
          state = { ...state, rise: number(0) };
          break;
        case 'Td':
          move(number(0), number(1));
          break;
        case 'TD':
          state = { ...state, leading: -number(1) };
          move(number(0), number(1));
          break;
        case 'Tm':
          matrix = line = sixNumbers();
          break;
        case 'T*':
          move(0, -state.leading);
          break;
        case 'Tj':
          if (isString(operands[0])) show(operands[0].bytes);
          break;
        case "'":
          move(0, -state.leading);
          if (isString(operands[0])) show(operands[0].bytes);
          break;
        case '"':
          state = { ...state, wordSpace: number(0), charSpace: number(1) };
          move(0, -state.leading);
          if (isString(operands[2])) show(operands[2].bytes);
          break;
        case 'TJ':
          if (isArray(operands[0])) {
            for (const item of operands[0].items) {
              if (typeof item === 'number') advance((-item / 1000) * state.size);
              else if (isString(item)) show(item.bytes);
            }
          }
          break;
        case 'Do':
          drawForm(operands[0]);
          break;
        case 'gs': {
          const states = view.lookup(resources, 'ExtGState');
          const own = isDict(states) && isName(operands[0]) ? view.lookup(states, operands[0].value) : null;
          const font = isDict(own) ? view.lookup(own, 'Font') : null;
          if (isArray(font)) {
            const dict = view.resolve(font.items[0]);
            const size = view.resolve(font.items[1]);
            if (isDict(dict) && typeof size === 'number') state = { ...state, font: readerOf(dict), size };
          }
          break;
        }
        case 'ID':
          skipInlineImage(parser);
          break;
      }
      operands = [];
    }
  }

  run(pageContent(view, page), page.resources ?? pdfDict(), { ...START, ctm: [1, 0, 0, 1, 0, 0] }, 0);
  return glyphs;
}
