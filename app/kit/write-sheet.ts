import type { SheetValue } from '#core/sheet/write-sheet.ts';

/** One column of an exported list. */
export type SheetColumn<R> = {
  title: string;
  /** Width in characters. */
  width: number;
  value: (row: R) => SheetValue;
};

/** An Excel file of rows with a bold, frozen header; dates are date cells in the device's time zone. */
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

/** Excel has no time zones: the file holds the device's local time. */
const onTheDevice = (value: SheetValue): SheetValue =>
  value instanceof Date ? new Date(value.getTime() - value.getTimezoneOffset() * 60_000) : value;
