/**
 * [5.6a] [9.6] A signature's picture: types, maximum size in bytes, maximum width that is stored in px, aspect ratio.
 */
export const SIGNATURE_TYPES = ['image/png', 'image/jpeg'] as const;
export const SIGNATURE_BYTES = 5 * 1024 * 1024;
export const SIGNATURE_WIDTH = 500;
const [WIDE, HIGH] = [73, 38];

/** The size of the signature on paper, mm: half of 73 × 38. */
export const SIGNATURE_MM = { widthMm: 36.5, heightMm: 19 };

export interface Size {
  width: number;
  height: number;
}

/** Whether a picture has the aspect ratio 73:38, with a tolerance of one pixel. */
export const hasSignatureRatio = ({ width, height }: Size): boolean =>
  width > 0 && height > 0 && Math.abs(height - (width * HIGH) / WIDE) <= 1;

export type Fit = 'AS_IS' | 'PAD' | 'CROP';

/** Source and destination rectangles for `drawImage`, and the size of the new picture. All in px. */
export interface FitSpec extends Size {
  from: { x: number; y: number } & Size;
  to: { x: number; y: number } & Size;
}

/**
 * [5.6b] Fits a picture to 73:38, at most 500 px wide: PAD centers the complete picture on a larger canvas, CROP keeps
 * its center. Smaller pictures are not scaled up.
 */
export function fitSignature(picture: Size, fit: Fit): FitSpec {
  const { width: w, height: h } = picture;
  const wide = w / h > WIDE / HIGH;
  // Width of the 73:38 canvas: the smallest that contains the picture (PAD), or the largest inside it (CROP).
  const sheetW = fit === 'AS_IS' ? w : wide === (fit === 'PAD') ? w : (h * WIDE) / HIGH;
  const width = Math.max(1, Math.min(SIGNATURE_WIDTH, Math.round(sheetW)));
  const height = Math.max(1, Math.round((width * HIGH) / WIDE));
  const scale = width / sheetW;
  const all = { x: 0, y: 0, width: w, height: h };
  if (fit !== 'CROP') {
    const [tw, th] = fit === 'PAD' ? [w * scale, h * scale] : [width, height];
    const to = { x: (width - tw) / 2, y: (height - th) / 2, width: tw, height: th };
    return { width, height, from: all, to };
  }
  const from = { width: sheetW, height: (sheetW * HIGH) / WIDE };
  return {
    width,
    height,
    from: { ...from, x: (w - from.width) / 2, y: (h - from.height) / 2 },
    to: { x: 0, y: 0, width, height },
  };
}
