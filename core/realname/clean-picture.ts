import { type Bytes, joinBytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';

export type PictureType = 'JPEG' | 'PNG' | 'GIF';
export interface CleanPicture {
  type: PictureType;
  /** px, after rotating it upright. */
  width: number;
  height: number;
  /**
   * The picture without metadata: no location, camera, comment, thumbnail, or bytes after its end. Of EXIF only the
   * orientation is kept, if it is not upright, because rotating the picture itself would require decoding it.
   */
  bytes: Bytes;
}

/** Maximum side and total number of pixels: a small file with a huge canvas would exhaust the viewer's memory. */
export const PICTURE_SIDE = 10_000;
const PICTURE_PIXELS = 50_000_000;
/** A smaller picture cannot show a document. */
const PICTURE_LEAST = 16;

export const PICTURE_MIME: Record<PictureType, string> = {
  JPEG: 'image/jpeg',
  PNG: 'image/png',
  GIF: 'image/gif',
};

const PNG_SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsWith = (bytes: Uint8Array, sign: readonly number[]) => sign.every((b, i) => bytes[i] === b);

/** The type by content, regardless of the file name; undefined for other content. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'JPEG';
  if (startsWith(bytes, PNG_SIGN)) return 'PNG';
  if (/^GIF8[79]a$/.test(String.fromCharCode(...bytes.subarray(0, 6)))) return 'GIF';
  return undefined;
}

/**
 * Parses a picture and writes only the parts that are image data ([5.10]). Throws PICTURE_TYPE_WRONG if it is not of an
 * `allowed` type or is broken, PICTURE_DIMENSIONS if the canvas is too large or too small.
 */
export function cleanPicture(bytes: Bytes, allowed: readonly PictureType[]): CleanPicture {
  const { isUpright: _, tells: __, ...picture } = pictureAlone(bytes, allowed);
  const { width, height } = picture;
  const largest = Math.max(width, height);
  if (largest > PICTURE_SIDE || width * height > PICTURE_PIXELS || Math.min(width, height) < PICTURE_LEAST)
    throw new AppError('PICTURE_DIMENSIONS', { min: PICTURE_LEAST, max: PICTURE_SIDE });
  return picture;
}

/**
 * Like `cleanPicture` for a picture of any size, plus whether it is stored upright: viewers without EXIF support show
 * such pictures correctly. `tells`: metadata was removed that may reveal a place, a time, a camera or a person. Throws
 * PICTURE_TYPE_WRONG.
 */
export function pictureAlone(
  bytes: Bytes,
  allowed: readonly PictureType[],
): CleanPicture & { isUpright: boolean; tells: boolean } {
  const type = pictureType(bytes);
  if (!type || !allowed.includes(type)) throw new AppError('PICTURE_TYPE_WRONG');
  const read = { JPEG: readJpeg, PNG: readPngParts, GIF: readGif }[type];
  const { width, height, parts, left = [], isUpright = true } = read(bytes);
  const tells = left.some((part) => !HARMLESS.has(part));
  return { type, width, height, bytes: joinBytes(parts), isUpright, tells };
}

/** Parts that reveal nothing about author, place and time: density, background, precision, colour profile. */
const HARMLESS: ReadonlySet<string> = new Set(['APP0', 'APP2', 'pHYs', 'bKGD', 'sBIT', 'hIST', 'iCCP']);

/** `left`: names of the removed parts; `END` for bytes after the picture. */
type Parts = {
  width: number;
  height: number;
  parts: Uint8Array[];
  left?: readonly string[];
  isUpright?: boolean;
};

const broken = (): never => {
  throw new AppError('PICTURE_TYPE_WRONG');
};
const u16 = (bytes: Uint8Array, at: number) => ((bytes[at] ?? broken()) << 8) | (bytes[at + 1] ?? broken());

/** Segments of image data: tables, frame, scan, restart interval, and Adobe's colour transform. */
const JPEG_MARKERS = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xee]);

