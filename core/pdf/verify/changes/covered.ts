/**
 * Rule: later changes must not hide signed content. The pictures of signatures and buttons, and annotations, are
 * allowed for their purpose (ISO 32000-2, 12.8.2.2, table 257), not to cover text: a white drawing in a signature field
 * can turn the contract into another one. Blended with Multiply, as seals and text markup are (11.3.5.2), they leave
 * the text readable. The lines of a seal that is not blended hide letters too, but visibly so: it only gets a remark
 * with the place.
 */
import { LIMITS } from '#core/config/limits.ts';
import type { Box, Matrix } from '#core/drawing.ts';
import { combine } from '#core/drawing.ts';
import { isAppError } from '#core/errors.ts';
import { transformed } from '#core/flat-path.ts';
import { isLines, type Point, READABLE, type Through } from '#core/show-through.ts';
import { pageFrame } from '../../draw/page-frame.ts';
import type { PdfView } from '../../read/document.ts';
import {
  isArray,
  isDict,
  isName,
  isStream,
  type PdfDict,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
} from '../../read/objects.ts';
import { boxOf, findPage, type PageBox, type PdfPage, pageOfRef } from '../../read/pages.ts';
import { type Glyph, readGlyphs } from '../../text/read-glyphs.ts';
import { latin1 } from '../../write/serialize.ts';
import { fullNameOf } from '../list-fields.ts';
import { annotationsOfPages, pageList } from '../page-list.ts';
import type { Comparison } from './comparison.ts';
import type { FormChanges } from './form.ts';
import { showsThrough } from './ink.ts';
import { matrixOf } from './ink-state.ts';
import { normalAppearance } from './normal-appearance.ts';
import { isHidden } from './visibility.ts';

/**
 * Notes and carets without an appearance are drawn as small icons; above this size in points they count as filled
 * areas.
 */
const LARGEST_ICON = 40;
const PUSHBUTTON = 1 << 16;

/** Must run after the rules for fields and pages. */
export function coveredContent(cmp: Comparison, form: FormChanges): void {
  const names = new Map(
    form.after.all.flatMap(({ widgets, name }) => widgets.map((num) => [num, name] as const)),
  );
  const [before, after] = [pageList(cmp.before), pageList(cmp.after)];
  for (const { num, dict, page } of annotationsOfPages(cmp.after)) {
    if (!isDrawnAnew(cmp, num, dict)) continue;
    const pageNum = after[page - 1]!;
    const index = before.indexOf(pageNum);
    if (index < 0 || !mayCover(cmp.after, dict) || isHidden(cmp.after, dict)) continue;
    const paints = paintsOf(cmp.after, dict);
    const area = boxOf(cmp.after, dict.entries.get('Rect'));
    if (paints.length === 0 || !area) continue;
    // By its object: counts in the page tree of a foreign file may lead elsewhere.
    const known = pageNum === 0 ? undefined : pageOfRef(cmp.before, pdfRef(pageNum));
    const seen = known ? { ...known, index } : findPage(cmp.before, index);
    const field = names.get(num);
    const where = { page, detail: subtypeOf(cmp.after, dict), ...(field === undefined ? {} : { field }) };
    const text = hiddenText(cmp, seen, paints, area);
    if (text.byAll && !text.byPale && field !== undefined && isSeal(cmp.after, paints, area)) {
      if (remarkOn(cmp, field, page, text.byAll)) text.byAll = null;
    }
    if (text.byAll) {
      const kind = field === undefined ? 'annotation-added' : 'field-changed';
      cmp.refuse('covers-signed-content', kind, { ...where, box: text.byAll });
    }
    hiddenFields(cmp, index, seen, paints, area, num, where.detail);
  }
}

/**
 * Adds the remark to the change that drew the place: a signature of this revision, or a button filled in with it
 * (further places of a signature). Returns false if the revision added no signature.
 */
function remarkOn(cmp: Comparison, field: string, page: number, box: Box): boolean {
  const made = cmp.changes.filter(({ level }) => level === 'form');
  const drew = made.find((change) => change.field === field && DRAWS.has(change.kind));
  if (!drew || !made.some(({ kind }) => kind === 'signature-added')) return false;
  const change = { page, box, remark: 'seal-over-signed-content' } as const;
  // A signature with several places gets one change per place.
  if (drew.remark) cmp.changes.push({ ...drew, ...change });
  else Object.assign(drew, change);
  return true;
}

