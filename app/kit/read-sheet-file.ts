import type { Bytes } from '#core/bytes.ts';
import type { Sheet } from '#core/sheet/cells.ts';
import type { SheetLimits } from '#core/sheet/limits.ts';
import { askSheetWorker, type SheetWorkerReply } from './ask-sheet-worker.ts';

export interface SheetFileOrder {
  bytes: Bytes;
  limits: SheetLimits;
}

export type SheetFileReply = { ok: true; sheet: Sheet } | Extract<SheetWorkerReply, { ok: false }>;

/**
 * Reads an xlsx file that somebody chose, in a worker: the page goes on while a large sheet is read. Rejects with the errors
 * of `readSheet`.
 */
export async function readSheetFile(file: File, limits: SheetLimits): Promise<Sheet> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  return (await askSheetWorker<SheetFileReply>(worker, { bytes, limits })).sheet;
}
