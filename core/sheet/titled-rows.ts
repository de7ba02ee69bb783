import { AppError } from '#core/errors.ts';
import { cellName, cellProblem, isExample, isReason, plainTitle, type SheetRow } from './cells.ts';

/** A column with its titles, one for each language: a sheet may have been made in another one. */
export interface TitledColumn {
  /** Names the column in the cells of a row. */
  key: string;
  /** Whether a sheet without it is another sheet. */
  required: boolean;
  titles: readonly string[];
}

/** A row that was read: texts by the keys of the columns, empty ones left out, and its number in the sheet. */
export interface TitledRow {
  number: number;
  cells: Record<string, string>;
  /** By column: cells that the sheet holds and nobody can use as they are, with their names such as `C5`. */
  odd?: Record<string, { problem: 'formula' | 'numberNotExact'; cell: string }>;
}

/**
 * The rows of a sheet under the columns that its head names, in whatever order; `plain` brings a text into the form in which
 * it is kept. The first column numbers the rows and marks the example, which is passed over, as is a column of reasons.
 * Throws SHEET_OTHER_COLUMNS where columns are missing, SHEET_UNKNOWN_COLUMN for one more ([5.4d]), SHEET_EMPTY.
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
