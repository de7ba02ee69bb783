/** Validates the rows of a sheet cell by cell and converts them to employees. Browser and Worker share this code. */

import type { DepartmentRow } from '#core/company/departments.ts';
import { pathOfDepartment } from '#core/company/departments.ts';
import { SHEET_TEXTS } from '#core/contact/sheet.ts';
import { plainTitle } from '#core/sheet/cells.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { readDay } from '#core/validate/read-day.ts';
import { lengthOf, toPlain } from '#core/validate/text.ts';
import type { ImportColumn } from './import-columns.ts';
import { GENDERS, SECTION_FORMS, SECTIONS, type Section } from './sections.ts';

/** [5.4c] Problems of a cell: empty, too long, invalid format, invalid content, invalid e-mail address. */
export const CELL_PROBLEMS = ['EMPTY', 'TOO_LONG', 'FORMAT', 'CONTENT', 'EMAIL'] as const;
export type CellProblem = (typeof CELL_PROBLEMS)[number];

export interface WrongCell {
  /** Key of the column. */
  column: string;
  problem: CellProblem;
  /** The row of the sheet that already has the same person. */
  row?: number | undefined;
}

/** A row on the wire: texts by column key, and the columns with a formula or lost digits. */
export interface ImportRow {
  /** Row number in the sheet. */
  number: number;
  cells: Record<string, string>;
  odd: string[];
}

type Forms = Partial<Record<Section, Record<string, string>>>;
export interface RowVerdict {
  /** The valid data; null if there are problems. */
  forms: Forms | null;
  problems: WrongCell[];
}

/** Maximum characters of a cell, checked before all other rules. */
const LONGEST: Readonly<Record<string, number>> = {
  realName: 50,
  mobile: 20,
  idNumber: 40,
  email: 254,
  account: 254,
  departmentId: 600,
  jobContent: 64,
  workLocation: 64,
  emergencyName: 50,
  emergencyPhone: 20,
  emergencyRelation: 20,
  bankName: 50,
  bankCard: 30,
};
const LONGEST_OTHER = 30;

/** Rules across cells: those of the first list report an empty cell, those of the second a contradiction. */
const ASKS_FOR_MORE = ['employee:rule.contact', 'employee:rule.bankName', 'employee:rule.contractStart'];
const CONTRADICTS = [
  'employee:rule.regularBeforeEntry',
  'employee:rule.firstWorkAfterEntry',
  'employee:rule.contractEnd',
];

/** Their lengths are those without spaces and invisible characters. */
const NUMBERS = new Set(['mobile', 'idNumber', 'emergencyMobile', 'bankCard']);
const DAYS = new Set([
  'idExpiry',
  'entryDate',
  'regularDate',
  'firstWorkDate',
  'contractStart',
  'contractEnd',
]);

const codes = <K extends string>(all: readonly K[], textsOf: (code: K) => readonly string[]) =>
  new Map(all.flatMap((code) => [code, ...textsOf(code)].map((word) => [plainTitle(word), code])));

const GENDER_TEXTS = { MALE: ['男', 'Male'], FEMALE: ['女', 'Female'] } as const;
/** Labels of choices in all languages of the product. */
const CHOICES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  idType: codes(ID_TYPES, (code) => Object.values(SHEET_TEXTS).map(({ idTypes }) => idTypes[code])),
  emergencyGender: codes(GENDERS, (code) => GENDER_TEXTS[code]),
};

const plainPath = (text: string): string => plainTitle(text.replace(/[／>＞\\]/g, '/'));

/** Departments by path, such as 总部/研发部, and by name if it is unique. */
export function departmentsByName(rows: readonly DepartmentRow[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(rows, ({ name }) => plainPath(name));
  const found = new Map<string, string>();
  for (const [name, some] of byName) if (some.length === 1) found.set(name, some[0]!.id);
  for (const row of rows) found.set(plainPath(pathOfDepartment(rows, row.id).join('/')), row.id);
  return found;
}

/**
 * Validates a row by the rules of the roster's forms. `before` is the stored data of an employee whom the row changes:
 * empty cells leave it unchanged. Reports the first problem of each cell.
 */
export function judgeRow(
  columns: readonly ImportColumn[],
  row: ImportRow,
  departments: ReadonlyMap<string, string>,
  before: Forms = {},
): RowVerdict {
  const problems = new Map<string, CellProblem>();
  const given: Forms = {};
  for (const { key, section, mustFill } of columns) {
    const text = (row.cells[key] ?? '').trim();
    if (row.odd.includes(key)) problems.set(key, 'FORMAT');
    else if (text === '' && mustFill) problems.set(key, 'EMPTY');
    else if (lengthOf(NUMBERS.has(key) ? toPlain(text) : text) > (LONGEST[key] ?? LONGEST_OTHER))
      problems.set(key, 'TOO_LONG');
    if (text === '' || problems.has(key)) continue;
    const value = storedValue(key, text, departments);
    if (value === undefined) problems.set(key, 'CONTENT');
    else given[section] = { ...given[section], [key]: value };
  }
  const placeOf = (column: string) => columns.findIndex(({ key }) => key === column);
  const forms: Forms = {};
  for (const section of SECTIONS) {
    const values = given[section];
    if (!values && (before[section] || (section !== 'PERSONAL' && section !== 'WORK'))) continue;
    const parsed = SECTION_FORMS[section].safeParse({ ...before[section], ...values });
    if (parsed.success) forms[section] = parsed.data;
    for (const { path, message } of parsed.error?.issues ?? []) {
      const key = String(path[0]);
      if (!problems.has(key)) problems.set(key, problemOf(key, message));
    }
  }
  return {
    forms: problems.size > 0 ? null : forms,
    problems: [...problems]
      .map(([column, problem]) => ({ column, problem }))
      .toSorted((a, b) => placeOf(a.column) - placeOf(b.column)),
  };
}

/** What is kept of a cell's text: the code of a choice, the id of a department, a day; undefined for an unknown word. */
export function storedValue(
  key: string,
  text: string,
  departments: ReadonlyMap<string, string>,
): string | undefined {
  if (key === 'departmentId') return departments.get(plainPath(text));
  if (CHOICES[key]) return CHOICES[key].get(plainTitle(text));
  return DAYS.has(key) ? (readDay(text) ?? text) : text;
}

function problemOf(key: string, message: string): CellProblem {
  if (ASKS_FOR_MORE.includes(message)) return 'EMPTY';
  if (CONTRADICTS.includes(message)) return 'CONTENT';
  return key === 'email' ? 'EMAIL' : 'FORMAT';
}

const personKeys = ({ cells }: ImportRow): [column: string, key: string][] =>
  ['mobile', 'idNumber'].flatMap((column): [string, string][] => {
    const text = plainTitle(cells[column] ?? '');
    return text === '' ? [] : [[column, `${column} ${text}`]];
  });

/**
 * Validates all rows of a sheet. If two have the same mobile or ID number, the later one is rejected and names the
 * first.
 */
export function judgeRows(
  columns: readonly ImportColumn[],
  rows: readonly ImportRow[],
  departments: ReadonlyMap<string, string>,
): RowVerdict[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const judged = judgeRow(columns, row, departments);
    const problems = [...judged.problems];
    for (const [column, key] of personKeys(row)) {
      const first = seen.get(key);
      if (first === undefined) seen.set(key, row.number);
      else if (!problems.some((one) => one.column === column))
        problems.push({ column, problem: 'CONTENT', row: first });
    }
    return { forms: problems.length > 0 ? null : judged.forms, problems };
  });
}
