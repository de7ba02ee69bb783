/** How a row of a sheet becomes an employee, or is refused, cell by cell. The same in browser and Worker. */

import type { DepartmentRow } from '#core/company/departments.ts';
import { pathOfDepartment } from '#core/company/departments.ts';
import { SHEET_WORDS } from '#core/contact/sheet.ts';
import { plainTitle } from '#core/sheet/cells.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { lengthOf } from '#core/validate/text.ts';
import type { ImportColumn } from './import-columns.ts';
import { GENDERS, SECTION_FORMS, SECTIONS, type Section } from './sections.ts';

/** [5.4c] What is wrong with a cell: empty, too long, of the wrong form, of the wrong content, no address for mail. */
export const CELL_PROBLEMS = ['EMPTY', 'TOO_LONG', 'FORMAT', 'CONTENT', 'EMAIL'] as const;
export type CellProblem = (typeof CELL_PROBLEMS)[number];

export interface WrongCell {
  /** Key of its column. */
  column: string;
  problem: CellProblem;
  /** The row of the sheet that has the same person already. */
  row?: number | undefined;
}

/** A row as it travels: texts by the keys of columns, and the columns whose cells hold a formula or lost digits. */
export interface ImportRow {
  /** In the sheet. */
  number: number;
  cells: Record<string, string>;
  odd: string[];
}

type Forms = Partial<Record<Section, Record<string, string>>>;
export interface Judged {
  /** What may be kept; null where anything is wrong. */
  forms: Forms | null;
  problems: WrongCell[];
}

/** Characters that a cell may have; what is longer is refused before anything else is asked. */
const LONGEST: Readonly<Record<string, number>> = {
  realName: 50,
  mobile: 20,
  idNumber: 40,
  email: 254,
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

/** Rules between cells: the first three ask for one that is empty, the others for one that fits another. */
const ASKS_FOR_MORE = ['employee:rule.contact', 'employee:rule.bankName', 'employee:rule.contractStart'];
const CONTRADICTS = [
  'employee:rule.regularBeforeEntry',
  'employee:rule.firstWorkAfterEntry',
  'employee:rule.contractEnd',
];

const DAYS = new Set([
  'idExpiry',
  'entryDate',
  'regularDate',
  'firstWorkDate',
  'contractStart',
  'contractEnd',
]);

/** A day as people type it, 2026-11-23, 2026/11/3, 2026.11.3 or 2026年11月3日, as `2026-11-03`; anything else as it is. */
function plainDay(text: string): string {
  const found = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?: 00:00)?$/.exec(text);
  return found ? `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}` : text;
}

const codes = <K extends string>(all: readonly K[], wordsOf: (code: K) => readonly string[]) =>
  new Map(all.flatMap((code) => [code, ...wordsOf(code)].map((word) => [plainTitle(word), code])));

const GENDER_WORDS = { MALE: ['男', 'Male'], FEMALE: ['女', 'Female'] } as const;
/** Words for what is chosen, in each language of the product. */
const CHOICES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  idType: codes(ID_TYPES, (code) => Object.values(SHEET_WORDS).map(({ idTypes }) => idTypes[code])),
  emergencyGender: codes(GENDERS, (code) => GENDER_WORDS[code]),
};

const plainPath = (text: string): string => plainTitle(text.replace(/[／>＞\\]/g, '/'));

/** Departments by their path, such as 总部/研发部, and by their name alone where only one has it. */
export function departmentsByName(rows: readonly DepartmentRow[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(rows, ({ name }) => plainPath(name));
  const found = new Map<string, string>();
  for (const [name, some] of byName) if (some.length === 1) found.set(name, some[0]!.id);
  for (const row of rows) found.set(plainPath(pathOfDepartment(rows, row.id).join('/')), row.id);
  return found;
}

/**
 * Judges a row by the rules of the roster's forms. `before` holds what is kept of an employee whom the row changes: an empty
 * cell leaves it as it is. Of each cell the first problem is told.
 */
export function judgeRow(
  columns: readonly ImportColumn[],
  row: ImportRow,
  departments: ReadonlyMap<string, string>,
  before: Forms = {},
): Judged {
  const problems = new Map<string, CellProblem>();
  const given: Forms = {};
  for (const { key, section, mustFill } of columns) {
    const text = (row.cells[key] ?? '').trim();
    if (row.odd.includes(key)) problems.set(key, 'FORMAT');
    else if (text === '' && mustFill) problems.set(key, 'EMPTY');
    else if (lengthOf(text) > (LONGEST[key] ?? LONGEST_OTHER)) problems.set(key, 'TOO_LONG');
    if (text === '' || problems.has(key)) continue;
    const value = keptValue(key, text, departments);
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

function keptValue(key: string, text: string, departments: ReadonlyMap<string, string>): string | undefined {
  if (key === 'departmentId') return departments.get(plainPath(text));
  if (CHOICES[key]) return CHOICES[key].get(plainTitle(text));
  return DAYS.has(key) ? plainDay(text) : text;
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

/** Judges all rows of a sheet: of two with one mobile or ID number the later one is refused, naming the first. */
export function judgeRows(
  columns: readonly ImportColumn[],
  rows: readonly ImportRow[],
  departments: ReadonlyMap<string, string>,
): Judged[] {
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
