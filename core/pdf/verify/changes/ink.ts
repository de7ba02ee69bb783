/**
 * How much of what is below a piece of content hides, at given points. A later appearance is carried out operator by
 * operator (ISO 32000-2, 8.2) and each thing that it paints takes away from what still shows through: nothing is drawn,
 * so any number of points costs little. Where it cannot be told what is painted, it is taken to hide.
 */
import { combine, type Matrix } from '#core/drawing.ts';
import { isAppError } from '#core/errors.ts';
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

export interface Point {
  x: number;
  y: number;
}

interface State {
  ctm: Matrix;
  /** Points that the clip leaves; all without one. */
  clip: Uint8Array | undefined;
  fill: Rgb;
  stroke: Rgb;
  fillAlpha: number;
  strokeAlpha: number;
  /** Whether what is painted darkens what is below in place of replacing it. */
  darkens: boolean;
  /** The same of the transparency groups around (11.6.6), which are painted as a whole. */
  group: { darkens: boolean; alpha: number };
  lineWidth: number;
}

/** Components from 0 to 1; null for a pattern. */
type Rgb = readonly [number, number, number] | null;

const BLACK = [0, 0, 0] as const;
const MAX_DEPTH = 12;
const MAX_OPERATORS = 200_000;
/** Tests of a point against a line, for one appearance. */
const MAX_TESTS = 60_000_000;
/** A curve is taken as so many straight lines. */
const CURVE_STEPS = 8;

/** What still shows through at each point, from 0 (hidden) to 1. */
export interface Through {
  all: Float32Array;
  /** The same if only what is pale, or of a colour that cannot be told, were painted: ink in a full colour is left out. */
  pale: Float32Array;
}

/** How light the darkest component of a colour may be for it to be seen as ink on paper, and not as paper. */
const PALEST_INK = 0.6;

/** What shows through at each point once `form` is drawn through `matrix`. */
export function showsThrough(
  view: PdfView,
  form: PdfStream,
  matrix: Matrix,
  points: readonly Point[],
): Through {
  const ink = new Ink(view, points);
  const state: State = {
    ctm: matrix,
    clip: undefined,
    fill: BLACK,
    stroke: BLACK,
    fillAlpha: 1,
    strokeAlpha: 1,
    darkens: false,
    group: { darkens: false, alpha: 1 },
    lineWidth: 1,
  };
  try {
    ink.form(form, state, pdfDict(), 0);
  } catch (error) {
    if (!isAppError(error)) throw error;
    ink.left.fill(0);
    ink.pale.fill(0);
  }
  return { all: ink.left, pale: ink.pale };
}

class Ink {
  readonly left: Float32Array;
  readonly pale: Float32Array;
  private readonly view: PdfView;
  private readonly points: readonly Point[];
  private operators = 0;
  private tests = 0;

  constructor(view: PdfView, points: readonly Point[]) {
    this.view = view;
    this.points = points;
    this.left = new Float32Array(points.length).fill(1);
    this.pale = new Float32Array(points.length).fill(1);
  }

