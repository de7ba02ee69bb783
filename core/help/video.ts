import type { Bytes } from '#core/bytes.ts';

/** What browsers play without more: MP4 (ISO/IEC 14496-12) and WebM. */
export type VideoType = 'video/mp4' | 'video/webm';

/** The kind of a video by its first bytes, whatever its name says; undefined for anything else. */
export function videoTypeOf(bytes: Bytes): VideoType | undefined {
  const at = (from: number, ...wanted: number[]) => wanted.every((byte, i) => bytes[from + i] === byte);
  // A box of type "ftyp" comes first.
  if (bytes.length > 16 && at(4, 0x66, 0x74, 0x79, 0x70)) return 'video/mp4';
  // An EBML header; its DocType stands within the first bytes (RFC 8794, 8.1 and 11.2.4).
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  return at(0, 0x1a, 0x45, 0xdf, 0xa3) && head.includes('webm') ? 'video/webm' : undefined;
}
