import { askSheetWorker } from '../../../kit/ask-sheet-worker.ts';
import type { SheetOrder, SheetReply } from './sheet-orders.ts';

/** Reads and checks a sheet in a worker. Rejects with the errors of `readSheet` and `readRows`. */
export function readFile(order: SheetOrder): Promise<Extract<SheetReply, { ok: true }>> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  return askSheetWorker<SheetReply>(worker, order);
}
