import { AppError } from '#core/errors.ts';
import type { ImportOrder, ImportReply, ReadRow } from './orders.ts';

/** Reads and validates a sheet in a worker. Rejects with the errors of `readSheet` and `readTitledRows`. */
export function readFile(order: ImportOrder): Promise<ReadRow[]> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ReadRow[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ImportReply>) => {
      if (data.ok) resolve(data.rows);
      else
        reject(
          data.refused ? new AppError(data.refused.name, data.refused.params) : new AppError('SHEET_BROKEN'),
        );
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new AppError('SHEET_BROKEN'));
    });
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}
