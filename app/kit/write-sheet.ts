/** One column of an exported list. */
export type SheetColumn<R> = {
  title: string;
  /** Width in characters. */
  width: number;
  value: (row: R) => string | number | Date;
};

/** An Excel file of rows, its head bold and kept in view; dates are dates, in the zone of the device. */
export async function writeSheet<R>(
  columns: readonly SheetColumn<R>[],
  rows: readonly R[],
  sheet: string,
): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal');
  const head = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }));
  const body = rows.map((row) => columns.map((column) => cellOf(column.value(row))));
  return write([head, ...body], {
    columns: columns.map(({ width }) => ({ width })),
    sheet: sheet.replace(/[\\/?*[\]:]/g, '_').slice(0, 31),
    stickyRowsCount: 1,
  }).toBlob();
}

function cellOf(value: string | number | Date) {
  if (typeof value === 'number') return { value, type: Number };
  if (typeof value === 'string') return { value, type: String };
  // Excel knows no zones: the file holds the wall clock of the device.
  const wall = new Date(value.getTime() - value.getTimezoneOffset() * 60_000);
  return { value: wall, type: Date, format: 'yyyy-mm-dd hh:mm' };
}
