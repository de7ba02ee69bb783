import { askSheetWorker } from '../../../kit/ask-sheet-worker.ts';
import type { ImportOrder, ImportReply, ReadRow } from './orders.ts';

/** Reads and validates a sheet in a worker. Rejects with the errors of `readSheet` and `readTitledRows`. */
export async function readFile(order: ImportOrder): Promise<ReadRow[]> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  return (await askSheetWorker<ImportReply>(worker, order)).rows;
}
