/**
 * Computes how much a content stream hides of what is below it, at given points, by interpreting the appearance
 * operator by operator (ISO 32000-2, 8.2). Whatever cannot be interpreted counts as hiding.
 */
import { combine, type Matrix } from '#core/drawing.ts';
import { isAppError } from '#core/errors.ts';
import { addCurve, inverse, transformed } from '#core/flat-path.ts';
import { lowest, type Mask, type Point, type Rgb, ShowThrough, type Through } from '#core/show-through.ts';
import type { PdfView } from '../../read/document.ts';
import {
  isArray,
  isDict,
  isName,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfStream,
  pdfDict,
} from '../../read/objects.ts';
import { isKeyword, Parser } from '../../read/parser.ts';
import { skipInlineImage } from '../../text/page-content.ts';
import { type Alpha, imageAlpha } from './image-alpha.ts';
import { BLACK, type InkState, matrixOf, numbersOf, rgbOf, stateAt, withParameters } from './ink-state.ts';

const MAX_DEPTH = 12;
const MAX_OPERATORS = 200_000;

/** Path-painting operators (8.5.3.1): the fill rule, whether the path is stroked, whether it is closed first. */
const PATH_PAINTING = new Map<string, [fill: 'nonzero' | 'evenodd' | null, stroke: boolean, close?: boolean]>(
  [
    ['n', [null, false]],
    ['f', ['nonzero', false]],
    ['F', ['nonzero', false]],
    ['f*', ['evenodd', false]],
    ['S', [null, true]],
    ['s', [null, true, true]],
    ['B', ['nonzero', true]],
    ['B*', ['evenodd', true]],
    ['b', ['nonzero', true, true]],
    ['b*', ['evenodd', true, true]],
  ],
);

/** What shows through at each point after `form` is drawn through `matrix`. */
export function showsThrough(
  view: PdfView,
  form: PdfStream,
  matrix: Matrix,
  points: readonly Point[],
): Through {
  const ink = new Ink(view, points);
  try {
    ink.form(form, stateAt(matrix), pdfDict(), 0);
  } catch (error) {
    if (!isAppError(error)) throw error;
    ink.shown.hide(ink.shown.everywhere(undefined));
  }
  return ink.shown;
}

class Ink {
  readonly shown: ShowThrough;
  private readonly view: PdfView;
  private operators = 0;

  constructor(view: PdfView, points: readonly Point[]) {
    this.view = view;
    this.shown = new ShowThrough(points);
  }

