import { plainTitle, type SheetRow } from '#core/sheet/cells.ts';
import { readTitledRows, type TitledColumn as Titled, type TitledRow } from '#core/sheet/titled-rows.ts';
import { type BatchColumn, plainCell } from './batch.ts';

/** A column with its title in each language: the sheet may have been made in another language. */
export type TitledColumn = BatchColumn & Titled;

/** An imported row with its number in the sheet. */
export type ReadRow = TitledRow & { kept?: boolean | undefined };

/** Reads the rows of a sheet for the columns of a batch; see `readTitledRows`. */
export const readRows = (
  head: readonly string[],
  rows: readonly SheetRow[],
  columns: readonly TitledColumn[],
): ReadRow[] => readTitledRows(head, rows, columns, plainCell);

/** Reads pasted cells: if their first line has a known title it is the header, otherwise cells are in column order. */
export function readPastedRows(rows: readonly SheetRow[], columns: readonly TitledColumn[]): ReadRow[] {
  const [first] = rows;
  const titles = new Set(columns.flatMap((column) => column.titles.map(plainTitle)));
  const texts = first?.cells.map(({ text }) => text) ?? [];
  if (texts.some((text) => titles.has(plainTitle(text)))) return readRows(texts, rows.slice(1), columns);
  // Without a header there is no column of row numbers, either: add an empty one.
  const numbered = rows.map((row) => ({
    ...row,
    cells: [{ text: '', kind: 'TEXT' as const }, ...row.cells],
  }));
  return readRows(['', ...columns.map((column) => column.titles[0]!)], numbered, columns);
}
