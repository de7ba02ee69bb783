import { boxesOf, boxesOverlap } from '#core/task/place-rules.ts';
import type { PlanPlacement } from '#core/task/plan.ts';
import { clampTo } from './on-page.ts';
import type { StagePage } from './page-source.ts';

type PlaceOnPages = Pick<PlanPlacement, 'kind' | 'page' | 'toPage' | 'rule' | 'x' | 'y' | 'width' | 'height'>;

/** Gap between neighbours, and step of the search, mm. */
const GAP = 4;

/**
 * Moves the placement to the free spot nearest to the wanted one, since overlapping placements cannot be sent. If the
 * page has no room left it stays at the wanted place, and the screen reports the overlap.
 */
export function freeSpot<Wanted extends PlaceOnPages>(
  wanted: Wanted,
  others: readonly PlaceOnPages[],
  pages: readonly StagePage[],
): Wanted {
  const page = pages[wanted.page - 1];
  if (!page) return wanted;
  const taken = others.flatMap((other) => boxesOf(other, pages));
  const isFree = (placed: PlaceOnPages) =>
    boxesOf(placed, pages).every(({ page: number, box }) =>
      taken.every((other) => other.page !== number || !boxesOverlap(other.box, box)),
    );
  const across = wanted.kind === 'CROSS_PAGE' ? 0 : Math.ceil(page.widthMm / GAP);
  const down = Math.ceil(page.heightMm / GAP);
  const spots = [];
  for (let dy = -down; dy <= down; dy++)
    for (let dx = -across; dx <= across; dx++) spots.push({ dx: dx * GAP, dy: dy * GAP });
  // Prefers right to down, and forward to back.
  const rank = ({ dx, dy }: { dx: number; dy: number }) =>
    Math.abs(dx) + Math.abs(dy) * 1.01 + (dx < 0 ? 0.3 : 0) + (dy < 0 ? 0.2 : 0);
  spots.sort((one, other) => rank(one) - rank(other));
  for (const { dx, dy } of spots) {
    const moved = { ...wanted, x: wanted.x + dx, y: wanted.y + dy };
    const clamped = clampTo(page, moved);
    if (isFree(clamped)) return clamped;
  }
  return wanted;
}
