import type { Bytes } from '#core/bytes.ts';
import type { DepartmentRow } from '#core/company/departments.ts';
import type { ImportColumn } from '#core/employee/import-columns.ts';
import type { ImportRow, WrongCell } from '#core/employee/judge-row.ts';
import type { ErrorName } from '#core/errors.ts';
import type { TitledColumn } from '#core/sheet/titled-rows.ts';

/** What the thread beside the page is asked for: the rows of a sheet, each judged. */
export interface ImportOrder {
  bytes: Bytes;
  columns: readonly (ImportColumn & TitledColumn)[];
  departments: readonly DepartmentRow[];
}

/** A row of the sheet and what is wrong with it. */
export type ReadRow = ImportRow & { problems: readonly WrongCell[] };

export type ImportReply =
  | { ok: true; rows: ReadRow[] }
  | { ok: false; refused?: { name: ErrorName; params: Record<string, string | number> } };
