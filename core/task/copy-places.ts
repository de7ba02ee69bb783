import type { Limits } from '#core/config/limits.ts';
import { boxesOf, boxesOverlap, PLACE_SIZE } from './place-rules.ts';
import type { PlanPlacement } from './plan.ts';

interface PageSize {
  readonly widthMm: number;
  readonly heightMm: number;
}
interface File {
  readonly documentId: string;
  readonly pages: readonly PageSize[];
}

/** Target pages in each file: the same page number, a range of all pages, the first, the last, or given pages. */
export const COPY_TO = ['SAME', 'ALL', 'ALTERNATE', 'FIRST', 'LAST', 'PAGES'] as const;
export type CopyTo = (typeof COPY_TO)[number];

type Copy = Omit<PlanPlacement, 'placementId'>;

export interface CopyResult {
  copies: Copy[];
  /** Files without such a page, or with too few pages for a range. */
  without: string[];
}

/** Parses page lists such as "1-3,5", with commas and dashes of any language. Null if the text is not a page list. */
export function parsePages(text: string, most: number): number[] | null {
  const parts = text
    .normalize('NFKC')
    .split(/[,、，;；\s]+/)
    .filter((part) => part !== '');
  const pages = new Set<number>();
  for (const part of parts) {
    const range = /^(\d{1,5})(?:[-~–—至到](\d{1,5}))?$/.exec(part);
    if (!range) return null;
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
    if (from < 1 || from > to || to > most) return null;
    for (let page = from; page <= to; page++) pages.add(page);
  }
  return pages.size > 0 ? [...pages].sort((a, b) => a - b) : null;
}

/**
 * Copies a place to other pages and files at its current position: as one place with a range for all pages, elsewhere
 * as separate places. On a smaller page it is moved inside. Pages where the signer already has the same place are
 * skipped.
 */
export function copyPlace(
  place: PlanPlacement,
  files: readonly File[],
  to: { to: CopyTo; pages?: readonly number[] },
  standing: readonly PlanPlacement[],
  limits: Pick<Limits, 'crossPageMinimum'>,
): CopyResult {
  const copies: Copy[] = [];
  const without: string[] = [];
  for (const { documentId, pages } of files) {
    const made = placesIn(place, pages, to, limits.crossPageMinimum).map((one) => ({ ...one, documentId }));
    if (made.length === 0) without.push(documentId);
    const there = standing.filter(
      (other) =>
        other.documentId === documentId &&
        other.signerId === place.signerId &&
        other.kind === place.kind &&
        !other.keyword &&
        // a range includes the place that it was made from
        !(other.placementId === place.placementId && made[0]?.toPage !== undefined),
    );
    copies.push(...made.filter((one) => !there.some((other) => isThere(one, other, pages))));
  }
  return { copies, without };
}

function placesIn(
  { placementId: _, keyword: __, toPage, rule: own, ...place }: PlanPlacement,
  pages: readonly PageSize[],
  { to, pages: named = [] }: { to: CopyTo; pages?: readonly number[] },
  least: number,
): Copy[] {
  const count = pages.length;
  const ranged = place.kind === 'CROSS_PAGE' || to === 'ALL' || to === 'ALTERNATE';
  if (ranged) {
    const rule = to === 'ALTERNATE' ? ('ALTERNATE' as const) : ('CONSECUTIVE' as const);
    const used = to === 'ALTERNATE' ? Math.ceil(count / 2) : count;
    return used < least ? [] : [{ ...clampToAll(place, pages), page: 1, toPage: count, rule }];
  }
  if (to === 'SAME' && toPage !== undefined && place.page < Math.min(toPage, count)) {
    const last = Math.min(toPage, count);
    return [{ ...clampToAll(place, pages.slice(place.page - 1, last)), toPage: last, rule: own }];
  }
  const wanted = to === 'PAGES' ? named : to === 'FIRST' ? [1] : to === 'LAST' ? [count] : [place.page];
  return wanted
    .filter((page) => page <= count)
    .map((page) => ({ ...clampToAll(place, [pages[page - 1]!]), page }));
}

type Movable = Pick<PlanPlacement, 'kind' | 'x' | 'y' | 'width' | 'height'>;

/** Moved so that it lies inside each of the pages. */
function clampToAll<P extends Movable>(place: P, pages: readonly PageSize[]): P {
  const width = Math.min(...pages.map(({ widthMm }) => widthMm));
  const height = Math.min(...pages.map(({ heightMm }) => heightMm));
  return {
    ...place,
    x: place.kind === 'CROSS_PAGE' ? place.x : Math.max(0, Math.min(place.x, width - place.width)),
    y: Math.max(0, Math.min(place.y, height - place.height)),
  };
}

function isThere(copy: Copy, other: PlanPlacement, pages: readonly PageSize[]): boolean {
  const boxes = boxesOf(other, pages);
  return boxesOf(copy, pages).some(({ page, box }) =>
    boxes.some((one) => one.page === page && boxesOverlap(one.box, box)),
  );
}

/** mm between a seal and its date. */
const DATE_GAP = 1;

/**
 * The date that belongs to a seal: centred below it, on the same pages or at the same keyword; above it at the page's
 * lower end. Undefined for a cross-page seal, which has no room for a date, and for other kinds than seals.
 */
export function dateFor(place: PlanPlacement, pages: readonly PageSize[]): Copy | undefined {
  if (place.kind === 'CROSS_PAGE' || place.kind === 'SIGN_DATE' || place.kind === 'FIELD') return undefined;
  const { placementId: _, ...rest } = place;
  const { width, height } = PLACE_SIZE.SIGN_DATE;
  const size = { kind: 'SIGN_DATE' as const, width, height };
  if (place.keyword) {
    const { keyword } = place;
    // over or right of the keyword the middles are aligned, below it the tops
    const down = keyword.place === 'BELOW' ? place.height + DATE_GAP : (place.height + height) / 2 + DATE_GAP;
    const right = keyword.place === 'RIGHT' ? (place.width - width) / 2 : 0;
    return {
      ...rest,
      ...size,
      keyword: { ...keyword, offsetX: keyword.offsetX + right, offsetY: keyword.offsetY + down },
    };
  }
  const below = place.y + place.height + DATE_GAP;
  const used = boxesOf(place, pages).map(({ page }) => pages[page - 1]!);
  const lowest = Math.min(...used.map(({ heightMm }) => heightMm));
  const y = below + height <= lowest ? below : place.y - height - DATE_GAP;
  return clampToAll({ ...rest, ...size, x: place.x + (place.width - width) / 2, y }, used);
}
