import { LIMITS } from '#core/config/limits.ts';
import type { Box } from '#core/drawing.ts';
import { LARGEST_SIGNATURE } from '#core/ink.ts';
import type { EnterpriseCategory } from '#core/seal/states.ts';
import type { PlacementKind, PlanPlacement, PlanSigner, SigningKind } from './plan.ts';

/** mm */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Initial sizes of places: an enterprise seal is 42 mm across, a signature has the ratio 73:38 ([9.6]). */
export const PLACE_SIZE: Record<SigningKind, Size> = {
  ENT_SEAL: { width: 42, height: 42 },
  PERSON_SEAL: { width: 20, height: 20 },
  HANDWRITTEN: LARGEST_SIGNATURE,
  SIGN_DATE: { width: 40, height: 8 },
  CROSS_PAGE: { width: 42, height: 42 },
};

/**
 * Largest size of each kind of place, equal to the largest content that it can show: a seal as large as one can be
 * made, a signature as large as the drawing board's. A larger place could only cover what others signed.
 */
export const LARGEST_PLACE: Record<PlacementKind, Size> = {
  ENT_SEAL: { width: LIMITS.sealMm, height: LIMITS.sealMm },
  PERSON_SEAL: { width: 25, height: 25 },
  HANDWRITTEN: PLACE_SIZE.HANDWRITTEN,
  SIGN_DATE: PLACE_SIZE.SIGN_DATE,
  CROSS_PAGE: { width: LIMITS.sealMm, height: LIMITS.sealMm },
  // the template defines the size of a blank; sending compares it
  FIELD: { width: 500, height: 500 },
};

const SLACK_MM = 0.05;

/** Whether a size fits into another. */
export const hasRoom = (room: Size, { width, height }: Size): boolean =>
  width <= room.width + SLACK_MM && height <= room.height + SLACK_MM;

export const isTooLarge = ({ kind, width, height }: Size & { kind: PlacementKind }): boolean =>
  !hasRoom(LARGEST_PLACE[kind], { width, height });

/** Kinds of placement that a signer of this type can be asked for. */
export const kindsOf = (type: PlanSigner['type']): SigningKind[] =>
  type === 'ENTERPRISE'
    ? ['ENT_SEAL', 'HANDWRITTEN', 'PERSON_SEAL', 'SIGN_DATE', 'CROSS_PAGE']
    : ['HANDWRITTEN', 'PERSON_SEAL', 'SIGN_DATE', 'CROSS_PAGE'];

const PERSONAL = ['PERSONAL', 'HANDWRITTEN'];

/**
 * Whether a seal of this category may be used at a place of this kind. A cross-page place shows a seal of its owner's
 * type: enterprise or personal. `only`: the only category of the enterprise's seals that the sender accepts.
 */
export function sealFits(
  kind: PlacementKind,
  category: string,
  ofEnterprise: boolean,
  only: EnterpriseCategory | '' = '',
): boolean {
  const isKind = !ofEnterprise || only === '' || category === only;
  switch (kind) {
    case 'ENT_SEAL':
      return ofEnterprise && isKind && category !== 'DATE' && !PERSONAL.includes(category);
    case 'CROSS_PAGE':
      return isKind && category !== 'DATE' && PERSONAL.includes(category) !== ofEnterprise;
    case 'PERSON_SEAL':
    case 'HANDWRITTEN':
      return PERSONAL.includes(category);
    case 'SIGN_DATE':
      return category === 'DATE';
    case 'FIELD':
      return false;
  }
}

/**
 * Whether the sender accepts this category, if one is required of the enterprise; a person's own seal is always
 * accepted.
 */
export const isRequested = (category: string, only: EnterpriseCategory | ''): boolean =>
  only === '' || category === only || category === 'DATE' || PERSONAL.includes(category);

/** Whether a drawing made now may be used there: an enterprise needs an authorised seal at each of its places. */
export const drawingFits = (kind: PlacementKind, ofEnterprise: boolean): boolean =>
  !ofEnterprise && kind !== 'ENT_SEAL' && kind !== 'SIGN_DATE' && kind !== 'FIELD';

/**
 * Whether two places may overlap: a signer's own seal may cover what the same signer filled in, as it covers the
 * company's name. Both are added in one act.
 */
export const mayOverlap = (
  a: Pick<PlanPlacement, 'kind' | 'signerId'>,
  b: Pick<PlanPlacement, 'kind' | 'signerId'>,
): boolean => a.signerId === b.signerId && (a.kind === 'FIELD') !== (b.kind === 'FIELD');

type PlaceOnPages = Pick<PlanPlacement, 'kind' | 'page' | 'toPage' | 'rule' | 'x' | 'y' | 'width' | 'height'>;

/** Whether a place is positioned by a keyword in the text. */
export const isByKeyword = <P extends PlanPlacement>(
  p: P,
): p is P & { keyword: NonNullable<PlanPlacement['keyword']> } => p.keyword !== undefined;

/** Part of a place on one page; page from 1, mm from the page's top left. */
export interface PlaceBox {
  page: number;
  box: Box;
}

/** Visible parts of a place by page: a cross-page seal in slices at the right edge. Excludes places by keyword. */
export function boxesOf(p: PlaceOnPages, pages: readonly { widthMm: number }[]): PlaceBox[] {
  const last = Math.min(p.toPage ?? p.page, pages.length);
  const step = p.rule === 'ALTERNATE' ? 2 : 1;
  const boxes: PlaceBox[] = [];
  const count = Math.floor((last - p.page) / step) + 1;
  const width = p.kind === 'CROSS_PAGE' ? p.width / count : p.width;
  for (let page = p.page; page <= last; page += step) {
    const x = p.kind === 'CROSS_PAGE' ? pages[page - 1]!.widthMm - width : p.x;
    boxes.push({ page, box: { x, y: p.y, width, height: p.height } });
  }
  return boxes;
}

/** Touching borders do not count as overlap. */
const TOUCH_MM = 0.2;

export const boxesOverlap = (a: Box, b: Box): boolean =>
  a.x + a.width > b.x + TOUCH_MM &&
  b.x + b.width > a.x + TOUCH_MM &&
  a.y + a.height > b.y + TOUCH_MM &&
  b.y + b.height > a.y + TOUCH_MM;

/**
 * Pairs of overlapping places, each pair once with the first page on which they overlap; `a` precedes `b` in the list.
 */
export function findOverlaps<Place>(
  places: readonly { place: Place; boxes: readonly PlaceBox[] }[],
): { a: Place; b: Place; page: number }[] {
  const onPage = new Map<number, { at: number; box: Box }[]>();
  for (const [at, { boxes }] of places.entries())
    for (const { page, box } of boxes) {
      const list = onPage.get(page);
      if (list) list.push({ at, box });
      else onPage.set(page, [{ at, box }]);
    }
  const found = new Map<string, { a: Place; b: Place; page: number }>();
  for (const [page, list] of [...onPage].sort(([one], [other]) => one - other)) {
    list.sort((one, other) => one.box.x - other.box.x);
    for (const [i, one] of list.entries())
      for (let j = i + 1; j < list.length && list[j]!.box.x < one.box.x + one.box.width; j++) {
        const other = list[j]!;
        if (one.at === other.at || !boxesOverlap(one.box, other.box)) continue;
        const [first, second] = [Math.min(one.at, other.at), Math.max(one.at, other.at)];
        const key = `${first}:${second}`;
        if (!found.has(key)) found.set(key, { a: places[first]!.place, b: places[second]!.place, page });
      }
  }
  return [...found.values()];
}
