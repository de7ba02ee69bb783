import { AppError } from '#core/errors.ts';

/**
 * What one call may typeset, all its documents together. Work is counted rather than timed, so that the same document
 * is accepted or refused on every machine; all of it takes about a second of a small server's processor. A contract of
 * 100 full pages has 120,000 to 180,000 characters in 4,000 blocks, a price list of 500 rows and 8 columns 100,000 in
 * 4,500: both together are two thirds of the limits.
 */
export const TYPESET_LIMITS = {
  /** Characters of filled text; each field, place or run of equal looks counts as `INLINE` more. */
  filled: 450_000,
  /** Paragraphs, also those in cells, pictures, and rows of tables, each as often as it is repeated. */
  blocks: 40_000,
  /** Characters that are set: the filled ones, numbers of clauses and items, blanks of fields. */
  set: 600_000,
  /** Characters that are drawn, those of repeated header rows on each page; a cell counts as `CELL` more. */
  drawn: 1_000_000,
  pages: 500,
} as const;

/** Characters as which a piece of a paragraph and the box of a cell count. */
export const INLINE = 8;
export const CELL = 8;

/** What is left of `TYPESET_LIMITS`. */
export type TypesetBudget = Record<keyof typeof TYPESET_LIMITS, number>;

export const newTypesetBudget = (): TypesetBudget => ({ ...TYPESET_LIMITS });

/**
 * Charges work before it is done. Throws DOCX_TOO_MANY_PAGES for pages, TOO_LARGE for anything else.
 *
 *     spendOn(budget, 'filled', text.length);
 */
export function spendOn(budget: TypesetBudget, what: keyof TypesetBudget, units: number): void {
  budget[what] -= units;
  if (budget[what] >= 0) return;
  if (what === 'pages') throw new AppError('DOCX_TOO_MANY_PAGES', { max: TYPESET_LIMITS.pages });
  throw new AppError('TOO_LARGE');
}
