export type ImageKind = 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp' | 'tiff' | 'jbig2' | 'ofd' | 'unknown';

/** Detects a picture's type by its first bytes; `format` (as stated in the file) is only a fallback. */
export function identifyImage(bytes: Uint8Array, format = ''): ImageKind {
  const at = (i: number) => bytes[i] ?? -1;
  const starts = (...head: number[]) => head.every((byte, i) => at(i) === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'png';
  if (starts(0xff, 0xd8)) return 'jpeg';
  if (starts(0x47, 0x49, 0x46, 0x38)) return 'gif';
  if (starts(0x42, 0x4d)) return 'bmp';
  if (starts(0x52, 0x49, 0x46, 0x46) && at(8) === 0x57 && at(9) === 0x45) return 'webp';
  if (starts(0x49, 0x49, 0x2a, 0) || starts(0x4d, 0x4d, 0, 0x2a)) return 'tiff';
  if (starts(0x97, 0x4a, 0x42, 0x32, 0x0d, 0x0a, 0x1a, 0x0a)) return 'jbig2';
  if (starts(0x50, 0x4b, 3, 4)) return 'ofd';
  // JBIG2 segments without a file header, as in PDF.
  return /^(gb|jb|jbig)(ig)?2$/i.test(format.trim()) ? 'jbig2' : 'unknown';
}
