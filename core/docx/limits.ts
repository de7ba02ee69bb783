import { PACKAGE_LIMITS, type PackageLimits } from '#core/ofd/package/limits.ts';

/**
 * Limits for reading a Word file. The file may be larger than the upload ([5.1b]), because controls and pictures are
 * added to it.
 */
export const DOCX_LIMITS: PackageLimits = {
  ...PACKAGE_LIMITS,
  fileSize: 32 * 1024 * 1024,
  entries: 2_000,
  entrySize: 32 * 1024 * 1024,
  totalSize: 64 * 1024 * 1024,
  totalPerByte: 1,
  xmlSize: 16 * 1024 * 1024,
  xmlElements: 400_000,
  xmlDepth: 160,
};

/** Maximum number of pages of a contract made from a Word file. */
export const DOCX_PAGES = 500;
