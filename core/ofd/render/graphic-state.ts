import { type Box, IDENTITY, type Matrix } from '#core/ofd/model/geometry.ts';
import { readBoolean, readBox, readMatrix, readNumber, readNumbers } from '#core/ofd/model/read-values.ts';
import { spend } from '#core/ofd/package/work.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import type { DrawContext } from './context.ts';

/** Attributes of CT_GraphicUnit (8.5), with draw parameters (8.2) resolved. Lengths in mm. */
export interface GraphicState {
  visible: boolean;
  boundary: Box;
  ctm: Matrix;
  /** Maps object space to the space of its container: the CTM, then the boundary's corner. */
  matrix: Matrix;
  lineWidth: number;
  cap: string;
  join: string;
  miterLimit: number;
  dashOffset: number;
  dash: number[];
  /** 0 to 1. */
  alpha: number;
  fillColor: XmlElement | undefined;
  strokeColor: XmlElement | undefined;
}

const CAPS: Record<string, string> = { round: 'round', square: 'square' };
const JOINS: Record<string, string> = { round: 'round', bevel: 'bevel' };

/** Work units per child of an element or of a draw parameter. */
const CHILD = 5;
/** Maximum number of dashes of a pattern, and of characters that they are written in. */
const MOST_DASHES = 32;
const DASH_TEXT = 1000;

/**
 * Line and colour attributes that the element lacks come from its draw parameters, nearest first, then from the
 * layer's; the defaults of 8.2 apply last, and to values that cannot be read. Throws DOCUMENT_TOO_COMPLEX if the work
 * allowance is spent.
 */
export function readGraphicState(context: DrawContext, element: XmlElement): GraphicState {
  const params = drawParamChain(context, element.attributes.DrawParam);
  if (context.layerDrawParam !== undefined) params.push(...drawParamChain(context, context.layerDrawParam));
  const sources = [element, ...params];
  spend(context.canvas.work, sources.reduce((sum, source) => sum + source.children.length, 0) * CHILD);
  const own = (name: string) =>
    sources.find((source) => source.attributes[name] !== undefined)?.attributes[name];
  const color = (name: string) =>
    sources.map((source) => child(source, name)).find((found) => found !== undefined);

  const boundary = readBox(element.attributes.Boundary) ?? { x: 0, y: 0, width: 0, height: 0 };
  const ctm = readMatrix(element.attributes.CTM) ?? IDENTITY;
  return {
    visible: readBoolean(element.attributes.Visible, true),
    boundary,
    ctm,
    matrix: [ctm[0], ctm[1], ctm[2], ctm[3], ctm[4] + boundary.x, ctm[5] + boundary.y],
    lineWidth: Math.abs(readNumber(own('LineWidth'), 0.353)),
    cap: CAPS[(own('Cap') ?? '').toLowerCase()] ?? 'butt',
    join: JOINS[(own('Join') ?? '').toLowerCase()] ?? 'miter',
    miterLimit: Math.max(1, readNumber(own('MiterLimit'), 4.234)),
    dashOffset: readNumber(own('DashOffset'), 0),
    dash: readDash(own('DashPattern')),
    alpha: readAlpha(element.attributes.Alpha),
    fillColor: color('FillColor'),
    strokeColor: color('StrokeColor'),
  };
}

/** Lengths of dashes and gaps, mm. */
export function readDash(text: string | undefined): number[] {
  return readNumbers(text?.slice(0, DASH_TEXT)).slice(0, MOST_DASHES).map(Math.abs);
}

/** Alpha from 0 (transparent) to 255 (opaque, the default) as 0 to 1. */
export function readAlpha(text: string | undefined): number {
  return Math.max(0, Math.min(255, readNumber(text, 255))) / 255;
}

/** The draw parameter with that id and those it inherits from (Relative), nearest first. */
function drawParamChain(context: DrawContext, id: string | undefined): XmlElement[] {
  const chain: XmlElement[] = [];
  for (let at = id; at !== undefined && chain.length < 16; ) {
    const param = context.resources.drawParams.get(at);
    if (!param || chain.includes(param)) break;
    chain.push(param);
    at = param.attributes.Relative;
  }
  return chain;
}
