/**
 * How much a seal hides of the content below it, if a reader paints it without the Multiply blend mode. PNG and JPEG
 * are decoded, an OFD's paths and pictures are evaluated; a picture that cannot be evaluated counts as opaque.
 */
import { isAppError } from '#core/errors.ts';
import { addCurve, inverse, transformed } from '#core/flat-path.ts';
import { identifyImage } from '#core/ofd/image/identify-image.ts';
import { type Matrix, multiply } from '#core/ofd/model/geometry.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { pageArea, readPage } from '#core/ofd/model/read-page.ts';
import { type Resources, readResources } from '#core/ofd/model/read-resources.ts';
import { readBoolean, readMatrix } from '#core/ofd/model/read-values.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';
import { PACKAGE_LIMITS } from '#core/ofd/package/limits.ts';
import { findEntry, readEntry } from '#core/ofd/package/open-package.ts';
import { isSpent, spend, type Work } from '#core/ofd/package/work.ts';
import { type DrawContext, newCanvas } from '#core/ofd/render/context.ts';
import { type GraphicState, readGraphicState } from '#core/ofd/render/graphic-state.ts';
import { PATH_CHARACTER, pathSegments } from '#core/ofd/render/path-data.ts';
import { readColor } from '#core/ofd/render/read-color.ts';
import type { SealPicture } from '#core/ofd/stamp/find-seal-picture.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { childText } from '#core/ofd/xml/walk-xml.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { readJpeg } from '#core/sealart/read-jpeg.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { type Point, type Rgb, ShowThrough, type Through } from '#core/show-through.ts';

/** What shows through at points of the seal's unit square, y down. */
export type SealInk = (points: readonly Point[]) => Through;

/** Work units per test of a point against a line, and per decoded pixel. */
const TEST = 0.5;
const PIXEL = 3;
/** Work units per object of the seal that is read, per object that is painted, and per point under it. */
const OBJECT = 300;
const PAINT = 10;
const POINT = 0.3;
const MOST_DEPTH = 8;
const MOST_PIXELS = 4_000_000;

/** Prepares a seal's picture for tests. Throws DOCUMENT_TOO_COMPLEX if the work allowance is spent. */
export function openSealInk({ data }: SealPicture, work: Work): SealInk {
  try {
    if (identifyImage(data) === 'ofd')
      return inkOfOfd(openDocument(openOfd(data, PACKAGE_LIMITS, work)), work);
    const picture = decode(data, work);
    return (points) => {
      const shown = new ShowThrough(points);
      paintPicture(shown, picture, [1, 0, 0, 1, 0, 0], 1);
      return shown;
    };
  } catch (error) {
    if (!isAppError(error) || isSpent(work)) throw error;
    return hidesAll;
  }
}

const hidesAll: SealInk = (points) => {
  const shown = new ShowThrough(points);
  shown.hide(shown.everywhere(undefined));
  return shown;
};

/** Throws PICTURE_TYPE_WRONG if it is neither PNG nor JPEG, or broken. */
function decode(bytes: Uint8Array, work: Work): Picture {
  const picture = identifyImage(bytes) === 'jpeg' ? readJpeg(bytes) : readPng(bytes, MOST_PIXELS);
  spend(work, picture.width * picture.height * PIXEL);
  return picture;
}

/** Paints a picture; `back` maps the seal's unit square to that of the picture. */
function paintPicture(
  shown: ShowThrough,
  { width, height, pixels }: Picture,
  back: Matrix,
  alpha: number,
): void {
  shown.points.forEach(({ x, y }, i) => {
    const [u, v] = transformed(back, [x, y]) as [number, number];
    if (u < 0 || u >= 1 || v < 0 || v >= 1) return;
    const at = (Math.floor(v * height) * width + Math.floor(u * width)) * 4;
    const [r, g, b, a] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!, pixels[at + 3]!];
    shown.take(i, 1 - (a / 255) * alpha, Math.min(r, g, b) / 255);
  });
}

