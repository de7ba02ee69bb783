import { AppError } from '#core/errors.ts';
import { withoutUnseen } from '#core/validate/unseen.ts';
import { type SheetRow, textCell } from './cells.ts';
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
    if (cells.length > 0) rows.push({ number, cells: cells.map(textCell) });
    if (rows.length > limits.rows) throw new AppError('SHEET_TOO_MANY_ROWS', { max: limits.rows });
    cells = [];
    number++;
  };
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : undefined;
    const cell = quoted ?? plainCell(text, at);
    cells.push(withoutUnseen(cell.text).trim());
    at = cell.end;
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

interface Cell {
  text: string;
  /** Where it ends in the pasted text. */
  end: number;
}

/** A cell in quotation marks; undefined if the mark that closes it is not at the cell's end: then it is a plain one. */
function quotedCell(text: string, from: number): Cell | undefined {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    const next = text[at + 1];
    if (next === '"') continue;
    const closes = next === undefined || '\t\r\n'.includes(next);
    return closes ? { text: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 } : undefined;
  }
  return undefined;
}

function plainCell(text: string, from: number): Cell {
  let end = from;
  while (end < text.length && !'\t\r\n'.includes(text[end]!)) end++;
  return { text: text.slice(from, end), end };
}
