import { AppError } from '#core/errors.ts';

/**
 * Work budget of one call into the engine (opening, drawing a page, finding a word, verifying). Work is counted rather
 * than timed, so that the same file is accepted or refused on every machine. One unit is about 10 to 20 ns on a small
 * server; each cost is a constant beside the code that does the work.
 */
export interface Work {
  spent: number;
  most: number;
  /** Size of the file, bytes. */
  fileSize: number;
  /** Depth of nested calls; the allowance is set by the outermost one. */
  running: number;
}

/**
 * Allowances, in work units: for one page; for the whole file (searching, signing); for verifying it, enough to judge
 * the 300 signatures that a file may have; and in addition for each byte of the file.
 */
export const PAGE_WORK = 50_000_000;
export const FILE_WORK = 160_000_000;
export const VERIFY_WORK = 240_000_000;
const WORK_PER_BYTE = 2;

/** A fresh budget with the allowance for the whole file. `fileSize` in bytes. */
export function newWork(fileSize: number): Work {
  return { spent: 0, most: allowance(fileSize, FILE_WORK), fileSize, running: 0 };
}

const allowance = (fileSize: number, most: number) => most + WORK_PER_BYTE * fileSize;

/** Charges work before it is done. Throws DOCUMENT_TOO_COMPLEX once the allowance is exceeded. */
export function spend(work: Work, units: number): void {
  // Work that exceeds the allowance is never started.
  work.spent = Math.min(work.spent + units, work.most + 1);
  if (work.spent > work.most) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'work' });
}

/** Whether the allowance has been exceeded: whoever caught the error of `spend` has only a partial result. */
export function isSpent(work: Work): boolean {
  return work.spent > work.most;
}

/** Runs `task` with its own allowance (PAGE_WORK, FILE_WORK, VERIFY_WORK); a nested call shares the outer one. */
export function withWork<T>(work: Work, most: number, task: () => T): T {
  begin(work, most);
  try {
    return task();
  } finally {
    work.running--;
  }
}

/** Like `withWork`, for an asynchronous task. */
export async function withWorkAsync<T>(work: Work, most: number, task: () => Promise<T>): Promise<T> {
  begin(work, most);
  try {
    return await task();
  } finally {
    work.running--;
  }
}

function begin(work: Work, most: number): void {
  if (work.running++ > 0) return;
  work.spent = 0;
  work.most = allowance(work.fileSize, most);
}
