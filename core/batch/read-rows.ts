import { AppError } from '#core/errors.ts';
import { cellName, cellProblem, isExample, plainTitle, type SheetRow } from '#core/sheet/cells.ts';
import { type BatchColumn, type CheckedRow, plainCell } from './batch.ts';

/** A column with its title in the sheet, in each language: a sheet may have been made in another one. */
export type TitledColumn = BatchColumn & { titles: readonly string[] };

/** A row that was read, with its number in the sheet. */
export type ReadRow = CheckedRow & { number: number };

/**
 * The rows of a sheet under the columns that its head names, in whatever order. Example rows are passed over. Throws
 * SHEET_OTHER_COLUMNS where columns are missing, SHEET_UNKNOWN_COLUMN for one that the batch has not ([5.4d]), SHEET_EMPTY.
 */
export function readRows(
  head: readonly string[],
  rows: readonly SheetRow[],
  columns: readonly TitledColumn[],
): ReadRow[] {
  const known = new Map(
    columns.flatMap((column) => column.titles.map((title) => [plainTitle(title), column])),
  );
  const used = new Set<TitledColumn>();
  const wanted = head.map((title, i) => {
    const column = known.get(plainTitle(title));
    // The first column numbers the rows and marks the example.
    if (!column && title !== '' && i > 0) throw new AppError('SHEET_UNKNOWN_COLUMN', { title });
    if (column) used.add(column);
    return column;
  });
  const missing = columns.filter((column) => column.required && !used.has(column));
  if (missing.length > 0)
    throw new AppError('SHEET_OTHER_COLUMNS', { titles: missing.map(({ titles }) => titles[0]).join('、') });
  const read = rows.filter((row) => !isExample(row)).map((row) => readRow(row, wanted));
  const filled = read.filter(({ cells, odd }) => Object.values(cells).some(Boolean) || odd);
  if (filled.length === 0) throw new AppError('SHEET_EMPTY');
  return filled;
}

function readRow(row: SheetRow, columns: readonly (TitledColumn | undefined)[]): ReadRow {
  const cells: Record<string, string> = {};
  const odd: Record<string, { problem: 'formula' | 'numberNotExact'; cell: string }> = {};
  columns.forEach((column, i) => {
    const cell = row.cells[i];
    if (!column || !cell) return;
    const problem = cellProblem(cell);
    if (problem) odd[column.key] = { problem, cell: cellName(row.number, i) };
    const text = plainCell(column, cell.text);
    if (text !== '') cells[column.key] = text;
  });
  return { number: row.number, cells, ...(Object.keys(odd).length > 0 ? { odd } : {}) };
}

/** Pasted cells: with a head where their first line has one of the titles, else in the order of the columns. */
export function readPastedRows(rows: readonly SheetRow[], columns: readonly TitledColumn[]): ReadRow[] {
  const [first] = rows;
  const titles = new Set(columns.flatMap((column) => column.titles.map(plainTitle)));
  const texts = first?.cells.map(({ text }) => text) ?? [];
  if (texts.some((text) => titles.has(plainTitle(text)))) return readRows(texts, rows.slice(1), columns);
  // Without a head nothing numbers the rows either.
  const numbered = rows.map((row) => ({
    ...row,
    cells: [{ text: '', kind: 'TEXT' as const }, ...row.cells],
  }));
  return readRows(['', ...columns.map((column) => column.titles[0]!)], numbered, columns);
}
