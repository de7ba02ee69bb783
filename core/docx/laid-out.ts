import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { pageFrame } from '#core/pdf/draw/page-frame.ts';
import type { PdfView } from '#core/pdf/read/document.ts';
import {
  isArray,
  isDict,
  isRef,
  isString,
  type PdfDict,
  type PdfObject,
  withEntries,
} from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages, type PdfPage } from '#core/pdf/read/pages.ts';
import { textOf } from '#core/pdf/read/text-string.ts';
import { type CharacterBox, textBoxes } from '#core/pdf/text/text-boxes.ts';
import { rewritePdf } from '#core/pdf/write/rewrite-pdf.ts';
import { type PageSize, pageSize } from '#core/task/document-facts.ts';
import { type PlacedMark, paragraphMark } from './for-conversion.ts';
import { DOCX_PAGES } from './limits.ts';

/** Position of a control; mm from the top left of the page, pages from 1. The width of an empty one is 0. */
export interface MarkBox {
  key: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Start of a paragraph: the top left of its first line. */
export interface ParagraphStart {
  paragraph: number;
  page: number;
  x: number;
  y: number;
}

export interface LaidOut {
  /** Without the named destinations, which are internal. */
  pdf: Bytes;
  pages: PageSize[];
  boxes: MarkBox[];
  starts: ParagraphStart[];
  /** The program that made the file, as recorded in it: "LibreOffice 24.8". */
  engine: string;
}

/**
 * Reads the converter's output for a file of `forConversion`. Throws DOCX_TOO_MANY_PAGES beyond `DOCX_PAGES`,
 * WORD_FAILED if there are no pages, and the errors of reading a PDF.
 *
 * ```ts
 * const { pages, boxes } = readLaidOut(converted, convertible.marks);
 * ```
 */
export function readLaidOut(bytes: Bytes, marks: readonly PlacedMark[], paragraphs = 0): LaidOut {
  const document = openPdfBytes(bytes);
  const pages = listPages(document);
  if (pages.length === 0) throw new AppError('WORD_FAILED');
  if (pages.length > DOCX_PAGES) throw new AppError('DOCX_TOO_MANY_PAGES', { max: DOCX_PAGES });
  const points = readDestinations(document, pages);
  const characters = new Map<number, CharacterBox[]>();
  const charactersOf = (page: number): CharacterBox[] => {
    const known = characters.get(page);
    if (known) return known;
    const read = textBoxes(document, pages[page - 1]!);
    characters.set(page, read);
    return read;
  };
  const boxes = marks.flatMap(({ name, key }) => {
    const [from, to] = [points.get(`${name}a`), points.get(`${name}b`)];
    return from ? [{ key, ...boxBetween(from, to, charactersOf(from.page)) }] : [];
  });
  const starts: ParagraphStart[] = [];
  for (let paragraph = 0; paragraph < paragraphs; paragraph++) {
    const point = points.get(paragraphMark(paragraph));
    if (point) starts.push({ paragraph, ...point });
  }
  return {
    pdf: rewritePdf(document, (dict) => withoutDestinations(document, dict)),
    pages: pages.map(pageSize),
    boxes,
    starts,
    engine: engineOf(document),
  };
}

interface Point {
  page: number;
  x: number;
  y: number;
}

const round = (mm: number): number => Math.round(mm * 1000) / 1000;

/** Named destinations (ISO 32000-2, 12.3.2.4), in the catalog's own dictionary or in its tree of names. */
function readDestinations(view: PdfView, pages: readonly PdfPage[]): Map<string, Point> {
  const byRef = new Map(pages.flatMap((page) => (page.ref ? [[page.ref.num, page] as const] : [])));
  const frames = new Map(pages.map((page) => [page.index, pageFrame(page)]));
  const points = new Map<string, Point>();
  const add = (name: string, object: PdfObject) => {
    const found = view.resolve(object);
    const target = isDict(found) ? view.lookup(found, 'D') : found;
    if (!isArray(target)) return;
    const [ref, , x, y] = target.items;
    const page = isRef(ref) ? byRef.get(ref.num) : undefined;
    if (!page || typeof x !== 'number' || typeof y !== 'number') return;
    const { xMm, yMm } = frames.get(page.index)!.toView(x, y);
    points.set(name, { page: page.index + 1, x: round(xMm), y: round(yMm) });
  };
  const dests = view.lookup(view.catalog, 'Dests');
  if (isDict(dests)) for (const [name, object] of dests.entries) add(name, object);
  const names = view.lookup(view.catalog, 'Names');
  const visit = (object: PdfObject, depth: number): void => {
    const node = view.resolve(object);
    if (!isDict(node) || depth > 32) return;
    const pairs = view.lookup(node, 'Names');
    if (isArray(pairs))
      for (let i = 0; i + 1 < pairs.items.length; i += 2) {
        const name = view.resolve(pairs.items[i]);
        if (isString(name)) add(textOf(name), pairs.items[i + 1]!);
      }
    const kids = view.lookup(node, 'Kids');
    if (isArray(kids)) for (const kid of kids.items) visit(kid, depth + 1);
  };
  if (isDict(names)) visit(view.lookup(names, 'Dests'), 0);
  return points;
}

function withoutDestinations(view: PdfView, dict: PdfDict): PdfDict {
  if (!dict.entries.has('Pages')) return dict;
  const names = view.lookup(dict, 'Names');
  return withEntries(dict, {
    Dests: undefined,
    // The initial view is up to the viewer.
    OpenAction: undefined,
    ...(isDict(names) ? { Names: withEntries(names, { Dests: undefined }) } : {}),
  });
}

function engineOf(view: PdfView): string {
  const info = view.resolve(view.trailer.entries.get('Info'));
  const producer = isDict(info) ? view.lookup(info, 'Producer') : null;
  return isString(producer) ? textOf(producer).slice(0, 60) : '';
}

/** Assumed height of a line without text, mm. */
const LINE_HEIGHT = 5.5;

/**
 * The box between a control's start and end bookmarks. A bookmark gives only the top of its line; the height comes from
 * the line's characters. A control that continues on another line ends with the characters of its first line.
 */
function boxBetween(from: Point, to: Point | undefined, characters: readonly CharacterBox[]) {
  const inLine = characters.filter(({ box }) => {
    const middle = box.y + box.height / 2;
    return middle > from.y && middle < from.y + 2.2 * Math.max(box.height, 3);
  });
  const near = inLine.reduce<CharacterBox | undefined>((best, character) => {
    const distance = ({ box }: CharacterBox) =>
      Math.abs(box.x - from.x) + 3 * Math.abs(box.y + box.height / 2 - from.y - box.height / 2);
    return !best || distance(character) < distance(best) ? character : best;
  }, undefined);
  const height = near ? Math.max(near.box.y + near.box.height - from.y, 2) : LINE_HEIGHT;
  const sameLine = to && to.page === from.page && Math.abs(to.y - from.y) < height / 2;
  if (sameLine) return { ...from, width: round(Math.max(0, to.x - from.x)), height: round(height) };
  const line = near ? inLine.filter(({ box }) => Math.abs(box.y - near.box.y) < near.box.height / 2) : [];
  const end = Math.max(from.x, ...line.map(({ box }) => box.x + box.width));
  return { ...from, width: to ? round(end - from.x) : 0, height: round(height) };
}
