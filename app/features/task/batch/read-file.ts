import { AppError } from '#core/errors.ts';
import type { SheetOrder, SheetReply } from './sheet-orders.ts';

/** Reads and checks a sheet in a worker. Rejects with the errors of `readSheet` and `readRows`. */
export function readFile(order: SheetOrder): Promise<Extract<SheetReply, { ok: true }>> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Extract<SheetReply, { ok: true }>>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SheetReply>) => {
      if (data.ok) resolve(data);
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
