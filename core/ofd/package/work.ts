import { AppError } from '#core/errors.ts';

/**
 * What one call into the engine (opening, drawing a page, finding a word, verifying) may cost, counted and not timed, so
 * that the same file is answered or refused on every machine. A unit is what a small server does in about 10 to 20 ns; the
 * prices stand where the work is done.
 */
export interface Work {
  spent: number;
  most: number;
  /** Bytes of the file. */
  fileSize: number;
  /** Calls that are running inside each other; the outermost has the whole allowance. */
  running: number;
}

/**
 * What is about a page; about the whole file (searching, signing); verifying it, so that the 300 signatures that a file may
 * have are judged; and for every byte that the file has.
 */
export const PAGE_WORK = 50_000_000;
export const FILE_WORK = 160_000_000;
export const VERIFY_WORK = 240_000_000;
const WORK_PER_BYTE = 2;

/** Nothing spent yet, with the allowance of work on the whole file. `fileSize` in bytes. */
export function newWork(fileSize: number): Work {
  return { spent: 0, most: allowance(fileSize, FILE_WORK), fileSize, running: 0 };
}

const allowance = (fileSize: number, most: number) => most + WORK_PER_BYTE * fileSize;

/** Counts work that is about to be done. Throws DOCUMENT_TOO_COMPLEX once there is too much. */
export function spend(work: Work, units: number): void {
  // what is too much is not begun
  work.spent = Math.min(work.spent + units, work.most + 1);
  if (work.spent > work.most) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'work' });
}

/** Whether there has been too much: whoever caught the error of `spend` has no whole answer. */
export function isSpent(work: Work): boolean {
  return work.spent > work.most;
}

/** Runs `task` with an allowance of its own (PAGE_WORK, FILE_WORK, VERIFY_WORK), or within that of the task around it. */
export function withWork<T>(work: Work, most: number, task: () => T): T {
  begin(work, most);
  try {
    return task();
  } finally {
    work.running--;
  }
}

/** As `withWork`, for a task that waits for others. */
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
