import type { Bytes } from '#core/bytes.ts';

/** Formats that browsers play natively: MP4 (ISO/IEC 14496-12) and WebM. */
export type VideoType = 'video/mp4' | 'video/webm';

/** Detects the format of a video by its first bytes, regardless of its name; undefined for others. */
export function videoTypeOf(bytes: Bytes): VideoType | undefined {
  const at = (from: number, ...wanted: number[]) => wanted.every((byte, i) => bytes[from + i] === byte);
  // MP4 starts with a box of type "ftyp".
  if (bytes.length > 16 && at(4, 0x66, 0x74, 0x79, 0x70)) return 'video/mp4';
  // WebM starts with an EBML header, whose DocType is within the first bytes (RFC 8794, 8.1 and 11.2.4).
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  return at(0, 0x1a, 0x45, 0xdf, 0xa3) && head.includes('webm') ? 'video/webm' : undefined;
}
