import { unavailable } from './patiently.ts';

/** What bills weigh at most, packed and unpacked, in bytes: a line is some 300, and an isolate holds all of it. */
export const BILL_BYTES = 8 * 1024 * 1024;
export const UNPACKED_BILL_BYTES = 48 * 1024 * 1024;

/** Reads one value of a row by its column's name. */
export type Row = (column: string) => string;

/**
 * The rows of a table in comma separated values, by the columns that its first line names. `cells` takes a line apart.
 * Throws PAYMENT_UNAVAILABLE where a line has fewer values than there are columns, or a column that is asked for is not there.
 */
export function readRows(lines: readonly string[], cells: (line: string) => string[]): Row[] {
  const columns = (lines[0] ?? '').split(',').map((name) => name.trim());
  return lines.slice(1).map((line) => {
    const values = cells(line);
    if (values.length < columns.length) throw unavailable('a line of a bill is cut off');
    return (column) => {
      const at = columns.indexOf(column);
      if (at < 0) throw unavailable('a bill lacks a column');
      return values[at]!.trim();
    };
  });
}
