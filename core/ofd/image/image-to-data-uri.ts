import { toBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { spend, type Work } from '#core/ofd/package/work.ts';
import { decodeJbig2 } from './decode-jbig2.ts';
import { decodeTiff } from './decode-tiff.ts';
import { identifyImage } from './identify-image.ts';
import { pixelWeight, writePng } from './write-png.ts';

/**
 * Most pixels of a picture decoded here: black and white as of A4 at 600 dpi, in colour a quarter of that (A4 at
 * 300 dpi). Larger ones are refused with DOCUMENT_TOO_COMPLEX.
 */
export const MOST_PIXELS = 36_000_000;

/** Work units per byte of base64, and per black and white pixel that is decoded and encoded again. */
const BASE64 = 2;
const PIXEL = 2;

const PASSED: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

/**
 * A data URI that browsers can display: PNG, JPEG, GIF, BMP and WebP unchanged, TIFF and JBIG2 converted to PNG.
 * Throws DOCUMENT_UNSUPPORTED for other formats, DOCUMENT_BROKEN for broken pictures and DOCUMENT_TOO_COMPLEX past
 * MOST_PIXELS.
 */
export function imageToDataUri(bytes: Uint8Array, format: string, work: Work): string {
  const kind = identifyImage(bytes, format);
  const passed = PASSED[kind];
  if (passed) return dataUri(passed, bytes, work);
  if (kind === 'tiff' || kind === 'jbig2') {
    const most = Math.min(MOST_PIXELS, Math.floor((work.most - work.spent) / PIXEL));
    const raster = kind === 'tiff' ? decodeTiff(bytes, most) : decodeJbig2(bytes, most);
    spend(work, raster.width * raster.height * pixelWeight(raster.kind) * PIXEL);
    return dataUri('image/png', writePng(raster), work);
  }
  throw new AppError('DOCUMENT_UNSUPPORTED', { reason: `picture format ${format}` });
}

function dataUri(type: string, bytes: Uint8Array, work: Work): string {
  spend(work, bytes.length * BASE64);
  return `data:${type};base64,${toBase64(bytes)}`;
}
