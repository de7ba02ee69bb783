/** Fit the width, fit a whole page, or a scale in CSS pixels per mm. */
export type Zoom = 'width' | 'page' | number;

const FULL = 96 / 25.4;
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
/** Horizontal space beside a page, px: padding and a scroll bar. */
const BESIDE = 20;

/** The scale of a zoom, in CSS pixels per mm. */
export function pxPerMmOf(
  zoom: Zoom,
  room: { width: number; height: number },
  widestMm: number,
  tallestMm: number,
): number {
  if (typeof zoom === 'number') return zoom;
  const byWidth = Math.max(room.width - BESIDE, 100) / widestMm;
  if (zoom === 'width') return Math.min(byWidth, FULL * 1.5);
  return Math.min(byWidth, Math.max(room.height - BESIDE, 100) / tallestMm);
}

/** The next zoom step above or below the current scale. */
export function nextZoom(pxPerMm: number, direction: 1 | -1): number {
  const now = pxPerMm / FULL;
  const step =
    direction === 1 ? STEPS.find((s) => s > now * 1.02) : STEPS.toReversed().find((s) => s < now * 0.98);
  return (step ?? now) * FULL;
}
