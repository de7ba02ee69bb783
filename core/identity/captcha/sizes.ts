/** [9.31] in px: the pictures, the bar below, and the displayed width of the slide puzzle. */
export const IMAGE = { width: 310, height: 155 } as const;
export const PUZZLE = { width: 330, height: 155 } as const;
/** The piece of the slide puzzle: its picture is as high as the image. */
export const PIECE = { width: 50, height: 155 } as const;
/** Characters to click in order ([5.18g]). */
export const CLICKS = 3;

/** Tolerance of an answer, in px of the image. */
export const SLIDE_TOLERANCE = 5;
export const CLICK_TOLERANCE = 18;
/** Characters of an image code ([9.14], [5.8b]). */
export const IMAGE_CODE_LENGTH = 4;