function inkOfOfd(document: OfdDocument, work: Work): SealInk {
  const { physical } = pageArea(document, 0);
  const page = readPage(document, 0);
  const resources = readResources(document, page.resourceFiles);
  const { x, y, width, height } = physical;
  // Maps the page's mm to the seal's unit square.
  const square: Matrix = [1 / width, 0, 0, 1 / height, -x / width, -y / height];
  const canvas = newCanvas('ink', work);
  const paints: Paint[] = [];
  for (const layer of page.layers) {
    const drawing = { canvas, document, resources, depth: 0, patterns: 0, drawBlock: () => undefined };
    const context: DrawContext = { ...drawing, layerDrawParam: layer.drawParam };
    paintBlock({ paints, context, resources }, layer.element, square, 1, 0);
  }
  return (points) => {
    const shown = new ShowThrough(points, (tests) => spend(work, tests * TEST));
    for (const paint of paints) {
      spend(work, PAINT + points.length * POINT);
      paint(shown);
    }
    return shown;
  };
}

/** Paints one object of the seal over points. Objects are read once, although many points are asked for. */
type Paint = (shown: ShowThrough) => void;

interface Painting {
  paints: Paint[];
  context: DrawContext;
  resources: Resources;
}

function paintBlock(
  painting: Painting,
  block: XmlElement,
  outer: Matrix,
  alpha: number,
  depth: number,
): void {
  const { context, resources, paints } = painting;
  if (depth > MOST_DEPTH) {
    paints.push((shown) => shown.hide(shown.everywhere(undefined)));
    return;
  }
  for (const element of block.children) {
    if (element.name === 'PageBlock') {
      paintBlock(painting, element, outer, alpha, depth + 1);
      continue;
    }
    if (!['PathObject', 'ImageObject', 'CompositeObject'].includes(element.name)) continue;
    spend(context.canvas.work, OBJECT);
    const state = readGraphicState(context, element);
    if (!state.visible) continue;
    const matrix = multiply(outer, state.matrix);
    const opacity = alpha * state.alpha;
    if (element.name === 'PathObject') paintPath(painting, element, state, matrix, opacity);
    // Decoded each time: many pictures would not fit into the memory.
    if (element.name === 'ImageObject')
      paints.push((shown) => paintImage(shown, painting, element, state, outer, opacity));
    const unit =
      element.name === 'CompositeObject'
        ? resources.composites.get(element.attributes.ResourceID ?? '')
        : undefined;
    if (unit?.content) paintBlock(painting, unit.content, matrix, opacity, depth + 1);
  }
}

function paintPath(
  { paints, context }: Painting,
  element: XmlElement,
  state: GraphicState,
  matrix: Matrix,
  alpha: number,
): void {
  const data = childText(element, 'AbbreviatedData') ?? '';
  spend(context.canvas.work, data.length * PATH_CHARACTER);
  const paths = flatPaths(data, matrix);
  const colored = (color: XmlElement | undefined): { rgb: Rgb; alpha: number } => {
    if (!color) return { rgb: [0, 0, 0], alpha };
    const { rgb, alpha: own } = readColor(context.document, context.resources, color);
    // Shadings and patterns may have any colour.
    const parts = [1, 3, 5].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16) / 255);
    return { rgb: color.children.length > 0 ? null : (parts as unknown as Rgb), alpha: alpha * own };
  };
  if (readBoolean(element.attributes.Fill, false) && state.fillColor) {
    const color = colored(state.fillColor);
    const evenOdd = /^even-?odd$/i.test(element.attributes.Rule ?? '');
    paints.push((shown) =>
      shown.paint(shown.inside(paths, evenOdd, undefined), color.rgb, color.alpha, false),
    );
  }
  if (readBoolean(element.attributes.Stroke, true)) {
    const color = colored(state.strokeColor);
    const half = (state.lineWidth * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))) / 2;
    paints.push((shown) => shown.paint(shown.near(paths, half, undefined), color.rgb, color.alpha, false));
  }
}

