import { PACKAGE_LIMITS, type PackageLimits } from '#core/ofd/package/limits.ts';

/**
 * What a Word file may cost to read. The file itself may be larger than what is uploaded ([5.1b]), as controls and
 * pictures are added to it.
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

/** Pages of a contract that is made from a Word file. */
export const DOCX_PAGES = 500;
