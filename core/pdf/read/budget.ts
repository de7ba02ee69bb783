import { AppError } from '#core/errors.ts';

/**
 * Limits the cost of reading a document, so that a hostile file is refused instead of exhausting memory or time. core
 * has no clock, so work is measured in bytes read and bytes unpacked.
 */
export interface Budget {
  /** Maximum unpacked size of one stream in bytes. */
  readonly streamLimit: number;
  /** Counts bytes read; throws DOCUMENT_TOO_COMPLEX when the budget is used up. */
  look(bytes: number): void;
  /** Counts bytes unpacked; throws DOCUMENT_TOO_COMPLEX when the budget is used up. */
  unpack(bytes: number): void;
}

const MB = 1024 * 1024;

/** The budget in bytes: 200 MB plus 40 times the file to read, 96 MB plus 16 times the file to unpack. */
export function makeBudget(fileLength: number, streamLimit = 32 * MB): Budget {
  let looks = 200 * MB + 40 * fileLength;
  let unpacks = 96 * MB + 16 * fileLength;
  return {
    streamLimit,
    look(bytes) {
      looks -= bytes;
      if (looks < 0) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'work' });
    },
    unpack(bytes) {
      unpacks -= bytes;
      if (unpacks < 0) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'unpacked size' });
    },
  };
}