function paintImage(
  shown: ShowThrough,
  { context, resources }: Painting,
  element: XmlElement,
  { boundary, matrix }: GraphicState,
  outer: Matrix,
  alpha: number,
): void {
  const own: Matrix = readMatrix(element.attributes.CTM)
    ? matrix
    : [boundary.width, 0, 0, boundary.height, boundary.x, boundary.y];
  const place = multiply(outer, own);
  const back = inverse(place);
  if (!back) return;
  const media = resources.media.get(element.attributes.ResourceID ?? '');
  const entry = media?.path === undefined ? undefined : findEntry(context.document.package, media.path);
  if (!entry) return;
  try {
    paintPicture(shown, decode(readEntry(context.document.package, entry), context.canvas.work), back, alpha);
  } catch (error) {
    if (!isAppError(error) || isSpent(context.canvas.work)) throw error;
    const corners = transformed(place, [0, 0, 1, 0, 1, 1, 0, 1]);
    shown.paint(shown.inside([corners], false, undefined), null, alpha, false);
  }
}

/** Line segments that approximate a path, transformed by `matrix`. */
function flatPaths(data: string, matrix: Matrix): number[][] {
  const paths: number[][] = [];
  let [x, y] = [0, 0];
  const at = (px: number, py: number): number[] => transformed(matrix, [px, py]);
  const current = (): number[] => {
    if (paths.length === 0) paths.push(at(0, 0));
    return paths.at(-1)!;
  };
  for (const { operator, operands } of pathSegments(data)) {
    const [a, b, c, d, e, f] = operands as [number, number, number, number, number, number];
    if (operator === 'S' || operator === 'M') paths.push(at(a, b));
    else if (operator === 'L') current().push(...at(a, b));
    else if (operator === 'Q') {
      const [p, q] = [x + ((a - x) * 2) / 3, y + ((b - y) * 2) / 3];
      addCurve(current(), at(p, q), at(c + ((a - c) * 2) / 3, d + ((b - d) * 2) / 3), at(c, d));
    } else if (operator === 'B') addCurve(current(), at(a, b), at(c, d), at(e, f));
    else if (operator === 'A') for (const point of arcPoints(x, y, operands)) current().push(...at(...point));
    else if (operator === 'C') current().push(...current().slice(0, 2));
    if (operands.length >= 2) [x, y] = operands.slice(-2) as [number, number];
  }
  return paths;
}

const ARC_STEPS = 24;

/** Points along an elliptical arc from (x1, y1): rx, ry, angle, large, sweep, x, y (as in SVG 1.1, F.6.5). */
function arcPoints(x1: number, y1: number, operands: readonly number[]): [number, number][] {
  const [rx0, ry0, angle, large, sweep, x2, y2] = operands as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  let [rx, ry] = [Math.abs(rx0), Math.abs(ry0)];
  if (rx === 0 || ry === 0) return [[x2, y2]];
  const grow = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
  [rx, ry] = [rx * grow, ry * grow];
  const below = (rx * py) ** 2 + (ry * px) ** 2;
  const over = Math.max(0, (rx * ry) ** 2 - below);
  const factor = (below === 0 ? 0 : Math.sqrt(over / below)) * ((large !== 0) === (sweep !== 0) ? -1 : 1);
  const [ox, oy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
  const [cx, cy] = [cos * ox - sin * oy + (x1 + x2) / 2, sin * ox + cos * oy + (y1 + y2) / 2];
  const from = Math.atan2((py - oy) / ry, (px - ox) / rx);
  let span = Math.atan2((-py - oy) / ry, (-px - ox) / rx) - from;
  if (sweep !== 0 && span < 0) span += 2 * Math.PI;
  if (sweep === 0 && span > 0) span -= 2 * Math.PI;
  return Array.from({ length: ARC_STEPS }, (_, i) => {
    const t = from + (span * (i + 1)) / ARC_STEPS;
    const [ex, ey] = [rx * Math.cos(t), ry * Math.sin(t)];
    return [cx + cos * ex - sin * ey, cy + sin * ex + cos * ey];
  });
}