/** ITU-T T.81, annex B. */
function readJpeg(bytes: Bytes): Parts {
  const parts: Uint8Array[] = [];
  const left: string[] = [];
  let [width, height, scans] = [0, 0, 0];
  let orientation = UPRIGHT;
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== 0xff) return broken();
    const marker = bytes[at + 1] ?? broken();
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) {
      if (scans === 0 || width === 0) return broken();
      const exif = orientation === UPRIGHT ? [] : [orientationOnly(orientation)];
      const all = [bytes.subarray(0, 2), ...exif, ...parts, bytes.subarray(at, at + 2)];
      const isUpright = orientation === UPRIGHT;
      if (at + 2 < bytes.length) left.push('END');
      return orientation >= LYING
        ? { width: height, height: width, parts: all, left, isUpright }
        : { width, height, parts: all, left, isUpright };
    }
    const end = at + 2 + u16(bytes, at + 2);
    if (u16(bytes, at + 2) < 2 || end > bytes.length) return broken();
    if (marker === 0xda) {
      const next = endOfScan(bytes, end);
      parts.push(bytes.subarray(at, next));
      scans++;
      at = next;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      // Exactly one frame, of a type that every browser supports.
      if (width !== 0 || !JPEG_MARKERS.has(marker)) return broken();
      [height, width] = [u16(bytes, at + 5), u16(bytes, at + 7)];
      if (width === 0 || height === 0) return broken();
    }
    if (marker === 0xe1 && scans === 0)
      orientation = jpegOrientation(bytes.subarray(at + 4, end)) ?? orientation;
    if (JPEG_MARKERS.has(marker)) parts.push(bytes.subarray(at, end));
    else if (marker === 0xfe) left.push('COM');
    else if (marker >= 0xe0 && marker <= 0xef) {
      if (!isOrientationOnly(bytes.subarray(at, end))) left.push(`APP${marker - 0xe0}`);
    } else return broken();
    at = end;
  }
  return broken();
}

/** Values of the tag Orientation (CIPA DC-008, 4.6.4.A): upright, and the first of those that are rotated by 90°. */
const UPRIGHT = 1;
const LYING = 5;
const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** Orientation from the first directory of an EXIF segment; undefined if absent. */
function jpegOrientation(segment: Uint8Array): number | undefined {
  if (!startsWith(segment, EXIF)) return undefined;
  const tiff = segment.subarray(EXIF.length);
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = tiff[0] === 0x49;
  if (tiff.length < 8 || view.getUint16(2, little) !== 42) return undefined;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return undefined;
  const count = view.getUint16(directory, little);
  for (let i = 0, at = directory + 2; i < count && at + 12 <= tiff.length; i++, at += 12) {
    if (view.getUint16(at, little) !== 0x0112) continue;
    const value = view.getUint16(at + 8, little);
    return value >= UPRIGHT && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** An EXIF segment with only the tag Orientation. */
const orientationOnly = (orientation: number): Uint8Array =>
  new Uint8Array([
    ...[0xff, 0xe1, 0, 34, ...EXIF],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ]);

/** Whether a segment equals the output of `orientationOnly`, so that cleaning is idempotent. */
const isOrientationOnly = (segment: Uint8Array): boolean => {
  const orientation = segment[1] === 0xe1 ? jpegOrientation(segment.subarray(4)) : undefined;
  if (orientation === undefined) return false;
  const alone = orientationOnly(orientation);
  return segment.length === alone.length && alone.every((byte, i) => segment[i] === byte);
};

/** End of the entropy-coded bytes: the first marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Bytes, from: number): number {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return broken();
}

const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'sRGB', 'cHRM']);

/** W3C PNG, clause 5. */
function readPngParts(bytes: Bytes): Parts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [bytes.subarray(0, 8)];
  const left: string[] = [];
  let [width, height, data] = [0, 0, 0];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(name)) return broken();
    if ((at === 8) !== (name === 'IHDR') || (name === 'IHDR' && end - at !== 25)) return broken();
    if (name === 'IHDR') [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (name === 'IDAT') data++;
    if (PNG_CHUNKS.has(name)) parts.push(bytes.subarray(at, end));
    // An unknown critical chunk cannot be removed.
    else if (/^[A-Z]/.test(name)) return broken();
    else left.push(name);
    if (name === 'IEND') {
      if (width === 0 || height === 0 || data === 0) return broken();
      if (end < bytes.length) left.push('END');
      return { width, height, parts, left };
    }
    at = end;
  }
  return broken();
}

/** GIF89a: only the first image, without comments, texts and application extensions. */
function readGif(bytes: Bytes): Parts {
  const word = (at: number) => (bytes[at] ?? broken()) | ((bytes[at + 1] ?? broken()) << 8);
  const tableOf = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const [width, height] = [word(6), word(8)];
  let at = 13 + tableOf(bytes[10] ?? broken());
  const parts: Uint8Array[] = [bytes.subarray(0, at)];
  if (width === 0 || height === 0 || at >= bytes.length) return broken();
  const afterBlocks = (from: number): number => {
    let next = from;
    for (let size = bytes[next] ?? broken(); size !== 0; size = bytes[next] ?? broken()) next += size + 1;
    return next + 1;
  };
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x21) {
      const end = afterBlocks(at + 2);
      if (bytes[at + 1] === 0xf9) parts.push(bytes.subarray(at, end));
      at = end;
    } else if (kind === 0x2c) {
      const data = at + 10 + tableOf(bytes[at + 9] ?? broken());
      const end = afterBlocks(data + 1);
      if (end > bytes.length) return broken();
      if (word(at + 1) + word(at + 5) > width || word(at + 3) + word(at + 7) > height) return broken();
      return { width, height, parts: [...parts, bytes.subarray(at, end), new Uint8Array([0x3b])] };
    } else return broken();
  }
  return broken();
}
