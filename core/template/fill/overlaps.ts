import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import { placeAnchors } from './place-anchors.ts';

/** Two overlapping places of a template, by the keys of their anchors, and the first page (from 1). */
export interface AnchorOverlap {
  a: string;
  b: string;
  page: number;
}

/**
 * Places of a template that overlap on the given page layout; a contract with overlaps cannot be sent. Places by
 * keyword are excluded, because they are unknown before the file is made.
 */
export function anchorOverlaps(...laidOut: Parameters<typeof placeAnchors>): AnchorOverlap[] {
  const [, , pages] = laidOut;
  const places = placeAnchors(...laidOut).filter(({ keyword }) => !keyword);
  return findOverlaps(places.map((place) => ({ place, boxes: boxesOf(place, pages) }))).map(
    ({ a, b, page }) => ({ a: a.anchor, b: b.anchor, page }),
  );
}
