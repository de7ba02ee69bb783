import { AppError } from '#core/errors.ts';
import {
  type CellProblem,
  cellName,
  cellProblem,
  isExample,
  isReason,
  plainTitle,
  type SheetRow,
} from './cells.ts';

/** A column with its title in each language: the sheet may have been made in another language. */
export interface TitledColumn {
  /** Key of the column in a row's cells. */
  key: string;
  /** Whether a sheet without the column is rejected as a different sheet. */
  required: boolean;
  titles: readonly string[];
}

/** A parsed row: non-empty texts by column key, and its number in the sheet. */
export interface TitledRow {
  number: number;
  cells: Record<string, string>;
  /** By column: cells that cannot be used, with their names such as `C5`. */
  odd?: Record<string, { problem: CellProblem; cell: string }>;
}

/**
 * Reads the rows of a sheet by the column titles of its header, in any order; `plain` normalizes a text for storage.
 * The first column numbers the rows and marks the example, which is skipped; a column of reasons is skipped, too.
 * Throws SHEET_OTHER_COLUMNS if columns are missing, SHEET_UNKNOWN_COLUMN for an additional one ([5.4d]), SHEET_EMPTY.
 *
 * ```ts
 * const rows = readTitledRows(sheet.head, sheet.rows, COLUMNS, (_, text) => text.trim());
 * ```
 */
export function readTitledRows<C extends TitledColumn>(
  head: readonly string[],
  rows: readonly SheetRow[],
  columns: readonly C[],
  plain: (column: C, text: string) => string,
): TitledRow[] {
  const known = new Map(
    columns.flatMap((column) => column.titles.map((title) => [plainTitle(title), column])),
  );
  const used = new Set<C>();
  const wanted = head.map((title, i) => {
    const column = known.get(plainTitle(title));
    if (!column && title !== '' && i > 0 && !isReason(title))
      throw new AppError('SHEET_UNKNOWN_COLUMN', { title });
    if (column) used.add(column);
    return column;
  });
  const missing = columns.filter((column) => column.required && !used.has(column));
  if (missing.length > 0)
    throw new AppError('SHEET_OTHER_COLUMNS', { titles: missing.map(({ titles }) => titles[0]).join('、') });
  const read = rows.filter((row) => !isExample(row)).map((row) => readRow(row, wanted, plain));
  const filled = read.filter(({ cells, odd }) => Object.values(cells).some(Boolean) || odd);
  if (filled.length === 0) throw new AppError('SHEET_EMPTY');
  return filled;
}

function readRow<C extends TitledColumn>(
  row: SheetRow,
  columns: readonly (C | undefined)[],
  plain: (column: C, text: string) => string,
): TitledRow {
  const cells: TitledRow['cells'] = {};
  const odd: NonNullable<TitledRow['odd']> = {};
  columns.forEach((column, i) => {
    const cell = row.cells[i];
    if (!column || !cell) return;
    const problem = cellProblem(cell);
    if (problem) odd[column.key] = { problem, cell: cellName(row.number, i) };
    const text = plain(column, cell.text);
    if (text !== '') cells[column.key] = text;
  });
  return { number: row.number, cells, ...(Object.keys(odd).length > 0 ? { odd } : {}) };
}
