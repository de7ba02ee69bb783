/** What a package may cost to read. A package past one of them is refused with DOCUMENT_TOO_COMPLEX. */
export interface PackageLimits {
  /** The file itself, bytes. */
  fileSize: number;
  /** Entries of the zip directory. */
  entries: number;
  /** One entry unpacked, bytes. */
  entrySize: number;
  /** All entries unpacked, bytes, as the directory states them: `totalSize` and `totalPerByte` for each of the file. */
  totalSize: number;
  totalPerByte: number;
  /** Unpacked to packed size of an entry of more than `ratioFrom` bytes. */
  ratio: number;
  ratioFrom: number;
  /** One XML file, bytes. */
  xmlSize: number;
  /** Elements of one XML file (and as many other pieces of markup), and how deep they nest. */
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
