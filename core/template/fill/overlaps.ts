import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import { placeAnchors } from './place-anchors.ts';

/** Two places of a template, by the keys of their anchors, and the page (from 1) on which they lie over each other. */
export interface AnchorOverlap {
  a: string;
  b: string;
  page: number;
}

/**
 * Places of a template that lie over each other on pages laid out like these; a contract with such places cannot be sent.
 * Of a place by keyword nothing is known before the file is made.
 */
export function anchorOverlaps(...laidOut: Parameters<typeof placeAnchors>): AnchorOverlap[] {
  const [, , pages] = laidOut;
  const places = placeAnchors(...laidOut).filter(({ keyword }) => !keyword);
  return findOverlaps(places.map((place) => ({ place, boxes: boxesOf(place, pages) }))).map(
    ({ a, b, page }) => ({ a: a.anchor, b: b.anchor, page }),
  );
}
