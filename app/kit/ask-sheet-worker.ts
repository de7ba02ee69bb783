import { AppError, type ErrorName } from '#core/errors.ts';

/** What a worker that reads sheets replies. */
export type SheetWorkerReply =
  | { ok: true }
  | { ok: false; refused?: { name: ErrorName; params: AppError['params'] } | undefined };

/**
 * Has a worker read and check a sheet, and ends it. Rejects with the error that the worker refused the sheet with, and
 * with SHEET_BROKEN if it failed.
 */
export function askSheetWorker<R extends SheetWorkerReply>(
  worker: Worker,
  order: unknown,
): Promise<Extract<R, { ok: true }>> {
  return new Promise<Extract<R, { ok: true }>>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<R>) => {
      if (isRead(data)) resolve(data);
      else
        reject(
          !data.ok && data.refused
            ? new AppError(data.refused.name, data.refused.params)
            : new AppError('SHEET_BROKEN'),
        );
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new AppError('SHEET_BROKEN'));
    });
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

const isRead = <R extends SheetWorkerReply>(reply: R): reply is Extract<R, { ok: true }> => reply.ok;
