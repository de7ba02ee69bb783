import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from '#core/bytes.ts';

/** Required zero bits: about 260,000 digests, one to five seconds on a computer or a phone. */
export const WORK_BITS = 18;

/** Whether SHA-256 of `token:answer` starts with `bits` zero bits. */
export function isWorkDone(token: string, answer: string, bits: number): boolean {
  const digest = sha256(utf8(`${token}:${answer}`));
  let zero = 0;
  for (const byte of digest) {
    zero += byte === 0 ? 8 : Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return zero >= bits;
}

/** Searches `tries` numbers starting with `from` for an answer; null if none of them is one. */
export function searchWork(token: string, bits: number, from: number, tries: number): string | null {
  for (let n = from; n < from + tries; n++) if (isWorkDone(token, String(n), bits)) return String(n);
  return null;
}
