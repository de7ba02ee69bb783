import type { Box } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import type { OfdVolume } from '#core/ofd/model/open-volume.ts';
import { findInVolume } from '#core/ofd/text/find-in-volume.ts';
import type { KeywordPlace, PreparedWidget, SignaturePlace } from '#core/pdf/prepare/spec.ts';

/**
 * Where the stamps of one place start: one widget per place, one per match of a keyword. Throws INPUT_INVALID if the
 * page does not exist, KEYWORD_NOT_FOUND if the keyword does not.
 */
export function widgetsOf(
  volume: OfdVolume,
  papers: readonly Box[],
  place: SignaturePlace,
): PreparedWidget[] {
  const part = place.part === undefined ? {} : { part: place.part };
  switch (place.kind) {
    case 'at':
      return [{ page: place.page, box: withinPage(papers, place.page, place.box), ...part }];
    case 'pages': {
      const page = place.pages?.from ?? 0;
      return [{ page, box: withinPage(papers, page, place.box), ...part }];
    }
    case 'crossPage': {
      const page = place.pages?.from ?? 0;
      const box = { x: 0, y: place.y, width: place.width, height: place.height };
      return [{ page, box: withinPage(papers, page, box), ...part }];
    }
    case 'keyword':
      return besideKeyword(volume, papers, place).map((widget) => ({ ...widget, ...part }));
  }
}

function besideKeyword(volume: OfdVolume, papers: readonly Box[], place: KeywordPlace): PreparedWidget[] {
  const pages = place.pages ? { pages: place.pages } : {};
  const found = findInVolume(volume, place.keyword, { which: place.which, ...pages });
  if (found.length === 0) throw new AppError('KEYWORD_NOT_FOUND', { keyword: place.keyword });
  return found.map(({ pageIndex, boxes }) => {
    // For a keyword that spans lines, the part on the last line counts, as on a PDF.
    const at = boxes[boxes.length - 1]!;
    const physical = papers[pageIndex]!;
    const { width, height, offsetX = 0, offsetY = 0 } = place;
    const left = at.x - physical.x;
    const top = at.y - physical.y;
    const x = place.position === 'right' ? left + at.width : left + (at.width - width) / 2;
    const y = place.position === 'below' ? top + at.height : top + (at.height - height) / 2;
    const box = { x: x + offsetX, y: y + offsetY, width, height };
    return { page: pageIndex, box: withinPage(papers, pageIndex, box) };
  });
}

/**
 * The box moved onto the page if it fits at all; mm from the page's top left corner. Throws INPUT_INVALID if the page
 * does not exist.
 *
 * ```ts
 * withinPage([{ x: 0, y: 0, width: 210, height: 297 }], 0, { x: 200, y: 10, width: 42, height: 42 }); // x: 168
 * ```
 */
export function withinPage(papers: readonly Box[], pageIndex: number, box: Box): Box {
  const paper = papers[pageIndex];
  if (!paper) throw new AppError('INPUT_INVALID', { page: pageIndex + 1 }, 'page');
  const { width, height } = paper;
  const x = Math.max(0, Math.min(box.x, width - box.width));
  const y = Math.max(0, Math.min(box.y, height - box.height));
  return { ...box, x, y };
}
