import type { InputOf, OutputOf } from '#core/call.ts';
import type { Drawing } from '#core/drawing.ts';
import type { signQuickFiles } from '#core/quicksign/calls.ts';
import type { listUsableSeals } from '#core/seal/usable-calls.ts';

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

/** A signature has the ratio 73:38 ([9.6]); a date is one line. */
const SIGNATURE = { width: 36.5, height: 19 };
const DATE = { width: 40, height: 8 };

/** A seal stands at its own size. */
export const sizeOf = (tool: Tool): { width: number; height: number } =>
  tool.kind === 'seal'
    ? { width: tool.seal.widthMm, height: tool.seal.heightMm }
    : tool.kind === 'date'
      ? DATE
      : SIGNATURE;

export const drawingOf = (tool: Tool): Drawing | undefined =>
  tool.kind === 'seal' ? (tool.seal.drawing as Drawing) : tool.kind === 'drawing' ? tool.drawing : undefined;

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

const PERSONAL = ['PERSONAL', 'HANDWRITTEN'];

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

function kindOf(tool: Exclude<Tool, { kind: 'date' }>): WirePlace['kind'] {
  if (tool.kind === 'drawing') return 'HANDWRITTEN';
  return PERSONAL.includes(tool.seal.category) ? 'PERSON_SEAL' : 'ENT_SEAL';
}
