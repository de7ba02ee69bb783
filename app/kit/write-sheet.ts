import type { SheetValue } from '#core/sheet/write-sheet.ts';

/** One column of an exported list. */
export type SheetColumn<R> = {
  title: string;
  /** Width in characters. */
  width: number;
  value: (row: R) => SheetValue;
};

/** An Excel file of rows, its head bold and kept in view; dates are dates, in the zone of the device. */
export async function writeSheet<R>(
  columns: readonly SheetColumn<R>[],
  rows: readonly R[],
  sheet: string,
): Promise<Blob> {
  const { writeSheet: write } = await import('#core/sheet/write-sheet.ts');
  const body = rows.map((row) => columns.map((column) => onTheDevice(column.value(row))));
  return new Blob([await write({ name: sheet, columns, rows: body })], { type: XLSX });
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Excel knows no zones: the file holds the wall clock of the device. */
const onTheDevice = (value: SheetValue): SheetValue =>
  value instanceof Date ? new Date(value.getTime() - value.getTimezoneOffset() * 60_000) : value;
