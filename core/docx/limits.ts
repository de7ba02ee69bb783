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

/**
 * Characters of the XML of a filled file, all parts together; each control that is filled counts as at least
 * `FILLED_CONTROL`, also one without content. A contract of 100 pages with a price list of 500 rows and 8 columns has
 * about 8 million, as verbose as Word is.
 */
export const FILLED_CHARACTERS = 12_000_000;
export const FILLED_CONTROL = 100;

/** Characters of text in all paragraphs of a file: about 1,500 pages. */
export const TEXT_CHARACTERS = 2_000_000;

/** Marks of one file: a template has at most 300 fields, each of which may occur several times. */
export const MARKS = 5_000;

/** Fonts that are told to whoever looks at the pages. */
export const FONTS_REPORTED = 200;

/** Fields within the instructions of fields: each text counts for all that are open around it. */
export const FIELDS_NESTED = 50;
