import { inflateSync, unzlibSync } from 'fflate';
import { AppError } from '#core/errors.ts';
import { decodeCcitt } from './decode-ccitt.ts';
import { decodeLzw } from './decode-lzw.ts';
import { pixelWeight, type Raster } from './write-png.ts';

interface TiffImage {
  width: number;
  height: number;
  bits: number;
  samples: number;
  compression: number;
  photometric: number;
  fillOrder: number;
  faxOptions: number;
  predictor: number;
  planar: boolean;
  colorMap: number[];
  /** Strips or tiles. */
  blockWidth: number;
  blockHeight: number;
  offsets: number[];
  counts: number[];
}

const unsupported = (reason: string) => new AppError('DOCUMENT_UNSUPPORTED', { reason: `TIFF ${reason}` });
const broken = (reason: string) => new AppError('DOCUMENT_BROKEN', { reason: `TIFF ${reason}` });

/**
 * The first page of a TIFF 6.0 file: bilevel, gray, palette, RGB and CMYK with 1, 2, 4, 8 or 16 bits; uncompressed,
 * PackBits, LZW, Deflate, CCITT 1D, G3 and G4; strips or tiles. Throws DOCUMENT_UNSUPPORTED, DOCUMENT_BROKEN, or
 * DOCUMENT_TOO_COMPLEX past `mostPixels`.
 */
export function decodeTiff(bytes: Uint8Array, mostPixels: number): Raster {
  const image = readDirectory(bytes);
  if (image.width * image.height * pixelWeight(kindOf(image)) > mostPixels) {
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'picture size' });
  }
  const stride = Math.ceil((image.width * image.samples * image.bits) / 8);
  const rows = new Uint8Array(stride * image.height);
  const across = Math.ceil(image.width / image.blockWidth);
  const blockStride = Math.ceil((image.blockWidth * image.samples * image.bits) / 8);
  for (let i = 0; i < image.offsets.length; i++) {
    const top = Math.floor(i / across) * image.blockHeight;
    const left = (i % across) * image.blockWidth;
    if (top >= image.height) break;
    // A strip may end with the picture, a tile never does.
    const blockRows = across === 1 ? Math.min(image.blockHeight, image.height - top) : image.blockHeight;
    const packed = bytes.subarray(image.offsets[i]!, image.offsets[i]! + (image.counts[i] ?? bytes.length));
    const block = unpack(image, packed, blockStride, blockRows);
    if (image.predictor === 2) undoPredictor(image, block, blockStride);
    const leftByte = Math.floor((left * image.samples * image.bits) / 8);
    const count = Math.min(blockStride, stride - leftByte);
    for (let y = 0; y < blockRows && top + y < image.height; y++) {
      rows.set(block.subarray(y * blockStride, y * blockStride + count), (top + y) * stride + leftByte);
    }
  }
  return toRaster(image, rows, stride);
}

function readDirectory(bytes: Uint8Array): TiffImage {
  const little = bytes[0] === 0x49;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (at: number) => (at >= 0 && at + 2 <= bytes.length ? view.getUint16(at, little) : 0);
  const u32 = (at: number) => (at >= 0 && at + 4 <= bytes.length ? view.getUint32(at, little) : 0);
  const tags = new Map<number, number[]>();
  const directory = u32(4);
  const count = u16(directory);
  for (let i = 0; i < Math.min(count, 512); i++) {
    const at = directory + 2 + i * 12;
    const type = u16(at + 2);
    const size = type === 3 ? 2 : type === 4 ? 4 : type === 1 || type === 7 ? 1 : 0;
    const values = Math.min(u32(at + 4), 100_000);
    if (size === 0) continue;
    const from = values * size <= 4 ? at + 8 : u32(at + 8);
    const read = (k: number) =>
      size === 2 ? u16(from + k * 2) : size === 4 ? u32(from + k * 4) : (bytes[from + k] ?? 0);
    tags.set(
      u16(at),
      Array.from({ length: values }, (_, k) => read(k)),
    );
  }
  const one = (tag: number, fallback: number) => tags.get(tag)?.[0] ?? fallback;
  const width = one(256, 0);
  const height = one(257, 0);
  if (width < 1 || height < 1 || width > 65_535 || height > 65_535) throw broken('size');
  const tiled = tags.has(322);
  const image: TiffImage = {
    width,
    height,
    bits: one(258, 1),
    samples: one(277, 1),
    compression: one(259, 1),
    photometric: one(262, 0),
    fillOrder: one(266, 1),
    faxOptions: one(292, 0),
    predictor: one(317, 1),
    planar: one(284, 1) === 2,
    colorMap: tags.get(320) ?? [],
    blockWidth: tiled ? one(322, width) : width,
    blockHeight: Math.min(tiled ? one(323, height) : one(278, height), tiled ? 65_535 : height),
    offsets: tags.get(tiled ? 324 : 273) ?? [],
    counts: tags.get(tiled ? 325 : 279) ?? [],
  };
  if (image.blockWidth < 1 || image.blockHeight < 1 || image.blockWidth > 65_535) throw broken('tile size');
  if (blockBytes(image) > 32_000_000) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'picture size' });
  if (![1, 2, 4, 8, 16].includes(image.bits) || image.samples < 1 || image.samples > 5)
    throw unsupported('pixel format');
  if (image.planar && image.samples > 1) throw unsupported('planes');
  if (image.offsets.length === 0) throw broken('without pixels');
  return image;
}

