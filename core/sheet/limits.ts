import { PACKAGE_LIMITS, type PackageLimits } from '#core/ofd/package/limits.ts';

const MB = 1024 * 1024;

/** What an xlsx file may cost to read: 10,000 rows of 30 columns fit many times over. */
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

/** What one reading takes at most. */
export interface SheetLimits {
  /** Rows with something in them below the head. An example row counts, too. */
  rows: number;
  columns: number;
}
