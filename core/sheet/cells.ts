/**
 * TEXT as it was typed; NUMBER and DATE as the program that wrote the file took the typing; FORMULA, whose value is
 * not read, as whoever calculated it is unknown.
 */
export type CellKind = 'TEXT' | 'NUMBER' | 'DATE' | 'FORMULA';

export interface SheetCell {
  /** As typed; of a date `2026-11-23`, with the time where it has one `2026-11-23 14:05`; of a formula empty. */
  text: string;
  kind: CellKind;
}

export interface SheetRow {
  /** Counted from 1, as spreadsheet programs show it. */
  number: number;
  cells: SheetCell[];
}

/** One sheet, read: its head and the rows below it that hold something. Outer white space of cells is gone. */
export interface Sheet {
  name: string;
  head: string[];
  rows: SheetRow[];
}

/** The letters of a column counted from 0: A … Z, AA … */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** What a cell is called by spreadsheet programs, such as `C5`: the row counted from 1, the column from 0. */
export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row}`;

export type CellProblem = 'formula' | 'numberNotExact';

/**
 * What makes the content of a cell unfit to be used: a formula, or a number of more than 15 digits, of which
 * spreadsheet programs keep the first 15 only (110101199003071234 becomes 1.10101E+17). Undefined where it is fit.
 */
export function cellProblem({ text, kind }: SheetCell): CellProblem | undefined {
  if (kind === 'FORMULA') return 'formula';
  if (kind === 'NUMBER' && !(Math.abs(Number(text)) < 1e15)) return 'numberNotExact';
  return undefined;
}

const EXAMPLE = ['示例', '範例', 'Example'];

/** Whether a row is the example that a generated sheet brings: its first cell says so, in one of the languages. */
export const isExample = ({ cells }: SheetRow): boolean =>
  EXAMPLE.some((word) => cells[0]?.text.toLowerCase().startsWith(word.toLowerCase()));

const REASON = ['原因', 'Reason'];

/** Whether a column says why rows were not taken, as in the sheets with such rows. */
export const isReason = (title: string): boolean =>
  REASON.some((word) => plainTitle(word) === plainTitle(title));

/** Same columns whatever the case, width and white space of their titles. */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*]+/g, '')
    .toLowerCase();
