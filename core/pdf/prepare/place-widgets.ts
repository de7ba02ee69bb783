import type { Box } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import { pageFrame } from '../draw/page-frame.ts';
import type { PdfDocument } from '../read/document.ts';
import type { PdfPage } from '../read/pages.ts';
import { findText, type TextBox } from '../text/find-text.ts';
import type { CrossPagePlace, KeywordPlace, PageRange, PreparedWidget, SignaturePlace } from './spec.ts';

/** Resolves one place to widgets. Throws INPUT_INVALID for missing pages and invalid boxes, KEYWORD_NOT_FOUND. */
export function placeWidgets(
  document: PdfDocument,
  pages: readonly PdfPage[],
  place: SignaturePlace,
): PreparedWidget[] {
  const part = place.part === undefined ? {} : { part: place.part };
  switch (place.kind) {
    case 'at':
      pageAt(pages, place.page);
      return [{ page: place.page, box: checkedBox(place.box), ...part }];
    case 'pages':
      return pagesOf(pages, place.pages, place.every).map((page) => ({
        page: page.index,
        box: withinPage(page, checkedBox(place.box)),
        ...part,
      }));
    case 'crossPage':
      return crossPage(pages, place).map((widget) => ({ ...widget, ...part }));
    case 'keyword':
      return besideKeyword(document, pages, place).map((widget) => ({ ...widget, ...part }));
  }
}

/** `index` counts from 0. Throws INPUT_INVALID if there is no such page; its parameter counts from 1, for display. */
export function pageAt(pages: readonly PdfPage[], index: number): PdfPage {
  const page = pages[index];
  if (!page) throw new AppError('INPUT_INVALID', { page: index + 1 }, 'page');
  return page;
}

/** The pages of a range (from 0, inclusive), or every second of them. Throws INPUT_INVALID. */
export function pagesOf(
  pages: readonly PdfPage[],
  range: PageRange | undefined,
  every: 1 | 2 = 1,
): PdfPage[] {
  const { from, to } = range ?? { from: 0, to: pages.length - 1 };
  if (from > to) throw new AppError('INPUT_INVALID', { page: from + 1 }, 'pages');
  pageAt(pages, from);
  pageAt(pages, to);
  return pages.slice(from, to + 1).filter((_, i) => i % every === 0);
}

function checkedBox(box: Box): Box {
  const values = [box.x, box.y, box.width, box.height];
  if (!values.every(Number.isFinite) || box.width <= 0 || box.height <= 0)
    throw new AppError('INPUT_INVALID', {}, 'box');
  return box;
}

/** Moves the box onto the page, if it fits. */
function withinPage(page: PdfPage, box: Box): Box {
  const { widthMm, heightMm } = pageFrame(page);
  const x = Math.max(0, Math.min(box.x, widthMm - box.width));
  const y = Math.max(0, Math.min(box.y, heightMm - box.height));
  return { ...box, x, y };
}

function crossPage(pages: readonly PdfPage[], place: CrossPagePlace): PreparedWidget[] {
  const chosen = pagesOf(pages, place.pages, place.every);
  if (chosen.length < 2)
    throw new AppError('INPUT_INVALID', { reason: 'a cross-page seal needs two pages' }, 'pages');
  checkedBox({ x: 0, y: place.y, width: place.width, height: place.height });
  const most = Math.max(2, place.pagesPerSeal ?? chosen.length);
  const groups = Math.min(Math.ceil(chosen.length / most), Math.floor(chosen.length / 2));
  return Array.from({ length: groups }, (_, group) => {
    const members = chosen.slice(
      Math.floor((chosen.length * group) / groups),
      Math.floor((chosen.length * (group + 1)) / groups),
    );
    return members.map((page, index): PreparedWidget => {
      const width = place.width / members.length;
      const x = place.edge === 'left' ? 0 : pageFrame(page).widthMm - width;
      const { y } = withinPage(page, { x, y: place.y, width, height: place.height });
      return {
        page: page.index,
        box: { x, y, width, height: place.height },
        slice: { index, count: members.length },
      };
    });
  }).flat();
}

function besideKeyword(
  document: PdfDocument,
  pages: readonly PdfPage[],
  place: KeywordPlace,
): PreparedWidget[] {
  const searched = pagesOf(pages, place.pages);
  const found: { page: PdfPage; box: TextBox }[] = [];
  const inOrder = place.which === 'last' ? [...searched].reverse() : searched;
  for (const page of inOrder) {
    const boxes = findText(document, page, place.keyword);
    const wanted =
      place.which === 'all' ? boxes : place.which === 'first' ? boxes.slice(0, 1) : boxes.slice(-1);
    for (const box of wanted) found.push({ page, box });
    if (found.length > 0 && place.which !== 'all') break;
  }
  if (found.length === 0) throw new AppError('KEYWORD_NOT_FOUND', { keyword: place.keyword });
  return found.map(({ page, box }) => {
    const { width, height, offsetX = 0, offsetY = 0 } = place;
    const middleX = box.x + box.width / 2 - width / 2;
    const middleY = box.y + box.height / 2 - height / 2;
    const x = place.position === 'right' ? box.x + box.width : middleX;
    const y = place.position === 'below' ? box.y + box.height : middleY;
    return {
      page: page.index,
      box: withinPage(page, checkedBox({ x: x + offsetX, y: y + offsetY, width, height })),
    };
  });
}
