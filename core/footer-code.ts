import type { Box } from './drawing.ts';

/** Side of the QR code at the foot of pages and its distance from the right and bottom edge, mm. */
export const FOOTER_CODE = { size: 15, margin: 8 } as const;

/** Position of the code on a page of this size; mm from the page's top left. */
export const footerCodeBox = (
  page: { widthMm: number; heightMm: number },
  { size, margin }: { size: number; margin: number } = FOOTER_CODE,
): Box => ({
  x: page.widthMm - margin - size,
  y: page.heightMm - margin - size,
  width: size,
  height: size,
});
