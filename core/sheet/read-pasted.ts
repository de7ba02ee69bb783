import { AppError } from '#core/errors.ts';
import type { SheetRow } from './cells.ts';
import type { SheetLimits } from './limits.ts';

/**
 * Parses cells copied from a spreadsheet program: lines of tab-separated cells, quoted if a cell contains a tab, a line
 * feed or a quotation mark. Rows count from 1; empty ones are skipped. Throws SHEET_EMPTY, SHEET_TOO_MANY_ROWS and
 * SHEET_TOO_MANY_COLUMNS.
 */
export function readPasted(text: string, limits: SheetLimits): SheetRow[] {
  const rows: SheetRow[] = [];
  let number = 1;
  let cells: string[] = [];
  let at = 0;
  const endRow = () => {
    while (cells.length > 0 && cells[cells.length - 1] === '') cells.pop();
    if (cells.length > limits.columns) throw new AppError('SHEET_TOO_MANY_COLUMNS', { max: limits.columns });
    if (cells.length > 0) rows.push({ number, cells: cells.map((cell) => ({ text: cell, kind: 'TEXT' })) });
    if (rows.length > limits.rows) throw new AppError('SHEET_TOO_MANY_ROWS', { max: limits.rows });
    cells = [];
    number++;
  };
  while (at < text.length) {
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y : undefined;
    const pattern = quoted ?? /([^\t\r\n]*)/y;
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? anyCell(text, at);
    cells.push((quoted ? found[1]!.replaceAll('""', '"') : found[1]!).trim());
    at += found[0].length;
    if (text[at] === '\t') {
      at++;
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    endRow();
  }
  if (cells.length > 0) endRow();
  if (rows.length === 0) throw new AppError('SHEET_EMPTY');
  return rows;
}

/** A cell that starts with a quotation mark but is not quoted. */
function anyCell(text: string, at: number): RegExpExecArray {
  const pattern = /([^\t\r\n]*)/y;
  pattern.lastIndex = at;
  return pattern.exec(text)!;
}