  /** A form XObject (8.10): applies its matrix, clips to its box, draws its content. `state.ctm` maps to the page. */
  form(form: PdfStream, from: InkState, above: PdfDict, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.hideAll(from);
      return;
    }
    const ctm = combine(matrixOf(this.view, form.dict.entries.get('Matrix')), from.ctm);
    const box = numbersOf(this.view, form.dict.entries.get('BBox'));
    const state: InkState = { ...from, ctm };
    if (isDict(this.view.lookup(form.dict, 'Group'))) {
      const { darkens, alpha } = from.group;
      state.group = { darkens: darkens || from.darkens, alpha: alpha * from.fillAlpha };
      Object.assign(state, { fillAlpha: 1, strokeAlpha: 1, darkens: false });
    }
    if (box.length === 4) {
      const [a, b, c, d] = box as [number, number, number, number];
      state.clip = this.shown.inside([transformed(ctm, [a, b, c, b, c, d, a, d])], false, from.clip);
    }
    const own = this.view.lookup(form.dict, 'Resources');
    this.content(this.view.decode(form), isDict(own) ? own : above, state, depth);
  }

  private content(bytes: Uint8Array, resources: PdfDict, start: InkState, depth: number): void {
    const parser = new Parser(bytes, 0, undefined, false);
    let state = start;
    const saved: InkState[] = [];
    let operands: PdfObject[] = [];
    let paths: number[][] = [];
    let clipRule: 'nonzero' | 'evenodd' | undefined;
    const at = (i: number): number => (typeof operands[i] === 'number' ? (operands[i] as number) : 0);
    const numbers = (): number[] => operands.filter((value) => typeof value === 'number');
    const resource = (kind: string): PdfObject => {
      const list = this.view.lookup(resources, kind);
      const name = operands[0];
      return isDict(list) && isName(name) ? this.view.lookup(list, name.value) : null;
    };
    const lineTo = (x: number, y: number): void => {
      const path = paths.at(-1);
      if (path) path.push(...transformed(state.ctm, [x, y]));
      else paths.push(transformed(state.ctm, [x, y]));
    };
    const curveTo = (x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void => {
      const path = paths.at(-1);
      if (!path) return;
      const through = (x: number, y: number): number[] => transformed(state.ctm, [x, y]);
      addCurve(path, through(x1, y1), through(x2, y2), through(x3, y3));
      current = [x3, y3];
    };
    let current: [number, number] = [0, 0];
    const end = (fill: 'nonzero' | 'evenodd' | null, stroke: boolean, close = false): void => {
      if (close) for (const path of paths) path.push(...path.slice(0, 2));
      if (fill)
        this.paint(
          this.shown.inside(paths, fill === 'evenodd', state.clip),
          state,
          state.fill,
          state.fillAlpha,
        );
      if (stroke) this.paint(this.near(paths, state), state, state.stroke, state.strokeAlpha);
      if (clipRule) state = { ...state, clip: this.shown.inside(paths, clipRule === 'evenodd', state.clip) };
      clipRule = undefined;
      paths = [];
    };
    for (;;) {
      const token = parser.next();
      if (!isKeyword(token)) {
        if (operands.length < 1000) operands.push(token);
        continue;
      }
      if (token.value === '') return;
      if (++this.operators > MAX_OPERATORS) {
        this.hideAll(state);
        return;
      }
      const painted = PATH_PAINTING.get(token.value);
      if (painted) end(...painted);
      switch (token.value) {
        case 'q':
          if (saved.length < 256) saved.push(state);
          break;
        case 'Q':
          state = saved.pop() ?? state;
          break;
        case 'cm': {
          const [a, b, c, d, e, f] = [at(0), at(1), at(2), at(3), at(4), at(5)];
          state = { ...state, ctm: combine([a, b, c, d, e, f], state.ctm) };
          break;
        }
        case 'w':
          state = { ...state, lineWidth: at(0) };
          break;
        case 'gs':
          state = withParameters(this.view, resource('ExtGState'), state);
          break;
        case 'g':
        case 'rg':
        case 'k':
        case 'sc':
        case 'scn':
          state = { ...state, fill: operands.some((value) => isName(value)) ? null : rgbOf(numbers()) };
          break;
        case 'G':
        case 'RG':
        case 'K':
        case 'SC':
        case 'SCN':
          state = { ...state, stroke: operands.some((value) => isName(value)) ? null : rgbOf(numbers()) };
          break;
        case 'cs':
          state = { ...state, fill: BLACK };
          break;
        case 'CS':
          state = { ...state, stroke: BLACK };
          break;
        case 'm':
          current = [at(0), at(1)];
          paths.push(transformed(state.ctm, current));
          break;
        case 'l':
          current = [at(0), at(1)];
          lineTo(...current);
          break;
        case 'c':
          curveTo(at(0), at(1), at(2), at(3), at(4), at(5));
          break;
        case 'v':
          curveTo(...current, at(0), at(1), at(2), at(3));
          break;
        case 'y':
          curveTo(at(0), at(1), at(2), at(3), at(2), at(3));
          break;
        case 'h': {
          const path = paths.at(-1);
          if (path) path.push(...path.slice(0, 2));
          break;
        }
        case 're': {
          const [x, y, w, h] = [at(0), at(1), at(2), at(3)];
          paths.push(transformed(state.ctm, [x, y, x + w, y, x + w, y + h, x, y + h, x, y]));
          current = [x, y];
          break;
        }
        case 'W':
          clipRule = 'nonzero';
          break;
        case 'W*':
          clipRule = 'evenodd';
          break;
        case 'sh':
          this.paint(this.shown.everywhere(state.clip), state, null, state.fillAlpha);
          break;
        case 'ID':
          skipInlineImage(parser);
          this.paint(this.unitSquare(state), state, null, state.fillAlpha);
          break;
        case 'Do':
          this.xObject(resource('XObject'), resources, state, depth);
          break;
        case 'Tj':
        case "'":
        case '"':
        case 'TJ':
          // Letters in ordinary fonts are not counted. A Type 3 font draws its letters with content of its own and can
          // paint anything.
          if (this.showsAny(operands) && this.drawsLetters(resources)) this.hideAll(state);
          break;
      }
      operands = [];
    }
  }

  private showsAny(operands: readonly PdfObject[]): boolean {
    return operands.some((value) =>
      isArray(value) ? this.showsAny(value.items) : isString(value) && value.bytes.length > 0,
    );
  }

  private drawsLetters(resources: PdfDict): boolean {
    const fonts = this.view.lookup(resources, 'Font');
    if (!isDict(fonts)) return false;
    return [...fonts.entries.values()].some((font) => {
      const dict = this.view.resolve(font);
      return isDict(dict) && isName(this.view.lookup(dict, 'Subtype'), 'Type3');
    });
  }

  private xObject(object: PdfObject, resources: PdfDict, state: InkState, depth: number): void {
    if (!isStream(object)) return;
    const kind = this.view.lookup(object.dict, 'Subtype');
    if (isName(kind, 'Form')) this.form(object, state, resources, depth + 1);
    if (!isName(kind, 'Image')) return;
    const alpha = imageAlpha(this.view, object);
    const where = this.unitSquare(state);
    const back = inverse(state.ctm);
    for (let i = 0; i < where.length; i++) {
      if (!where[i] || !back) continue;
      const { x, y } = this.shown.points[i]!;
      const [u, v] = transformed(back, [x, y]) as [number, number];
      const darkest = alpha.stencil ? lowest(state.fill) : alpha.dark(u, 1 - v);
      this.shown.take(i, 1 - hides(alpha, u, 1 - v, state) * state.fillAlpha * state.group.alpha, darkest);
    }
  }

  private unitSquare(state: InkState): Mask {
    return this.shown.inside([transformed(state.ctm, [0, 0, 1, 0, 1, 1, 0, 1])], false, state.clip);
  }

  private hideAll(state: InkState): void {
    this.shown.hide(this.shown.everywhere(state.clip));
  }

  private paint(where: Mask, { darkens, group }: InkState, color: Rgb, alpha: number): void {
    this.shown.paint(where, color, alpha * group.alpha, darkens || group.darkens);
  }

  /** Points covered by a stroke of the state's line width. */
  private near(paths: readonly number[][], { ctm, clip, lineWidth }: InkState): Mask {
    const half = (Math.max(lineWidth, 0) * Math.sqrt(Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]))) / 2;
    return this.shown.near(paths, half, clip);
  }
}

/**
 * How much an image hides at a point of its unit square (y down): its opacity, or with Multiply the part that is dark.
 */
function hides(alpha: Alpha, u: number, v: number, { darkens, group, fill }: InkState): number {
  if (!darkens && !group.darkens) return alpha.opacity(u, v);
  return alpha.opacity(u, v) * (1 - (alpha.stencil ? Math.max(...(fill ?? BLACK)) : alpha.light(u, v)));
}
