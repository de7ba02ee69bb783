import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { BegunSignature } from './begin-signature.ts';

const DIGITS = '0123456789abcdef';

/** The increment with the CMS in its place, to be appended to the file. Throws SIGNATURE_ROOM_TOO_SMALL. */
export function finishSignature(begun: Pick<BegunSignature, 'append' | 'hole'>, cms: Bytes): Bytes {
  const out = begun.append.slice();
  fillContents(out, begun.hole, cms);
  return out;
}

/** Writes `cms` in hexadecimal into the hole of `increment`. Throws SIGNATURE_ROOM_TOO_SMALL. */
export function fillContents(increment: Bytes, hole: readonly [number, number], cms: Bytes): void {
  const room = (hole[1] - hole[0] - 2) / 2;
  if (cms.length > room) throw new AppError('SIGNATURE_ROOM_TOO_SMALL', { needed: cms.length, room });
  let at = hole[0] + 1;
  for (const byte of cms) {
    increment[at++] = DIGITS.charCodeAt(byte >> 4);
    increment[at++] = DIGITS.charCodeAt(byte & 15);
  }
}

/**
 * The file with the increment after it. Throws DOCUMENT_CANNOT_APPEND when `file` is not as long as the one that was
 * begun on: then another revision came in between, and the signature must be begun again on it.
 */
export function appendIncrement(
  file: Bytes,
  begun: Pick<BegunSignature, 'fileLength'>,
  increment: Bytes,
): Bytes {
  if (file.length !== begun.fileLength)
    throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'the file has changed' });
  const out = new Uint8Array(file.length + increment.length);
  out.set(file);
  out.set(increment, file.length);
  assertPrefix(file, out);
  return out;
}

/** Throws when `file` is not byte for byte the beginning of `result`: a defect that must never reach storage. */
export function assertPrefix(file: Bytes, result: Bytes): void {
  const length = file.length;
  if (result.length < length) throw new Error('the result is shorter than the file');
  let at = 0;
  // 32 bytes at a time where both lie at multiples of four.
  if (file.byteOffset % 4 === 0 && result.byteOffset % 4 === 0) {
    const words = length >> 2;
    const a = new Int32Array(file.buffer, file.byteOffset, words);
    const b = new Int32Array(result.buffer, result.byteOffset, words);
    const eights = words - (words % 8);
    for (let i = 0; i < eights; i += 8) {
      const different =
        (a[i]! ^ b[i]!) |
        (a[i + 1]! ^ b[i + 1]!) |
        (a[i + 2]! ^ b[i + 2]!) |
        (a[i + 3]! ^ b[i + 3]!) |
        (a[i + 4]! ^ b[i + 4]!) |
        (a[i + 5]! ^ b[i + 5]!) |
        (a[i + 6]! ^ b[i + 6]!) |
        (a[i + 7]! ^ b[i + 7]!);
      if (different !== 0) throw new Error('the result does not begin with the file');
    }
    at = eights * 4;
  }
  for (; at < length; at++)
    if (file[at] !== result[at]) throw new Error('the result does not begin with the file');
}