const DRAWS: ReadonlySet<string> = new Set(['signature-added', 'field-filled', 'field-changed']);

interface Paint {
  form: PdfStream;
  matrix: Matrix;
}

/** Whether the newer revision added or changed the appearance of the annotation. */
function isDrawnAnew(cmp: Comparison, num: number, now: PdfDict): boolean {
  const look = cmp.after.lookup(now, 'AP');
  const parts = [now.entries.get('AP'), ...(isDict(look) ? [look] : [])];
  const refs = parts.flatMap((part) => cmp.references.outgoing(part ?? null));
  if (!cmp.touched.has(num) && !refs.some((ref) => cmp.touched.has(ref.num))) return false;
  const old = cmp.isNew(num) ? null : cmp.before.get(num);
  if (!isDict(old)) return true;
  const [had, has] = [normalAppearance(cmp.before, old), normalAppearance(cmp.after, now)];
  if (had === null || has === null) return true;
  return !cmp.equal(had, has);
}

const subtypeOf = (view: PdfView, dict: PdfDict): string => {
  const name = view.lookup(dict, 'Subtype');
  return isName(name) ? name.value : '?';
};

/**
 * Whether the annotation can cover content. Text fields cannot: their author placed them; signatures and buttons can.
 */
function mayCover(view: PdfView, dict: PdfDict): boolean {
  if (subtypeOf(view, dict) !== 'Widget') return true;
  const parent = view.lookup(dict, 'Parent');
  const inherited = (key: string) =>
    view.lookup(dict, key) ?? (isDict(parent) ? view.lookup(parent, key) : null);
  const flags = inherited('Ff');
  if (isName(inherited('FT'), 'Sig')) return true;
  return isName(inherited('FT'), 'Btn') && typeof flags === 'number' && (flags & PUSHBUTTON) !== 0;
}

/** The appearances of the annotation with their matrix to the page (12.5.5), or what readers draw if it has none. */
function paintsOf(view: PdfView, dict: PdfDict): Paint[] {
  const look = view.lookup(dict, 'AP');
  const normal = isDict(look) ? view.lookup(look, 'N') : null;
  if (normal === null) {
    const form = subtypeOf(view, dict) === 'Widget' ? null : drawnByReaders(view, dict);
    return form ? [{ form, matrix: [1, 0, 0, 1, 0, 0] }] : [];
  }
  const forms = isDict(normal) ? [...normal.entries.values()].map((item) => view.resolve(item)) : [normal];
  return forms.filter(isStream).flatMap((form) => {
    const matrix = onPage(view, form, boxOf(view, dict.entries.get('Rect')));
    return matrix ? [{ form, matrix }] : [];
  });
}

/** Algorithm of 12.5.5: fits the form's box, transformed by its matrix, to the rectangle. */
function onPage(view: PdfView, form: PdfStream, rect: PageBox | undefined): Matrix | null {
  const box = boxOf(view, form.dict.entries.get('BBox'));
  if (!box || !rect) return null;
  const [a, b, c, d] = box;
  const turned = transformed(matrixOf(view, form.dict.entries.get('Matrix')), [a, b, c, b, c, d, a, d]);
  const xs = turned.filter((_, i) => i % 2 === 0);
  const ys = turned.filter((_, i) => i % 2 === 1);
  const [left, bottom, right, top] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  if (right - left < 1e-6 || top - bottom < 1e-6) return null;
  const [sx, sy] = [(rect[2] - rect[0]) / (right - left), (rect[3] - rect[1]) / (top - bottom)];
  return combine([1, 0, 0, 1, -left, -bottom], [sx, 0, 0, sy, rect[0], rect[1]]);
}

