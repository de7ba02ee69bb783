import { checkRows } from '#core/batch/batch.ts';
import { readRows } from '#core/batch/read-rows.ts';
import { isAppError } from '#core/errors.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import type { SheetOrder, SheetReply } from './sheet-orders.ts';

/** Allowance for a number column and for unknown columns, which the error message names. */
const MORE_COLUMNS = 20;

async function read({ bytes, columns, setup, rows: most }: SheetOrder): Promise<SheetReply> {
  try {
    // The example row counts, too.
    const { head, rows } = await readSheet(bytes, { rows: most + 1, columns: columns.length + MORE_COLUMNS });
    const read = readRows(head, rows, columns);
    const wrong = checkRows(setup, columns, read).filter((some) => some.length > 0).length;
    return { ok: true, rows: read, wrong };
  } catch (error) {
    if (!isAppError(error)) return { ok: false };
    return { ok: false, refused: { name: error.name, params: { ...error.params } } };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<SheetOrder>) => {
  void read(data).then((reply) => self.postMessage(reply));
});
