import { PACKAGE_LIMITS, type PackageLimits } from '#core/ofd/package/limits.ts';

const MB = 1024 * 1024;

/** Limits of reading an xlsx file: ample for 10,000 rows of 30 columns. */
export const SHEET_PACKAGE: PackageLimits = {
  ...PACKAGE_LIMITS,
  fileSize: 10 * MB,
  entries: 1_000,
  entrySize: 32 * MB,
  totalSize: 48 * MB,
  totalPerByte: 1,
  xmlSize: 32 * MB,
  xmlElements: 20_000,
  xmlDepth: 64,
};

/**
 * Rows of a sheet's XML, empty ones included: the library takes time for each. And columns times rows: it allocates
 * every row up to its last cell.
 */
export const SHEET_ROWS = 50_000;
export const SHEET_AREA = 8_000_000;

/**
 * Bytes that the library reads of a file, over all its sheets with cells: each is read with the list of texts, and a file of
 * many sheets without a value in them would have that list read as often.
 */
export const SHEET_READ_BYTES = 96 * MB;

/**
 * Longest tag, or text between two tags, of a sheet and its texts, in UTF-16 units. The library reads in parts and looks at
 * a piece from its beginning with each part. A cell has 32,767 characters at most (18.3.1.4 as Excel limits it), each of
 * which is an entity of ten at the longest.
 */
export const SHEET_PIECE = 512 * 1024;

/** Limits of one import. */
export interface SheetLimits {
  /** Non-empty rows below the header, including an example row. */
  rows: number;
  columns: number;
}
