import type { Bytes } from '#core/bytes.ts';
import type { DepartmentRow } from '#core/company/departments.ts';
import type { ImportColumn } from '#core/employee/import-columns.ts';
import type { ImportRow, WrongCell } from '#core/employee/judge-row.ts';
import type { ErrorName } from '#core/errors.ts';
import type { TitledColumn } from '#core/sheet/titled-rows.ts';

/** Request to the worker: read the rows of a sheet and validate each. */
export interface ImportOrder {
  bytes: Bytes;
  columns: readonly (ImportColumn & TitledColumn)[];
  departments: readonly DepartmentRow[];
}

/** A row of the sheet with its problems. */
export type ReadRow = ImportRow & { problems: readonly WrongCell[] };

export type ImportReply =
  | { ok: true; rows: ReadRow[] }
  | { ok: false; refused?: { name: ErrorName; params: Record<string, string | number> } };