/** What readers draw for an annotation without an appearance, as page content (tables 166, 168, 177 and 182). */
function drawnByReaders(view: PdfView, dict: PdfDict): PdfStream | null {
  const rect = boxOf(view, dict.entries.get('Rect'));
  if (!rect) return null;
  const color = colorOf(view, dict);
  const [x, y, w, h] = [rect[0], rect[1], rect[2] - rect[0], rect[3] - rect[1]];
  const quads = quadsOf(view, dict, rect);
  switch (subtypeOf(view, dict)) {
    case 'Highlight': {
      // A white highlight marks nothing, so it is not taken as blended: in a reader that does not blend, it only hides.
      const blend = Math.min(...color) > 0.95 ? '' : '/M gs ';
      const areas = quads.map(
        ([a, b, c, d, e, f, g, i]) => `${a} ${b} m ${c} ${d} l ${g} ${i} l ${e} ${f} l h f`,
      );
      return content(rect, `${blend}${color.join(' ')} rg ${areas.join(' ')}`);
    }
    case 'Underline':
    case 'StrikeOut':
    case 'Squiggly': {
      const lines = quads.map(([a, b, c, d, e, f, g, i]) => {
        const width = Math.hypot(a - e, b - f) * 0.1;
        return `${width} w ${(a + e) / 2} ${(b + f) / 2} m ${(c + g) / 2} ${(d + i) / 2} l S`;
      });
      return content(rect, `${color.join(' ')} RG ${lines.join(' ')}`);
    }
    case 'Link':
      return content(rect, `${color.join(' ')} RG ${borderOf(view, dict)} w ${x} ${y} ${w} ${h} re S`);
    case 'Text':
    case 'Caret':
      return w > LARGEST_ICON || h > LARGEST_ICON ? content(rect, `${x} ${y} ${w} ${h} re f`) : null;
    default:
      return null;
  }
}

function content(rect: PageBox, operators: string): PdfStream {
  const states = pdfDict({ M: pdfDict({ BM: pdfName('Multiply') }) });
  // Lines extend past the rectangle by half their width, quadrilaterals by any distance.
  const far = 100_000;
  const box = pdfArray(rect[0] - far, rect[1] - far, rect[2] + far, rect[3] + far);
  return pdfStream(pdfDict({ BBox: box, Resources: pdfDict({ ExtGState: states }) }), latin1(operators));
}

function numbersAt(view: PdfView, dict: PdfDict, key: string): number[] {
  const value = view.lookup(dict, key);
  return isArray(value)
    ? value.items.map((item) => view.resolve(item)).filter((item) => typeof item === 'number')
    : [];
}

/** /C as RGB; black if missing. */
function colorOf(view: PdfView, dict: PdfDict): [number, number, number] {
  const [a, b, c, d] = numbersAt(view, dict, 'C');
  if (a === undefined) return [0, 0, 0];
  if (b === undefined || c === undefined) return [a, a, a];
  return d === undefined ? [a, b, c] : [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)];
}

type Quad = [number, number, number, number, number, number, number, number];

/** Quadrilaterals in the order that readers use: upper left, upper right, lower left, lower right. */
function quadsOf(view: PdfView, dict: PdfDict, [left, bottom, right, top]: PageBox): Quad[] {
  const flat = numbersAt(view, dict, 'QuadPoints');
  const quads: Quad[] = [];
  for (let i = 0; i + 7 < flat.length && quads.length < 10_000; i += 8)
    quads.push(flat.slice(i, i + 8) as Quad);
  return quads.length > 0 ? quads : [[left, top, right, top, left, bottom, right, bottom]];
}

/** Border width of a link: BS, else Border, else 1. */
function borderOf(view: PdfView, dict: PdfDict): number {
  const style = view.lookup(dict, 'BS');
  const width = isDict(style) ? view.lookup(style, 'W') : numbersAt(view, dict, 'Border')[2];
  return typeof width === 'number' ? Math.abs(width) : 1;
}

const texts = new WeakMap<PdfDict, readonly Glyph[]>();

