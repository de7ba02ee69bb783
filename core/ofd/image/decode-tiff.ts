import { AppError } from '#core/errors.ts';
import type { Raster } from './write-png.ts';
export function decodeTiff(_bytes: Uint8Array, _mostPixels: number): Raster {
  throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'TIFF' });
}
