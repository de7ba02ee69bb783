import type { PlanPlacement } from '#core/task/plan.ts';

type PlaceOnPages = Pick<PlanPlacement, 'kind' | 'page' | 'toPage' | 'rule' | 'x' | 'y' | 'width' | 'height'>;

export interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether this is the page on which the placement can be moved; on others it is read-only. */
  own: boolean;
  /** The slice of a cross-page seal. */
  slice?: { index: number; count: number };
}

/**
 * Where a placement is visible on page `index` (from 0), mm; null if it is not. `pageWidth` is the width of the pages.
 */
export function boxOnPage(placement: PlaceOnPages, index: number, pageWidth: number): PageBox | null {
  const from = placement.page - 1;
  const to = (placement.toPage ?? placement.page) - 1;
  const step = placement.rule === 'ALTERNATE' ? 2 : 1;
  if (index < from || index > to || (index - from) % step !== 0) return null;
  const { x, y, width, height } = placement;
  if (placement.kind !== 'CROSS_PAGE') return { x, y, width, height, own: index === from };
  const count = Math.floor((to - from) / step) + 1;
  const slice = width / count;
  return {
    x: pageWidth - slice,
    y,
    width: slice,
    height,
    own: index === from,
    slice: { index: (index - from) / step, count },
  };
}
