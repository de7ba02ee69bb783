import { plainTitle, type SheetRow } from '#core/sheet/cells.ts';
import { readTitledRows, type TitledColumn as Titled, type TitledRow } from '#core/sheet/titled-rows.ts';
import { type BatchColumn, plainCell } from './batch.ts';

/** A column with its title in the sheet, in each language: a sheet may have been made in another one. */
export type TitledColumn = BatchColumn & Titled;

/** A row that was read, with its number in the sheet. */
export type ReadRow = TitledRow & { kept?: boolean | undefined };

/** The rows of a sheet under the columns of a batch, as `readTitledRows` reads them. */
export const readRows = (
  head: readonly string[],
  rows: readonly SheetRow[],
  columns: readonly TitledColumn[],
): ReadRow[] => readTitledRows(head, rows, columns, plainCell);

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
