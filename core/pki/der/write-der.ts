import type { Bytes } from '#core/bytes.ts';
import { utf8 as utf8Bytes } from '#core/bytes.ts';

/** A value with identifier byte `id` (tag numbers below 31) around the concatenated contents. */
export const tlv = (id: number, ...parts: Uint8Array[]): Bytes => tlvOf(id, parts);

/** Like `tlv` for lists that may be very long. */
export function tlvOf(id: number, parts: readonly Uint8Array[]): Bytes {
  let length = 0;
  for (const part of parts) length += part.length;
  const head = headLength(length);
  const out = new Uint8Array(head + length);
  out[0] = id;
  writeLength(out, length);
  let at = head;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function headLength(length: number): number {
  if (length < 0x80) return 2;
  if (length < 0x100) return 3;
  if (length < 0x10000) return 4;
  return length < 0x1000000 ? 5 : 6;
}

function writeLength(out: Bytes, length: number): void {
  const head = headLength(length);
  if (head === 2) {
    out[1] = length;
    return;
  }
  out[1] = 0x80 + head - 2;
  for (let i = head - 1, rest = length; i > 1; i--, rest = Math.floor(rest / 256)) out[i] = rest & 0xff;
}

export const sequence = (...parts: Uint8Array[]): Bytes => tlv(0x30, ...parts);
/** A SET OF in the order that DER requires (X.690, clause 11.6). */
export const setOf = (...parts: Uint8Array[]): Bytes => tlv(0x31, ...sorted(parts));
export const octetString = (bytes: Uint8Array): Bytes => tlv(0x04, bytes);
export const derNull = (): Bytes => new Uint8Array([5, 0]);
/** True is 0xff in DER (X.690, clause 11.1). */
export const boolean = (value: boolean): Bytes => new Uint8Array([1, 1, value ? 0xff : 0]);
export const utf8String = (text: string): Bytes => tlv(0x0c, utf8Bytes(text));
/** The caller guarantees that `text` only has characters of the type; neither this nor `ia5String` checks it. */
export const printableString = (text: string): Bytes => tlv(0x13, utf8Bytes(text));
export const ia5String = (text: string): Bytes => tlv(0x16, utf8Bytes(text));
/** An explicitly tagged [n]: a constructed value around `parts`. Or an implicit one around a SEQUENCE's contents. */
export const context = (n: number, ...parts: Uint8Array[]): Bytes => tlv(0xa0 | n, ...parts);
/** An implicitly tagged primitive [n]. */
export const contextPrimitive = (n: number, content: Uint8Array): Bytes => tlv(0x80 | n, content);

/** The parts in ascending order of their encodings. */
export function sorted(parts: Uint8Array[]): Uint8Array[] {
  return [...parts].sort(compareBytes);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

/**
 * An INTEGER from a whole number of at least 0, a bigint, or big-endian unsigned bytes.
 *
 * ```ts
 * integer(128); // 02 02 00 80
 * ```
 */
export function integer(value: number | bigint | Uint8Array): Bytes {
  if (value instanceof Uint8Array) return integerOfBytes(value);
  if (typeof value === 'number' && value >= 0 && value < 0x80) return new Uint8Array([2, 1, value]);
  let n = BigInt(value);
  const bytes: number[] = [];
  const negative = n < 0n;
  do {
    bytes.unshift(Number(n & 0xffn));
    n >>= 8n;
  } while (n !== (negative ? -1n : 0n));
  if (!negative && bytes[0]! & 0x80) bytes.unshift(0);
  if (negative && !(bytes[0]! & 0x80)) bytes.unshift(0xff);
  return tlv(0x02, new Uint8Array(bytes));
}

function integerOfBytes(bytes: Uint8Array): Bytes {
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === 0) from++;
  const rest = bytes.subarray(from);
  if (rest.length === 0) return new Uint8Array([2, 1, 0]);
  return rest[0]! & 0x80 ? tlv(0x02, new Uint8Array(1), rest) : tlv(0x02, rest);
}

/**
 * `unused` is the number of meaningless bits, 0 to 7, at the end of the last byte; DER requires them to be 0.
 *
 * ```ts
 * bitString(fromHex('80'), 7); // 03 02 07 80
 * ```
 */
export function bitString(bytes: Uint8Array, unused = 0): Bytes {
  return tlv(0x03, new Uint8Array([unused]), bytes);
}

/** A named bit list (X.690, clause 11.2.2: no trailing zero bits) with the bits of these numbers set. */
export function namedBits(bits: number[]): Bytes {
  if (bits.length === 0) return bitString(new Uint8Array(0));
  const top = Math.max(...bits);
  const bytes = new Uint8Array((top >> 3) + 1);
  for (const bit of bits) bytes[bit >> 3] = bytes[bit >> 3]! | (0x80 >> (bit & 7));
  return bitString(bytes, 7 - (top & 7));
}

const oidCache = new Map<string, Bytes>();

/**
 * An OBJECT IDENTIFIER from its dotted text.
 *
 * ```ts
 * oid('1.2.840.113549.1.1.11'); // 06 09 2A 86 48 86 F7 0D 01 01 0B
 * ```
 */
export function oid(text: string): Bytes {
  const known = oidCache.get(text);
  if (known) return known;
  const encoded = tlv(0x06, oidContent(text));
  if (oidCache.size < 1000) oidCache.set(text, encoded);
  return encoded;
}

/**
 * The contents of an OBJECT IDENTIFIER, without tag and length.
 *
 * ```ts
 * oidContent('2.5.4.3'); // 55 04 03
 * ```
 */
export function oidContent(text: string): Bytes {
  const parts = text.split('.');
  if (parts.length < 2 || !parts.every((p) => /^\d+$/.test(p)))
    throw new RangeError(`not an object identifier: ${text}`);
  const arcs = [BigInt(parts[0]!) * 40n + BigInt(parts[1]!), ...parts.slice(2).map(BigInt)];
  const bytes: number[] = [];
  for (const arc of arcs) {
    const group = [Number(arc & 0x7fn)];
    for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) group.unshift(Number(rest & 0x7fn) | 0x80);
    bytes.push(...group);
  }
  return new Uint8Array(bytes);
}

const two = (n: number): string => String(n).padStart(2, '0');

function stamp(time: number): string {
  const d = new Date(time);
  return [d.getUTCMonth() + 1, d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds()]
    .map(two)
    .join('');
}

/** A time as RFC 5280 requires: UTCTime until 2049, GeneralizedTime from 2050 on; whole seconds. `time` in epoch ms. */
export function derTime(time: number): Bytes {
  const year = new Date(time).getUTCFullYear();
  if (year < 1950 || year > 2049) return generalizedTime(time);
  return tlv(0x17, utf8Bytes(`${two(year % 100)}${stamp(time)}Z`));
}

/** A GeneralizedTime; `fraction` keeps the milliseconds, without trailing zeros (X.690, clause 11.7). */
export function generalizedTime(time: number, fraction = false): Bytes {
  const d = new Date(time);
  const ms =
    fraction && d.getUTCMilliseconds()
      ? `.${String(d.getUTCMilliseconds()).padStart(3, '0')}`.replace(/0+$/, '')
      : '';
  return tlv(0x18, utf8Bytes(`${String(d.getUTCFullYear()).padStart(4, '0')}${stamp(time)}${ms}Z`));
}
