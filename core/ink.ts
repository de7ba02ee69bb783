/** Largest signature on paper, mm: the writing board's, whose ratio is 73:38 ([5.6a], [9.6]). */
export const LARGEST_SIGNATURE = { width: 36.5, height: 19 } as const;

/** Broadest line of a pen, mm. */
export const WIDEST_PEN_MM = 1.6;

/** Most of its box that a signature in a picture may cover: a sheet that is filled in is no signature. */
export const MOST_INK = 0.5;

/** Darker than this a colour can be read on white paper as ink can: contrast 3:1 (WCAG 2.2, 1.4.11). */
const LIGHTEST = 0.3;

/** Whether a colour, '#rrggbb', is dark enough for a pen. */
export function isInk(colour: string): boolean {
  const [r = 1, g = 1, b = 1] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b <= LIGHTEST;
}
