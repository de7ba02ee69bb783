import type { DepartmentRow } from '#core/company/departments.ts';
import type { Language } from '#core/locales/languages.ts';
import { plainTitle, type SheetRow } from '#core/sheet/cells.ts';
import { readTitledRows } from '#core/sheet/titled-rows.ts';
import { titledColumns } from './import-columns.ts';
import { departmentsByName, storedValue } from './judge-row.ts';

/** The order of the cells where no line of titles names them; the last two may be missing. */
const KEYS = ['realName', 'mobile', 'idNumber', 'departmentId', 'idType'] as const;
type Key = (typeof KEYS)[number];
const MUST: readonly string[] = ['realName', 'mobile', 'idNumber'];

/** A newcomer as the form has them. */
export type PastedNewcomer = Record<Key, string>;

/** The number of cells in a line that are read at most; what is beyond them is told as an unknown column. */
export const PASTED_COLUMNS = KEYS.length + 1;

/**
 * Newcomers from cells that were copied in a spreadsheet: by their titles in any language where the first line has some,
 * else in the order of `KEYS`. A resident's ID is meant where no type is given. Departments that the enterprise does not
 * have come back by name, and are left open. Throws SHEET_OTHER_COLUMNS, SHEET_UNKNOWN_COLUMN, SHEET_EMPTY.
 */
export function readPastedNewcomers(
  rows: readonly SheetRow[],
  departments: readonly DepartmentRow[],
  language: Language,
): { people: PastedNewcomer[]; unknown: string[] } {
  const columns = titledColumns(
    KEYS.map((key) => ({ key, name: '' })),
    language,
  ).map((column) => ({ ...column, required: MUST.includes(column.key) }));
  const titles = new Set(columns.flatMap((column) => column.titles.map(plainTitle)));
  const first = rows[0]?.cells.map(({ text }) => text) ?? [];
  const hasHead = first.some((text) => titles.has(plainTitle(text)));
  const read = hasHead
    ? readTitledRows(first, rows.slice(1), columns, (_, text) => text.trim())
    : rows.map(({ cells }) => ({
        cells: Object.fromEntries(KEYS.map((key, i) => [key, cells[i]?.text.trim() ?? ''])),
      }));
  const known = departmentsByName(departments);
  const unknown = new Set<string>();
  const people = read.map(({ cells }): PastedNewcomer => {
    const { realName = '', mobile = '', idNumber = '', departmentId: department = '', idType = '' } = cells;
    const departmentId = department === '' ? '' : storedValue('departmentId', department, known);
    if (departmentId === undefined) unknown.add(department);
    return {
      realName,
      mobile,
      idNumber,
      departmentId: departmentId ?? '',
      idType: idType === '' ? 'RESIDENT_ID' : (storedValue('idType', idType, known) ?? ''),
    };
  });
  return { people, unknown: [...unknown] };
}
