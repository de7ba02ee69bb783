import type { Box } from './drawing.ts';

/** Where at the foot of a page the QR code stands. */
export const CODE_SIDES = ['LEFT', 'CENTER', 'RIGHT'] as const;
export type CodeSide = (typeof CODE_SIDES)[number];

/** Side lengths that a phone can read and that leave the page its room, mm. */
export const CODE_SIZE = { least: 12, most: 30 } as const;

/** Where the QR code stands unless it is configured: its side, and its distance from the edges of the page, mm. */
export const FOOTER_CODE = { side: 'RIGHT', size: 15, margin: 8 } as const satisfies CodePlace & {
  margin: number;
};

/** Position and side length of the QR code; lengths in mm. */
export interface CodePlace {
  side: CodeSide;
  size: number;
}

/** Position of the code on a page of this size; mm from the page's top left. */
export function footerCodeBox(
  page: { widthMm: number; heightMm: number },
  {
    side = FOOTER_CODE.side,
    size = FOOTER_CODE.size,
    margin = FOOTER_CODE.margin,
  }: Partial<CodePlace> & {
    margin?: number;
  } = {},
): Box {
  const x = { LEFT: margin, CENTER: (page.widthMm - size) / 2, RIGHT: page.widthMm - margin - size }[side];
  return { x, y: page.heightMm - margin - size, width: size, height: size };
}
