import { zlibSync } from 'fflate';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import {
  type PdfObject,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  withEntries,
} from '../read/objects.ts';
import { decodePng } from './decode-png.ts';
import { type Ink, pictureSpace } from './ink.ts';

export interface ImageXObject {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The image; if there is a mask, the caller must set the entry `maskKey` to the mask's reference. */
  readonly image: PdfStream;
  readonly mask: PdfStream | undefined;
  readonly maskKey: 'SMask' | 'Mask';
}

/**
 * Converts a PNG or JPEG picture to a PDF image. Transparency becomes a soft mask; if `ink` has none, a 1-bit mask that
 * also omits white and nearly white pixels. Throws DOCUMENT_UNSUPPORTED, DOCUMENT_TOO_LARGE.
 */
export function imageXObject(data: Bytes, ink: Ink): ImageXObject {
  if (data[0] === 0xff && data[1] === 0xd8) {
    // White pixels and colours of a JPEG cannot be converted without decoding it.
    if (!ink.transparency || !ink.deviceColour)
      throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'JPEG in PDF/A' });
    return jpeg(data);
  }
  if (data[0] === 0x89 && data[1] === 0x50) return png(data, ink);
  throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'picture' });
}

function png(data: Bytes, ink: Ink): ImageXObject {
  const { width, height, rgba } = decodePng(data);
  const pixels = width * height;
  const rgb = new Uint8Array(pixels * 3);
  const alpha = new Uint8Array(pixels);
  let opaque = true;
  for (let i = 0; i < pixels; i++) {
    rgb[i * 3] = rgba[i * 4]!;
    rgb[i * 3 + 1] = rgba[i * 4 + 1]!;
    rgb[i * 3 + 2] = rgba[i * 4 + 2]!;
    alpha[i] = rgba[i * 4 + 3]!;
    if (alpha[i] !== 255) opaque = false;
  }
  const image = flate(width, height, pictureSpace(ink), rgb);
  const size = { widthPx: width, heightPx: height, image };
  if (!ink.transparency) return { ...size, mask: stencil(width, height, rgb, alpha), maskKey: 'Mask' };
  const mask = opaque ? undefined : flate(width, height, pdfName('DeviceGray'), alpha);
  return { ...size, mask, maskKey: 'SMask' };
}

/** A mask of one bit per pixel (8.9.6.3): 1 means not painted. */
function stencil(width: number, height: number, rgb: Bytes, alpha: Bytes): PdfStream {
  const row = (width + 7) >> 3;
  const bits = new Uint8Array(row * height);
  for (let i = 0; i < width * height; i++) {
    const paper = Math.min(rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!) >= 230;
    if (alpha[i]! >= 128 && !paper) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    bits[y * row + (x >> 3)]! |= 128 >> (x & 7);
  }
  const dict = pdfDict({
    Type: pdfName('XObject'),
    Subtype: pdfName('Image'),
    Width: width,
    Height: height,
    ImageMask: true,
    BitsPerComponent: 1,
    Filter: pdfName('FlateDecode'),
  });
  return pdfStream(dict, zlibSync(bits) as Bytes);
}

function flate(width: number, height: number, space: PdfObject, samples: Bytes): PdfStream {
  const dict = withEntries(imageDict(width, height, space), { Filter: pdfName('FlateDecode') });
  return pdfStream(dict, zlibSync(samples) as Bytes);
}

const imageDict = (width: number, height: number, space: PdfObject) =>
  pdfDict({
    Type: pdfName('XObject'),
    Subtype: pdfName('Image'),
    Width: width,
    Height: height,
    ColorSpace: space,
    BitsPerComponent: 8,
  });

/** Embeds a JPEG unchanged; size and colour space are read from its frame header. */
function jpeg(data: Bytes): ImageXObject {
  let adobe = false;
  for (let at = 2; at + 9 < data.length; ) {
    if (data[at] !== 0xff) break;
    const marker = data[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = (data[at + 2]! << 8) | data[at + 3]!;
    if (marker === 0xee && length >= 12) adobe = true;
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (!frame) {
      at += 2 + length;
      continue;
    }
    const height = (data[at + 5]! << 8) | data[at + 6]!;
    const width = (data[at + 7]! << 8) | data[at + 8]!;
    const components = data[at + 9]!;
    if (data[at + 4] !== 8 || width === 0 || height === 0) break;
    const space = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }[components];
    if (!space) break;
    const dict = withEntries(imageDict(width, height, pdfName(space)), {
      Filter: pdfName('DCTDecode'),
      // Adobe programs store CMYK inverted.
      Decode: components === 4 && adobe ? pdfArray(1, 0, 1, 0, 1, 0, 1, 0) : undefined,
    });
    return {
      widthPx: width,
      heightPx: height,
      image: pdfStream(dict, data),
      mask: undefined,
      maskKey: 'SMask',
    };
  }
  throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'JPEG' });
}
