/** Limits on reading a package. A package that exceeds one of them is refused with DOCUMENT_TOO_COMPLEX. */
export interface PackageLimits {
  /** Size of the file itself, bytes. */
  fileSize: number;
  /** Number of entries in the zip directory. */
  entries: number;
  /** Unpacked size of one entry, bytes. */
  entrySize: number;
  /** Stated unpacked size of all entries, bytes: `totalSize` plus `totalPerByte` for each byte of the file. */
  totalSize: number;
  totalPerByte: number;
  /** Compression ratio (unpacked to packed) of an entry of more than `ratioFrom` bytes. */
  ratio: number;
  ratioFrom: number;
  /** Size of one XML file, bytes. */
  xmlSize: number;
  /** Elements of one XML file (and as many other pieces of markup), and their nesting depth. */
  xmlElements: number;
  xmlDepth: number;
}

export const PACKAGE_LIMITS: PackageLimits = {
  fileSize: 100 * 1024 * 1024,
  entries: 20_000,
  entrySize: 64 * 1024 * 1024,
  totalSize: 128 * 1024 * 1024,
  totalPerByte: 4,
  ratio: 400,
  ratioFrom: 4 * 1024 * 1024,
  xmlSize: 16 * 1024 * 1024,
  xmlElements: 250_000,
  xmlDepth: 128,
};
