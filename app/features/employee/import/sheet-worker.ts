import { departmentsByName, type ImportRow, judgeRows } from '#core/employee/judge-row.ts';
import { IMPORT_LIMITS } from '#core/employee/states.ts';
import { isAppError } from '#core/errors.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { readTitledRows } from '#core/sheet/titled-rows.ts';
import { withoutHidden } from '#core/validate/hidden-characters.ts';
import type { ImportOrder, ImportReply } from './orders.ts';

/** Additional columns allowed: the row number, the reason, and some unknown ones, so that the error can name them. */
const MORE_COLUMNS = 20;
/** Maximum characters of a cell that are passed on; a longer text exceeds every column's limit anyway. */
const MOST = 1_000;

const plain = (text: string): string => withoutHidden(text.replace(/\s+/g, ' ')).trim().slice(0, MOST);

async function read({ bytes, columns, departments }: ImportOrder): Promise<ImportReply> {
  try {
    // plus one for the example row
    const sheet = await readSheet(bytes, {
      rows: IMPORT_LIMITS.rows + 1,
      columns: columns.length + MORE_COLUMNS,
    });
    const found = readTitledRows(sheet.head, sheet.rows, columns, (_, text) => plain(text));
    const rows = found.map(
      ({ number, cells, odd = {} }): ImportRow => ({ number, cells, odd: Object.keys(odd) }),
    );
    const judged = judgeRows(columns, rows, departmentsByName(departments));
    return { ok: true, rows: rows.map((row, i) => ({ ...row, problems: judged[i]!.problems })) };
  } catch (error) {
    if (!isAppError(error)) return { ok: false };
    // [5.4c] A sheet without rows has its own message.
    const name = error.name === 'SHEET_EMPTY' ? 'SHEET_NO_PEOPLE' : error.name;
    return { ok: false, refused: { name, params: { ...error.params } } };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ImportOrder>) => {
  void read(data).then((reply) => self.postMessage(reply));
});
