import { AppError } from '#core/errors.ts';

/**
 * What reading one document may cost, so that a hostile file is refused instead of filling memory or time: there is
 * no clock in core, so work is counted in bytes looked at and bytes unpacked.
 */
export interface Budget {
  /** Most bytes that one stream may unpack to. */
  readonly streamLimit: number;
  /** Counts bytes looked at; throws DOCUMENT_TOO_COMPLEX when the file's share is used up. */
  look(bytes: number): void;
  /** Counts bytes unpacked; throws as well. */
  unpack(bytes: number): void;
}

const MB = 1024 * 1024;

/** All in bytes: 200 MB and 40 times the file to look at, 96 MB and 16 times the file to unpack. */
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
