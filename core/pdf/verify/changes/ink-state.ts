/** The graphics state of a content stream (ISO 32000-2, 8.4), as far as it affects what is hidden. */
import type { Matrix } from '#core/drawing.ts';
import type { Mask, Rgb } from '#core/show-through.ts';
import type { PdfView } from '../../read/document.ts';
import { isArray, isDict, isName, type PdfObject } from '../../read/objects.ts';

export interface InkState {
  ctm: Matrix;
  /** Points inside the clipping path; undefined for all. */
  clip: Mask | undefined;
  fill: Rgb;
  stroke: Rgb;
  fillAlpha: number;
  strokeAlpha: number;
  /** Whether painting darkens what is below instead of replacing it. */
  darkens: boolean;
  /** The same for the enclosing transparency groups (11.6.6), which are composited as a whole. */
  group: { darkens: boolean; alpha: number };
  lineWidth: number;
}

export const BLACK = [0, 0, 0] as const;

export const stateAt = (ctm: Matrix): InkState => ({
  ctm,
  clip: undefined,
  fill: BLACK,
  stroke: BLACK,
  fillAlpha: 1,
  strokeAlpha: 1,
  darkens: false,
  group: { darkens: false, alpha: 1 },
  lineWidth: 1,
});

/** The state after a graphics state parameter dictionary (8.4.5) is applied. */
export function withParameters(view: PdfView, object: PdfObject, state: InkState): InkState {
  if (!isDict(object)) return state;
  const number = (key: string, fallback: number): number => {
    const value = view.lookup(object, key);
    return typeof value === 'number' ? value : fallback;
  };
  const mode = view.lookup(object, 'BM');
  const first = isArray(mode) ? view.resolve(mode.items[0]) : mode;
  return {
    ...state,
    fillAlpha: number('ca', state.fillAlpha),
    strokeAlpha: number('CA', state.strokeAlpha),
    lineWidth: number('LW', state.lineWidth),
    darkens: first === null ? state.darkens : isName(first, 'Multiply') || isName(first, 'Darken'),
  };
}

/** RGB of colour components: grey, RGB, or CMYK without a profile. */
export function rgbOf(values: readonly number[]): Rgb {
  const [a, b, c, d] = values;
  if (a === undefined) return BLACK;
  if (b === undefined || c === undefined) return [a, a, a];
  if (d === undefined) return [a, b, c];
  return [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)];
}

export const numbersOf = (view: PdfView, object: PdfObject | undefined): number[] => {
  const value = view.resolve(object);
  return isArray(value)
    ? value.items.map((item) => view.resolve(item)).filter((item) => typeof item === 'number')
    : [];
};

export function matrixOf(view: PdfView, object: PdfObject | undefined): Matrix {
  const [a, b, c, d, e, f] = numbersOf(view, object);
  return f === undefined ? [1, 0, 0, 1, 0, 0] : [a!, b!, c!, d!, e!, f];
}
