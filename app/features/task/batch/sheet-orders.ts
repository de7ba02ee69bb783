import type { BatchSetup } from '#core/batch/batch.ts';
import type { ReadRow, TitledColumn } from '#core/batch/read-rows.ts';
import type { Bytes } from '#core/bytes.ts';
import type { ErrorName } from '#core/errors.ts';

/** A request to the worker: read the rows of a sheet and count the invalid ones. */
export interface SheetOrder {
  bytes: Bytes;
  columns: readonly TitledColumn[];
  setup: BatchSetup;
  /** Maximum number of rows. */
  rows: number;
}
export type SheetReply =
  | { ok: true; rows: ReadRow[]; wrong: number }
  | { ok: false; refused?: { name: ErrorName; params: Record<string, string | number> } };
