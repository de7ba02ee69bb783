/**
 * Kind of a cell: TEXT is as typed; NUMBER and DATE are as the spreadsheet program interpreted the typing; the value of
 * a FORMULA is not read, because the program that calculated it is unknown; an ERROR is what it left behind, such as
 * `#N/A`, also where it was pasted as a value.
 */
export type CellKind = 'TEXT' | 'NUMBER' | 'DATE' | 'FORMULA' | 'ERROR';

export interface SheetCell {
  /** As typed; dates as `2026-11-23` or, with a time, `2026-11-23 14:05`; empty for a formula. */
  text: string;
  kind: CellKind;
}

export interface SheetRow {
  /** From 1, as spreadsheet programs show it. */
  number: number;
  cells: SheetCell[];
}

/** A parsed sheet: its header and the non-empty rows below it. Surrounding whitespace of cells is removed. */
export interface Sheet {
  name: string;
  head: string[];
  rows: SheetRow[];
}

/**
 * Letters of a column with an index from 0: A … Z, AA …
 *
 * ```ts
 * columnLetters(26); // 'AA'
 * ```
 */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Name of a cell in spreadsheet programs, such as `C5`; `row` counts from 1, the column from 0. */
export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row}`;

/**
 * Error values (ISO/IEC 29500-1, 18.17.2.7) and those of later programs and other languages (`#SPILL!`, `#溢出!`), as
 * LibreOffice shows its own (`Err:502`), and a value that is too wide to be shown.
 */
const ERRORS = /^(?:#(?:N\/A|DIV\/0!|GETTING_DATA|\p{L}{2,20}[!?]|#+)|(?:Err|错误|錯誤):\d{3})$/iu;

/** A cell with typed or pasted text, which may be what a formula left behind. */
export const textCell = (text: string): SheetCell => ({
  text,
  kind: ERRORS.test(text.normalize('NFKC')) ? 'ERROR' : 'TEXT',
});

export type CellProblem = 'formula' | 'errorValue' | 'numberNotExact';

/**
 * Why the content of a cell cannot be used: a formula, an error value, or a number of more than 15 digits, of which spreadsheet
 * programs keep only the first 15 (110101199003071234 becomes 1.10101E+17). Undefined if it can be used.
 *
 * ```ts
 * cellProblem({ text: '1.10101E+17', kind: 'NUMBER' }); // 'numberNotExact'
 * ```
 */
export function cellProblem({ text, kind }: SheetCell): CellProblem | undefined {
  if (kind === 'FORMULA') return 'formula';
  if (kind === 'ERROR') return 'errorValue';
  if (kind === 'NUMBER' && !(Math.abs(Number(text)) < 1e15)) return 'numberNotExact';
  return undefined;
}

const EXAMPLE = ['示例', '範例', 'Example'];

/** Whether a row is the example of a generated sheet: its first cell says so in one of the languages. */
export const isExample = ({ cells }: SheetRow): boolean =>
  EXAMPLE.some((word) => cells[0]?.text.toLowerCase().startsWith(word.toLowerCase()));

const REASON = ['原因', 'Reason'];

/** Whether a column contains the reasons of rejected rows, as in sheets of such rows. */
export const isReason = (title: string): boolean =>
  REASON.some((word) => plainTitle(word) === plainTitle(title));

/** Normalizes a title: case, width and whitespace do not matter. */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*]+/g, '')
    .toLowerCase();