const blockBytes = ({ blockWidth, blockHeight, samples, bits }: TiffImage) =>
  (blockWidth * blockHeight * samples * bits) / 8;

function unpack(image: TiffImage, packed: Uint8Array, stride: number, rows: number): Uint8Array {
  const size = stride * rows;
  switch (image.compression) {
    case 1:
      return padded(packed.subarray(0, size), size);
    case 2:
    case 3:
    case 4: {
      const input = image.fillOrder === 2 ? packed.map(reverseBits) : packed;
      const mode = image.compression === 4 ? 'g4' : image.compression === 3 ? 'g3' : 'rle';
      const twoDimensional = (image.faxOptions & 1) !== 0;
      return decodeCcitt(input, { width: image.blockWidth, height: rows, mode, twoDimensional }).data;
    }
    case 5:
      return padded(decodeLzw(packed, size), size);
    case 8:
    case 32946:
      return inflate(packed, size);
    case 32773:
      return padded(unpackBits(packed, size), size);
    default:
      throw unsupported(`compression ${image.compression}`);
  }
}

function inflate(packed: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  try {
    unzlibSync(packed, { out });
  } catch {
    try {
      inflateSync(packed, { out });
    } catch {
      throw broken('deflate');
    }
  }
  return out;
}

function padded(bytes: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  out.set(bytes.subarray(0, size));
  return out;
}

function unpackBits(packed: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  let to = 0;
  for (let at = 0; at < packed.length && to < size; ) {
    const n = packed[at++]!;
    if (n < 128) {
      const part = packed.subarray(at, at + Math.min(n + 1, size - to));
      out.set(part, to);
      to += part.length;
      at += n + 1;
    } else if (n > 128) {
      out.fill(packed[at++] ?? 0, to, Math.min(size, to + 257 - n));
      to += 257 - n;
    }
  }
  return out;
}

function reverseBits(byte: number): number {
  let out = 0;
  for (let i = 0; i < 8; i++) if (byte & (1 << i)) out |= 0x80 >> i;
  return out;
}

/** Reverses horizontal differencing (section 14), for 8 bits per sample. */
function undoPredictor(image: TiffImage, block: Uint8Array, stride: number): void {
  if (image.bits !== 8) throw unsupported('predictor');
  for (let row = 0; row + stride <= block.length; row += stride) {
    for (let i = image.samples; i < stride; i++)
      block[row + i] = block[row + i]! + block[row + i - image.samples]!;
  }
}

function kindOf({ bits, samples, photometric }: TiffImage): Raster['kind'] {
  if (bits === 1 && samples === 1 && photometric <= 1) return 'bilevel';
  if (photometric <= 1) return 'gray';
  return samples === 4 && photometric === 2 ? 'rgba' : 'rgb';
}

function toRaster(image: TiffImage, rows: Uint8Array, stride: number): Raster {
  const { width, height, bits, samples, photometric } = image;
  if (kindOf(image) === 'bilevel') {
    // In PNG 1 is white; in photometric 0, 0 is white.
    return { width, height, kind: 'bilevel', data: photometric === 0 ? rows.map((byte) => ~byte) : rows };
  }
  const most = 2 ** Math.min(bits, 8) - 1;
  const sample = (y: number, index: number): number => {
    const bit = index * bits;
    const byte = rows[y * stride + (bit >> 3)] ?? 0;
    // Of 16 bits the upper 8 are used; samples have the file's byte order.
    if (bits >= 8) return byte;
    return (byte >> (8 - bits - (bit & 7))) & most;
  };
  const kind = kindOf(image);
  const channels = kind === 'gray' ? 1 : kind === 'rgb' ? 3 : 4;
  const data = new Uint8Array(width * height * channels);
  let to = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = x * samples;
      if (photometric <= 1) {
        const value = Math.round((sample(y, at) * 255) / most);
        data[to++] = photometric === 0 ? 255 - value : value;
      } else if (photometric === 3) {
        const entry = sample(y, at);
        const third = image.colorMap.length / 3;
        for (let c = 0; c < 3; c++) data[to++] = (image.colorMap[c * third + entry] ?? 0) >> 8;
      } else if (photometric === 5 && samples >= 4) {
        const k = 255 - sample(y, at + 3);
        for (let c = 0; c < 3; c++) data[to++] = Math.round(((255 - sample(y, at + c)) * k) / 255);
      } else if (photometric === 2 && samples >= 3) {
        for (let c = 0; c < channels; c++) data[to++] = sample(y, at + c);
      } else throw unsupported(`colours ${photometric}`);
    }
  }
  return { width, height, kind, data };
}