  /** A form XObject (8.10): its matrix, its box as a clip, its content. `state.ctm` leads to the page. */
  form(form: PdfStream, from: State, above: PdfDict, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.hideAll(from);
      return;
    }
    const ctm = combine(matrixOf(this.view, form.dict.entries.get('Matrix')), from.ctm);
    const box = numbersOf(this.view, form.dict.entries.get('BBox'));
    const state: State = { ...from, ctm };
    if (isDict(this.view.lookup(form.dict, 'Group'))) {
      const { darkens, alpha } = from.group;
      state.group = { darkens: darkens || from.darkens, alpha: alpha * from.fillAlpha };
      Object.assign(state, { fillAlpha: 1, strokeAlpha: 1, darkens: false });
    }
    if (box.length === 4) {
      const [a, b, c, d] = box as [number, number, number, number];
      state.clip = this.inside([transformed(ctm, [a, b, c, b, c, d, a, d])], false, from.clip);
    }
    const own = this.view.lookup(form.dict, 'Resources');
    this.content(this.view.decode(form), isDict(own) ? own : above, state, depth);
  }

  private content(bytes: Uint8Array, resources: PdfDict, start: State, depth: number): void {
    const parser = new Parser(bytes, 0, undefined, false);
    let state = start;
    const saved: State[] = [];
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
      const [a, b, c] = [
        [x1, y1],
        [x2, y2],
        [x3, y3],
      ].map((p) => transformed(state.ctm, p)) as [number[], number[], number[]];
      const [x0, y0] = path.slice(-2) as [number, number];
      for (let i = 1; i <= CURVE_STEPS; i++) {
        const t = i / CURVE_STEPS;
        const u = 1 - t;
        const [k0, k1, k2, k3] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
        path.push(
          k0 * x0 + k1 * a[0]! + k2 * b[0]! + k3 * c[0]!,
          k0 * y0 + k1 * a[1]! + k2 * b[1]! + k3 * c[1]!,
        );
      }
      current = [x3, y3];
    };
    let current: [number, number] = [0, 0];
    const end = (fill: 'nonzero' | 'evenodd' | null, stroke: boolean, close = false): void => {
      if (close) for (const path of paths) path.push(...path.slice(0, 2));
      if (fill)
        this.paint(this.inside(paths, fill === 'evenodd', state.clip), state, state.fill, state.fillAlpha);
      if (stroke) this.paint(this.near(paths, state), state, state.stroke, state.strokeAlpha);
      if (clipRule) state = { ...state, clip: this.inside(paths, clipRule === 'evenodd', state.clip) };
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
          state = this.graphicsState(resource('ExtGState'), state);
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
        case 'n':
          end(null, false);
          break;
        case 'f':
        case 'F':
          end('nonzero', false);
          break;
        case 'f*':
          end('evenodd', false);
          break;
        case 'S':
          end(null, true);
          break;
        case 's':
          end(null, true, true);
          break;
        case 'B':
          end('nonzero', true);
          break;
        case 'B*':
          end('evenodd', true);
          break;
        case 'b':
          end('nonzero', true, true);
          break;
        case 'b*':
          end('evenodd', true, true);
          break;
        case 'sh':
          this.paint(this.all(state.clip), state, null, state.fillAlpha);
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
          // The letters of a signature's own text: told by the caller, who knows where they stand. A font whose letters are
          // drawings of their own (Type 3) can paint anything.
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

  private graphicsState(object: PdfObject, state: State): State {
    if (!isDict(object)) return state;
    const number = (key: string, fallback: number): number => {
      const value = this.view.lookup(object, key);
      return typeof value === 'number' ? value : fallback;
    };
    const mode = this.view.lookup(object, 'BM');
    const first = isArray(mode) ? this.view.resolve(mode.items[0]) : mode;
    return {
      ...state,
      fillAlpha: number('ca', state.fillAlpha),
      strokeAlpha: number('CA', state.strokeAlpha),
      lineWidth: number('LW', state.lineWidth),
      darkens: first === null ? state.darkens : isName(first, 'Multiply') || isName(first, 'Darken'),
    };
  }

  private xObject(object: PdfObject, resources: PdfDict, state: State, depth: number): void {
    if (!isStream(object)) return;
    const kind = this.view.lookup(object.dict, 'Subtype');
    if (isName(kind, 'Form')) this.form(object, state, resources, depth + 1);
    if (!isName(kind, 'Image')) return;
    const alpha = imageAlpha(this.view, object);
    const where = this.unitSquare(state);
    const back = inverse(state.ctm);
    for (let i = 0; i < where.length; i++) {
      if (!where[i] || !back) continue;
      const { x, y } = this.points[i]!;
      const [u, v] = transformed(back, [x, y]) as [number, number];
      const darkest = alpha.stencil ? lowest(state.fill) : alpha.dark(u, 1 - v);
      this.take(i, 1 - hides(alpha, u, 1 - v, state) * state.fillAlpha * state.group.alpha, darkest);
    }
  }

  private unitSquare(state: State): Uint8Array {
    return this.inside([transformed(state.ctm, [0, 0, 1, 0, 1, 1, 0, 1])], false, state.clip);
  }

  private all(clip: Uint8Array | undefined): Uint8Array {
    return clip ?? new Uint8Array(this.points.length).fill(1);
  }

  private hideAll(state: State): void {
    const where = this.all(state.clip);
    for (let i = 0; i < where.length; i++) if (where[i]) this.take(i, 0, 1);
  }

  /** What is painted at a point leaves so much of what is below; `darkest` is the least component of its colour. */
  private take(i: number, through: number, darkest: number): void {
    this.left[i]! *= through;
    if (darkest > PALEST_INK) this.pale[i]! *= through;
  }

  /** Takes away what a colour hides at these points. */
  private paint(where: Uint8Array, state: State, color: Rgb, alpha: number): void {
    const darkens = state.darkens || state.group.darkens;
    const opacity = Math.min(Math.max(alpha * state.group.alpha, 0), 1);
    const through = 1 - (darkens && color ? 1 - Math.max(...color) : 1) * opacity;
    for (let i = 0; i < where.length; i++) if (where[i]) this.take(i, through, lowest(color));
  }

  private countTests(more: number): boolean {
    this.tests += more;
    return this.tests > MAX_TESTS;
  }

  /** Points inside closed lines (x and y in turn) and inside `clip`. */
  private inside(paths: readonly number[][], evenOdd: boolean, clip: Uint8Array | undefined): Uint8Array {
    const out = new Uint8Array(this.points.length);
    const bounds = boundsOf(paths);
    if (!bounds) return out;
    const corners = paths.reduce((sum, path) => sum + path.length / 2, 0);
    for (const [i, { x, y }] of this.points.entries()) {
      if (clip && !clip[i]) continue;
      if (x < bounds[0] || x > bounds[2] || y < bounds[1] || y > bounds[3]) continue;
      if (this.countTests(corners)) {
        out[i] = 1;
        continue;
      }
      let winding = 0;
      let crossings = 0;
      for (const path of paths) {
        for (let k = 0; k < path.length; k += 2) {
          const n = k + 2 < path.length ? k + 2 : 0;
          const [x1, y1, x2, y2] = [path[k]!, path[k + 1]!, path[n]!, path[n + 1]!];
          if (y1 > y === y2 > y) continue;
          if (x >= x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) continue;
          crossings++;
          winding += y2 > y1 ? 1 : -1;
        }
      }
      out[i] = (evenOdd ? crossings % 2 !== 0 : winding !== 0) ? 1 : 0;
    }
    return out;
  }

  /** Points that a line of the state's width goes over. */
  private near(paths: readonly number[][], { ctm, clip, lineWidth }: State): Uint8Array {
    const out = new Uint8Array(this.points.length);
    const half = (Math.max(lineWidth, 0) * Math.sqrt(Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]))) / 2;
    const bounds = boundsOf(paths);
    if (!bounds) return out;
    const lines = paths.reduce((sum, path) => sum + path.length / 2, 0);
    for (const [i, { x, y }] of this.points.entries()) {
      if (clip && !clip[i]) continue;
      if (x < bounds[0] - half || x > bounds[2] + half || y < bounds[1] - half || y > bounds[3] + half)
        continue;
      if (this.countTests(lines)) {
        out[i] = 1;
        continue;
      }
      out[i] = paths.some((path) => isNear(path, x, y, half)) ? 1 : 0;
    }
    return out;
  }
}

