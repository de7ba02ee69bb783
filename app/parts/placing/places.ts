import type { InputOf, OutputOf } from '#core/call.ts';
import type { Drawing } from '#core/drawing.ts';
import type { signQuickFiles } from '#core/quicksign/calls.ts';
import type { listUsableSeals } from '#core/seal/usable-calls.ts';
import { boxesOf, findOverlaps, LARGEST_PLACE, PLACE_SIZE, sealFits } from '#core/task/place-rules.ts';
import type { PlanPlacement } from '#core/task/plan.ts';
import type { FrameDocument } from '../signing/signing-frame.tsx';

export type UsableSeal = OutputOf<typeof listUsableSeals>[number];

/** What is put on a page. */
export type Tool =
  | { kind: 'seal'; seal: UsableSeal }
  | { kind: 'drawing'; drawing: Drawing }
  | { kind: 'date' };

/** On one page, on every page, or cut across the edges of all pages. */
export type Spread = 'ONE' | 'ALL' | 'EDGE';

/** mm from the top left of the page as seen; `page` from 1. */
export interface Place {
  placementId: string;
  documentId: string;
  tool: Tool;
  spread: Spread;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A seal stands at its own size; one that is larger than its kind may be is made smaller, with its aspect kept. */
export function sizeOf(tool: Tool): { width: number; height: number } {
  if (tool.kind === 'date') return PLACE_SIZE.SIGN_DATE;
  if (tool.kind === 'drawing') return PLACE_SIZE.HANDWRITTEN;
  const { widthMm, heightMm } = tool.seal;
  const most = LARGEST_PLACE[kindOf(tool)];
  const scale = Math.min(1, most.width / widthMm, most.height / heightMm);
  return { width: widthMm * scale, height: heightMm * scale };
}

export const drawingOf = (tool: Tool): Drawing | undefined =>
  tool.kind === 'seal' ? tool.seal.drawing : tool.kind === 'drawing' ? tool.drawing : undefined;

/** How a tool may be spread: over edges goes the seal of whose file it is, an enterprise's own or a person's own. */
export const spreadsOf = ({ tool }: Place, ofEnterprise: boolean): Spread[] =>
  tool.kind !== 'seal' || sealFits('CROSS_PAGE', tool.seal.category, ofEnterprise)
    ? ['ONE', 'ALL', 'EDGE']
    : ['ONE', 'ALL'];

/** A file that places are put on. */
export type PlaceDocument = Pick<FrameDocument, 'documentId' | 'fileName' | 'fileIndex' | 'pages'>;

/** What somebody else has signed at: nothing may be put over it. */
export type Signed = Pick<PlanPlacement, 'documentId' | 'kind' | 'page' | 'toPage' | 'rule'> &
  Record<'x' | 'y' | 'width' | 'height', number> & { name: string };

/** The first two places that lie over each other, with the page; they cannot be signed so. */
export function overlapOf(
  places: readonly Place[],
  documents: readonly PlaceDocument[],
  signed: readonly Signed[] = [],
) {
  for (const { documentId, fileName, pages } of documents) {
    const own = places.map((place): Place | Signed => place);
    const here = [...signed, ...own]
      .filter((place) => place.documentId === documentId)
      .map((place) => ({
        place,
        boxes: boxesOf('tool' in place ? wireOf(place, pages.length) : place, pages),
      }));
    const found = findOverlaps(here).find(({ a, b }) => 'tool' in a || 'tool' in b);
    if (found) return { ...found, fileName };
  }
  return undefined;
}

/** Where a place is seen on page `index` (from 0), with the slice of a seal across edges; null where it is not. */
export function seenOn(place: Place, index: number, pages: readonly { widthMm: number }[]) {
  const { x, y, width, height, spread } = place;
  if (spread === 'EDGE') {
    const slice = width / pages.length;
    const left = (pages[index]?.widthMm ?? 210) - slice;
    return { x: left, y, width: slice, height, offset: index * slice, own: index === 0 };
  }
  if (spread === 'ONE' && index !== place.page - 1) return null;
  return { x, y, width, height, offset: 0, own: index === (spread === 'ALL' ? 0 : place.page - 1) };
}

type WirePlace = InputOf<typeof signQuickFiles>['placements'][number];

export function wireOf({ tool, spread, ...place }: Place, pages: number): WirePlace {
  const box = {
    ...place,
    ...(spread === 'ONE' ? {} : { page: 1, toPage: pages }),
    ...(spread === 'EDGE' ? { x: 0 } : {}),
  };
  if (tool.kind === 'date') return { ...box, kind: 'SIGN_DATE' };
  const kind = spread === 'EDGE' ? 'CROSS_PAGE' : kindOf(tool);
  return tool.kind === 'seal'
    ? { ...box, kind, sealId: tool.seal.sealId }
    : { ...box, kind, drawing: tool.drawing as WirePlace['drawing'] };
}

/** The kind of place that a seal or a drawing stands at. */
export function kindOf(tool: Exclude<Tool, { kind: 'date' }>): WirePlace['kind'] {
  if (tool.kind === 'drawing') return 'HANDWRITTEN';
  if (tool.seal.category === 'HANDWRITTEN') return 'HANDWRITTEN';
  return tool.seal.category === 'PERSONAL' ? 'PERSON_SEAL' : 'ENT_SEAL';
}
