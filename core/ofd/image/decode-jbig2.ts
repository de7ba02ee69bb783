import { AppError } from '#core/errors.ts';
import type { Raster } from './write-png.ts';
export function decodeJbig2(_bytes: Uint8Array, _mostPixels: number): Raster {
  throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'JBIG2' });
}