function isNear(path: readonly number[], x: number, y: number, half: number): boolean {
  for (let k = 0; k + 3 < path.length; k += 2) {
    const [x1, y1, x2, y2] = [path[k]!, path[k + 1]!, path[k + 2]!, path[k + 3]!];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / length, 0), 1);
    if (Math.hypot(x - x1 - t * dx, y - y1 - t * dy) <= half) return true;
  }
  return false;
}

/** How much an image hides at a place of its own square (y down): all of it, or by Multiply as much as it is dark. */
function hides(alpha: Alpha, u: number, v: number, { darkens, group, fill }: State): number {
  if (!darkens && !group.darkens) return alpha.opacity(u, v);
  return alpha.opacity(u, v) * (1 - (alpha.stencil ? Math.max(...(fill ?? BLACK)) : alpha.light(u, v)));
}

/** The least component of a colour; of a pattern, which can be any, that of white. */
const lowest = (color: Rgb): number => (color ? Math.min(...color) : 1);

function rgbOf(values: readonly number[]): Rgb {
  const [a, b, c, d] = values;
  if (a === undefined) return BLACK;
  if (b === undefined || c === undefined) return [a, a, a];
  if (d === undefined) return [a, b, c];
  return [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)];
}

const numbersOf = (view: PdfView, object: PdfObject | undefined): number[] => {
  const value = view.resolve(object);
  return isArray(value)
    ? value.items.map((item) => view.resolve(item)).filter((item) => typeof item === 'number')
    : [];
};

export function matrixOf(view: PdfView, object: PdfObject | undefined): Matrix {
  const [a, b, c, d, e, f] = numbersOf(view, object);
  return f === undefined ? [1, 0, 0, 1, 0, 0] : [a!, b!, c!, d!, e!, f];
}

/** Points, x and y in turn, through a matrix. */
export function transformed([a, b, c, d, e, f]: Matrix, flat: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const [x, y] = [flat[i]!, flat[i + 1]!];
    out.push(a * x + c * y + e, b * x + d * y + f);
  }
  return out;
}

function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const det = a * d - b * c;
  if (Math.abs(det) < 1e-12) return null;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

function boundsOf(paths: readonly number[][]): [number, number, number, number] | null {
  let bounds: [number, number, number, number] | null = null;
  for (const path of paths) {
    for (let i = 0; i + 1 < path.length; i += 2) {
      const [x, y] = [path[i]!, path[i + 1]!];
      bounds = bounds
        ? [Math.min(bounds[0], x), Math.min(bounds[1], y), Math.max(bounds[2], x), Math.max(bounds[3], y)]
        : [x, y, x, y];
    }
  }
  return bounds;
}
