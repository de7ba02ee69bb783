import { unavailable } from './with-retries.ts';

/**
 * Maximum size of a bill in bytes, packed and unpacked: a line has about 300, and an isolate holds all of it in memory.
 */
export const BILL_BYTES = 8 * 1024 * 1024;
export const UNPACKED_BILL_BYTES = 48 * 1024 * 1024;

/** Returns the value of a column by its name. */
export type Row = (column: string) => string;

/**
 * Rows of a CSV table; its first line names the columns. `cells` splits a line. Throws PAYMENT_UNAVAILABLE if a line
 * has fewer values than columns, or if a requested column is missing.
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
