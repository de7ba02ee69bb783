import { type Cell, type CellValue, type DataValidation, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import type { Bytes } from '#core/bytes.ts';
import { columnLetters } from './cells.ts';

/** Sheets know no zones: of a date, what it is in UTC is written. */
export type SheetValue = string | number | Date;

export interface SheetColumn {
  title: string;
  /** In characters. */
  width: number;
  /** Cells are offered these to choose from; something else is refused by the spreadsheet program. */
  choices?: readonly string[];
  /** Shown beside a cell that is chosen. */
  hint?: string;
}

export interface WrittenSheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetValue[])[];
  /** A sheet to be filled in: all of its cells take what is typed as text; so many rows offer choices. */
  toFill?: { rows: number; example?: readonly string[] };
}

const TEXT = '@';
const TIME = 'yyyy-mm-dd hh:mm';
/** The longest list that stands in the rule itself (ISO/IEC 29500-1, 18.3.1.32); longer ones stand in a hidden sheet. */
const INLINE_LIST = 255;

/**
 * An xlsx file of one sheet, its head bold and kept in view. Texts are written as texts, so one that begins with `=` is
 * no formula. Of a sheet to fill every column is text, so that ID and phone numbers stay as typed, and an example
 * stands below the head.
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

/** The rules of columns with choices or hints, and the hidden sheet with the lists that are too long for a rule. */
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

/** Characters that XML 1.0 does not have (2.2) would make the whole file unreadable. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').toWellFormed();

/** Names of sheets have at most 31 characters and not these (18.2.19). */
const sheetName = (name: string): string =>
  plain(name)
    .replace(/[\\/?*[\]:']/g, '_')
    .slice(0, 31) || 'Sheet1';
