import { type Cell, type CellValue, type DataValidation, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import type { Bytes } from '#core/bytes.ts';
import { columnLetters } from './cells.ts';

/** Sheets have no time zones: dates are written in UTC. */
export type SheetValue = string | number | Date;

export interface SheetColumn {
  title: string;
  /** Column width in characters. */
  width: number;
  /** Choices of the cells; spreadsheet programs reject other values. */
  choices?: readonly string[];
  /** Hint that is shown beside a selected cell. */
  hint?: string;
}

export interface WrittenSheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetValue[])[];
  /** For a sheet to fill in: all cells are text; the number of rows with choices. */
  toFill?: { rows: number; example?: readonly string[] };
}

const TEXT = '@';
const TIME = 'yyyy-mm-dd hh:mm';
/**
 * Maximum length of a list inside the validation rule (ISO/IEC 29500-1, 18.3.1.32); longer ones go to a hidden sheet.
 */
const INLINE_LIST = 255;

/**
 * Writes an xlsx file with one sheet and a bold, frozen header. Texts are written as texts, so one that starts with `=`
 * is not a formula. In a sheet to fill in, all columns are text, so that ID and phone numbers stay as typed, and an
 * example follows the header.
 */
export async function writeSheet({ name, columns, rows, toFill }: WrittenSheet): Promise<Bytes> {
  const example = toFill?.example;
  const body = example ? [example, ...rows] : rows;
  const cells = new Map<string, Partial<Cell>>();
  columns.forEach((_, i) => {
    cells.set(`0,${i}`, { style: { font: { bold: true } } });
    if (example)
      cells.set(`1,${i}`, { style: { font: { italic: true, color: { rgb: '808080' } }, numFmt: TEXT } });
  });
  body.forEach((row, r) => {
    row.forEach((value, c) => {
      if (value instanceof Date) cells.set(`${r + 1},${c}`, { style: { numFmt: TIME } });
    });
  });
  const lists = toFill ? choiceLists(columns, toFill.rows + body.length + 1) : { rules: [], sheets: [] };
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(name),
        columns: columns.map(({ width }) => ({ width, ...(toFill ? { numFmt: TEXT } : {}) })),
        rows: [columns.map(({ title }) => plain(title)), ...body.map((row) => row.map(cellValue))],
        cells,
        freezePane: { rows: 1 },
        dataValidations: lists.rules,
      },
      ...lists.sheets,
    ],
  });
  return bytes.slice();
}

const CHOICES = 'choices';

/**
 * The validation rules of columns with choices or hints, and the hidden sheet with lists that are too long for a rule.
 */
function choiceLists(
  columns: readonly SheetColumn[],
  lastRow: number,
): { rules: DataValidation[]; sheets: WriteSheet[] } {
  const long: (readonly string[])[] = [];
  const rules = columns.flatMap(({ choices, hint }, i): DataValidation[] => {
    if (!choices?.length && !hint) return [];
    const letters = columnLetters(i);
    const rule = {
      range: `${letters}2:${letters}${lastRow}`,
      allowBlank: true,
      ...(hint ? { showInputMessage: true, inputMessage: plain(hint).slice(0, INLINE_LIST) } : {}),
    };
    if (!choices?.length)
      return [{ ...rule, type: 'textLength', operator: 'greaterThanOrEqual', formula1: '0' }];
    const list: DataValidation = { ...rule, type: 'list', showErrorMessage: true };
    if (choices.join(',').length <= INLINE_LIST && choices.every((choice) => !/[",]/.test(choice)))
      return [{ ...list, values: [...choices] }];
    const at = columnLetters(long.push(choices) - 1);
    return [{ ...list, formula1: `${CHOICES}!$${at}$1:$${at}$${choices.length}` }];
  });
  return { rules, sheets: long.length > 0 ? [{ name: CHOICES, rows: transpose(long), hidden: true }] : [] };
}

function transpose(lists: readonly (readonly string[])[]): (string | null)[][] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, r) => lists.map((list) => list[r] ?? null));
}

const cellValue = (value: SheetValue): CellValue => (typeof value === 'string' ? plain(value) : value);

/** Removes characters that XML 1.0 does not allow (2.2), which would make the file unreadable. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').toWellFormed();

/** Sheet names have at most 31 characters and exclude these (18.2.19). */
const sheetName = (name: string): string =>
  plain(name)
    .replace(/[\\/?*[\]:']/g, '_')
    .slice(0, 31) || 'Sheet1';
