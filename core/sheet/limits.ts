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

/** Limits of one import. */
export interface SheetLimits {
  /** Non-empty rows below the header, including an example row. */
  rows: number;
  columns: number;
}
