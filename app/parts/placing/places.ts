import type { InputOf, OutputOf } from '#core/call.ts';
import type { Drawing } from '#core/drawing.ts';
import type { signQuickFiles } from '#core/quicksign/calls.ts';
import type { listUsableSeals } from '#core/seal/usable-calls.ts';
import { boxesOf, findOverlaps, LARGEST_PLACE, PLACE_SIZE, sealFits } from '#core/task/place-rules.ts';
import type { PlanPlacement } from '#core/task/plan.ts';
import type { FrameDocument } from '../signing/signing-frame.tsx';

export type UsableSeal = OutputOf<typeof listUsableSeals>[number];

/** What can be placed on a page. */
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

/** A seal keeps its own size; if it exceeds the maximum of its kind, it is scaled down with its aspect ratio. */
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

/** The allowed spreads of a tool: across edges only a seal of the file's owner, the enterprise or the person. */
export const spreadsOf = ({ tool }: Place, ofEnterprise: boolean): Spread[] =>
  tool.kind !== 'seal' || sealFits('CROSS_PAGE', tool.seal.category, ofEnterprise)
    ? ['ONE', 'ALL', 'EDGE']
    : ['ONE', 'ALL'];

/** A file that receives placements. */
export type PlaceDocument = Pick<FrameDocument, 'documentId' | 'fileName' | 'fileIndex' | 'pages'>;

/** A placement that somebody else has signed: nothing may cover it. */
export type SignaturePlace = Pick<PlanPlacement, 'documentId' | 'kind' | 'page' | 'toPage' | 'rule'> &
  Record<'x' | 'y' | 'width' | 'height', number> & { name: string };

/** The first two overlapping placements, with the page; overlaps prevent signing. */
export function overlapOf(
  places: readonly Place[],
  documents: readonly PlaceDocument[],
  signed: readonly SignaturePlace[] = [],
) {
  for (const { documentId, fileName, pages } of documents) {
    const own = places.map((place): Place | SignaturePlace => place);
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

/** Where a placement is visible on page `index` (from 0), with the slice of a cross-page seal; null if it is not. */
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

/** The placement kind of a seal or a drawing. */
export function kindOf(tool: Exclude<Tool, { kind: 'date' }>): WirePlace['kind'] {
  if (tool.kind === 'drawing') return 'HANDWRITTEN';
  if (tool.seal.category === 'HANDWRITTEN') return 'HANDWRITTEN';
  return tool.seal.category === 'PERSONAL' ? 'PERSON_SEAL' : 'ENT_SEAL';
}
