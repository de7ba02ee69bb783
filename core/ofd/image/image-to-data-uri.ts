import { toBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { decodeJbig2 } from './decode-jbig2.ts';
import { decodeTiff } from './decode-tiff.ts';
import { identifyImage } from './identify-image.ts';
import { writePng } from './write-png.ts';

/** Pixels of a picture that is decoded here; more is refused with DOCUMENT_TOO_COMPLEX. */
export const MOST_PIXELS = 40_000_000;

const PASSED: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

/**
 * A data URI that browsers draw: PNG, JPEG, GIF, BMP and WebP as they are, TIFF and JBIG2 decoded and written as PNG.
 * Throws DOCUMENT_UNSUPPORTED for other formats, DOCUMENT_BROKEN for broken ones and DOCUMENT_TOO_COMPLEX past
 * MOST_PIXELS.
 */
export function imageToDataUri(bytes: Uint8Array, format: string): string {
  const kind = identifyImage(bytes, format);
  const passed = PASSED[kind];
  if (passed) return `data:${passed};base64,${toBase64(bytes)}`;
  if (kind === 'tiff') return `data:image/png;base64,${toBase64(writePng(decodeTiff(bytes, MOST_PIXELS)))}`;
  if (kind === 'jbig2') return `data:image/png;base64,${toBase64(writePng(decodeJbig2(bytes, MOST_PIXELS)))}`;
  throw new AppError('DOCUMENT_UNSUPPORTED', { reason: `picture format ${format}` });
}
