import type { Box } from '#core/drawing.ts';
import type { StagePage } from './page-source.ts';

/** Rounds to a tenth of a mm, the precision of stored placements. */
export const roundMm = (mm: number): number => Math.round(mm * 10) / 10;

/** How far a box may exceed the page without counting as off the page, mm. */
const SLACK = 0.5;

/** Moves the box so that it is inside the page. */
export const clampTo = <T extends Box>(page: StagePage, box: T): T => ({
  ...box,
  x: Math.max(0, Math.min(roundMm(box.x), roundMm(page.widthMm - box.width))),
  y: Math.max(0, Math.min(roundMm(box.y), roundMm(page.heightMm - box.height))),
});

/** Whether a part of the box lies outside the page. */
export const isOff = (page: StagePage, box: Box): boolean =>
  box.x < -SLACK ||
  box.y < -SLACK ||
  box.x + box.width > page.widthMm + SLACK ||
  box.y + box.height > page.heightMm + SLACK;