/** The glyphs of the page's content; empty if the page cannot be read. */
function textOfPage(view: PdfView, page: PdfPage): readonly Glyph[] {
  const known = texts.get(page.dict);
  if (known) return known;
  let glyphs: readonly Glyph[] = [];
  try {
    glyphs = readGlyphs(view, page).filter(({ text }) => text.trim() !== '');
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
  texts.set(page.dict, glyphs);
  return glyphs;
}

/** Distance in points by which lines can extend past a rectangle: half of the widest border considered. */
const MARGIN = 200;
const ALONG = [0.2, 0.5, 0.8];
const UPWARDS = [0.1, 0.35, 0.6];

/** Boxes (mm from the top left corner of the page) around the covered letters; null if no letter is covered. */
interface HiddenText {
  byAll: Box | null;
  /** Letters that pale ink alone covers. */
  byPale: Box | null;
}

function hiddenText(cmp: Comparison, page: PdfPage, paints: readonly Paint[], area: PageBox): HiddenText {
  const near = textOfPage(cmp.before, page).filter(
    ({ x, y }) =>
      x > area[0] - MARGIN && x < area[2] + MARGIN && y > area[1] - MARGIN && y < area[3] + MARGIN,
  );
  const points: Point[] = near.flatMap(({ x, y, dx, dy, upX, upY }) =>
    ALONG.flatMap((t) => UPWARDS.map((u) => ({ x: x + t * dx + u * upX, y: y + t * dy + u * upY }))),
  );
  const through = throughAll(cmp.after, paints, points);
  const each = ALONG.length * UPWARDS.length;
  const around = (left: Float32Array): Box | null => {
    const hidden = near.filter((_, i) => {
      let sum = 0;
      for (let k = 0; k < each; k++) sum += left[i * each + k]!;
      return sum / each < READABLE;
    });
    if (hidden.length === 0) return null;
    return boxAround(
      page,
      hidden.flatMap((g) => [g.x, g.y, g.x + g.dx + g.upX, g.y + g.dy + g.upY]),
    );
  };
  return { byAll: around(through.all), byPale: around(through.pale) };
}

function throughAll(view: PdfView, paints: readonly Paint[], points: readonly Point[]): Through {
  const all = new Float32Array(points.length).fill(1);
  const pale = new Float32Array(points.length).fill(1);
  if (points.length === 0) return { all, pale };
  for (const { form, matrix } of paints) {
    const one = showsThrough(view, form, matrix, points);
    for (let i = 0; i < points.length; i++) {
      all[i]! *= one.all[i]!;
      pale[i]! *= one.pale[i]!;
    }
  }
  return { all, pale };
}

/** Maximum side of a seal in points, with a margin for rounding. */
const LARGEST_SEAL = (LIMITS.sealMm * 72) / 25.4 + 1;
const STEPS = 40;

/** Whether the picture looks like a seal: by its size, and by the share of its bounding box that is inked. */
function isSeal(view: PdfView, paints: readonly Paint[], [left, bottom, right, top]: PageBox): boolean {
  if (right - left > LARGEST_SEAL || top - bottom > LARGEST_SEAL) return false;
  const at = (i: number) => (i + 0.5) / STEPS;
  const points = Array.from({ length: STEPS * STEPS }, (_, i) => ({
    x: left + at(i % STEPS) * (right - left),
    y: bottom + at(Math.floor(i / STEPS)) * (top - bottom),
  }));
  const { all } = throughAll(view, paints, points);
  return isLines(all, STEPS);
}

function boxAround(page: PdfPage, flat: readonly number[]): Box {
  const { toView } = pageFrame(page);
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const { xMm, yMm } = toView(flat[i]!, flat[i + 1]!);
    xs.push(xMm);
    ys.push(yMm);
  }
  const round = (mm: number) => Math.round(mm * 10) / 10;
  const [x, y] = [xs.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.min(a, b))];
  const [right, bottom] = [xs.reduce((a, b) => Math.max(a, b)), ys.reduce((a, b) => Math.max(a, b))];
  return { x: round(x), y: round(y), width: round(right - x), height: round(bottom - y) };
}

const GRID = [0.1, 0.3, 0.5, 0.7, 0.9];

/** Reports covered fields of the page: if they are locked, their content is signed like the text. */
function hiddenFields(
  cmp: Comparison,
  index: number,
  page: PdfPage,
  paints: readonly Paint[],
  area: PageBox,
  own: number,
  detail: string,
): void {
  for (const { num, dict, page: at } of annotationsOfPages(cmp.before)) {
    if (at !== index + 1 || num === own || subtypeOf(cmp.before, dict) !== 'Widget') continue;
    const rect = boxOf(cmp.before, dict.entries.get('Rect'));
    if (!rect || rect[0] > area[2] || rect[2] < area[0] || rect[1] > area[3] || rect[3] < area[1]) continue;
    const type = cmp.before.lookup(dict, 'FT');
    if (isName(type, 'Sig') && cmp.before.lookup(dict, 'V') === null) continue;
    const points = GRID.flatMap((t) =>
      GRID.map((u) => ({ x: rect[0] + t * (rect[2] - rect[0]), y: rect[1] + u * (rect[3] - rect[1]) })),
    );
    if (throughAll(cmp.after, paints, points).all.every((through) => through >= READABLE)) continue;
    cmp.change('field-changed', 'form', {
      field: fullNameOf(cmp.before, num),
      page: index + 1,
      box: boxAround(page, [...rect]),
      detail,
      problem: 'covers-signed-content',
      fineWhenLocked: false,
    });
  }
}
