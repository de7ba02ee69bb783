import { type Bytes, concatBytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { PendingPdfSignature } from './begin-signature.ts';

const DIGITS = '0123456789abcdef';

/**
 * Inserts the CMS into the increment, to be appended to the file. Throws SIGNATURE_ROOM_TOO_SMALL.
 *
 * ```ts
 * const increment = finishSignature(pending, cms);
 * const signed = appendIncrement(bytes, pending, increment);
 * ```
 */
export function finishSignature(
  { append, hole }: Pick<PendingPdfSignature, 'append' | 'hole'>,
  cms: Bytes,
): Bytes {
  const room = (hole[1] - hole[0] - 2) / 2;
  if (cms.length > room) throw new AppError('SIGNATURE_ROOM_TOO_SMALL', { needed: cms.length, room });
  const increment = append.slice();
  let at = hole[0] + 1;
  for (const byte of cms) {
    increment[at++] = DIGITS.charCodeAt(byte >> 4);
    increment[at++] = DIGITS.charCodeAt(byte & 15);
  }
  return increment;
}

/**
 * Appends the increment to the file. Throws DOCUMENT_CANNOT_APPEND if the length of `file` has changed since the
 * signature was begun: another revision was appended meanwhile, and the signature must be begun again.
 *
 * ```ts
 * const signed = appendIncrement(bytes, pending, finishSignature(pending, cms));
 * ```
 */
export function appendIncrement(
  file: Bytes,
  pending: Pick<PendingPdfSignature, 'fileLength'>,
  increment: Bytes,
): Bytes {
  if (file.length !== pending.fileLength)
    throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'the file has changed' });
  return concatBytes(file, increment);
}
