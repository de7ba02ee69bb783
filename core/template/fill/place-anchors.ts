import type { PlanPlacement } from '#core/task/plan.ts';
import type { PlacedBox } from '#core/typeset/display.ts';
import type { ContentAnchor } from '../content.ts';

/** A placement without its signer and file. */
export type AnchorPlace = Omit<PlanPlacement, 'placementId' | 'signerId' | 'documentId'> & {
  readonly anchor: string;
  /** The key of the template's signer. */
  readonly signer: string;
};

/**
 * Positions of a template's seals, signatures and dates in a file made from it: at marks as the typesetter placed them,
 * at keywords (resolved when the file is examined), or on a page. Marks of dropped parts have none. `pages` are the
 * sizes in mm; a place that would cross the page edge is moved inside.
 */
export function placeAnchors(
  anchors: readonly ContentAnchor[],
  boxes: readonly Pick<PlacedBox, 'kind' | 'id' | 'page' | 'x' | 'y'>[],
  pages: readonly { readonly widthMm: number; readonly heightMm: number }[],
): AnchorPlace[] {
  return anchors.flatMap((anchor) => placeAnchor(anchor, boxes, pages) ?? []);
}

function placeAnchor(
  anchor: ContentAnchor,
  boxes: Parameters<typeof placeAnchors>[1],
  pages: Parameters<typeof placeAnchors>[2],
): AnchorPlace | undefined {
  const { key, signer, kind, width, height, at, offsetX, offsetY } = anchor;
  const base = { anchor: key, signer, kind, width, height };
  switch (at.by) {
    case 'MARK': {
      const box = boxes.find((one) => one.kind === 'place' && one.id === key);
      if (!box) return undefined;
      const { widthMm, heightMm } = pages[box.page]!;
      const x = onPage(box.x + offsetX, widthMm - width);
      return { ...base, page: box.page + 1, x, y: onPage(box.y + offsetY, heightMm - height) };
    }
    case 'KEYWORD':
      return { ...base, page: 1, x: 0, y: 0, keyword: { ...at.keyword, offsetX, offsetY } };
    case 'PAGE': {
      const toPage = at.toPage === 0 ? pages.length : at.toPage;
      const page = Math.min(at.page, pages.length);
      const range = toPage === undefined ? {} : { toPage: Math.max(page, Math.min(toPage, pages.length)) };
      return { ...base, page, x: at.x, y: at.y, ...range, ...(at.rule ? { rule: at.rule } : {}) };
    }
  }
}

/** A coordinate limited to its page, in hundredths of a mm: stored and compared values have no long fractions. */
export const onPage = (value: number, most: number): number =>
  Math.round(Math.min(Math.max(0, value), Math.max(0, most)) * 100) / 100;
