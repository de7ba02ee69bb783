import type { BatchSetup } from '#core/batch/batch.ts';
import type { ReadRow, TitledColumn } from '#core/batch/read-rows.ts';
import type { Bytes } from '#core/bytes.ts';
import type { ErrorName } from '#core/errors.ts';

/** What the thread beside the page is asked for: the rows of a sheet, and how many of them are wrong. */
export interface SheetOrder {
  bytes: Bytes;
  columns: readonly TitledColumn[];
  setup: BatchSetup;
  /** Rows that may be read. */
  rows: number;
}
export type SheetReply =
  | { ok: true; rows: ReadRow[]; wrong: number }
  | { ok: false; refused?: { name: ErrorName; params: Record<string, string | number> } };
