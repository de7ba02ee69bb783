import { isAppError } from '#core/errors.ts';
import { readSheet } from '#core/sheet/read-sheet.ts';
import type { SheetFileOrder, SheetFileReply } from './read-sheet-file.ts';

async function read({ bytes, limits }: SheetFileOrder): Promise<SheetFileReply> {
  try {
    return { ok: true, sheet: await readSheet(bytes, limits) };
  } catch (error) {
    if (!isAppError(error)) return { ok: false };
    return { ok: false, refused: { name: error.name, params: { ...error.params } } };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<SheetFileOrder>) => {
  void read(data).then((reply) => self.postMessage(reply));
});
