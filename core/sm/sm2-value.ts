import type { Bytes } from '#core/bytes.ts';

/** The two numbers of an SM2 signature. */
export type Sm2Value = { r: bigint; s: bigint };

/** DER SEQUENCE { r INTEGER, s INTEGER } (GB/T 35276, clause 7.3). */
export function encodeSm2Value({ r, s }: Sm2Value): Bytes {
  const parts = [integerBytes(r), integerBytes(s)];
  const length = parts[0]!.length + parts[1]!.length + 4;
  const out = new Uint8Array(2 + length);
  out[0] = 0x30;
  out[1] = length;
  let at = 2;
  for (const part of parts) {
    out[at] = 0x02;
    out[at + 1] = part.length;
    out.set(part, at + 2);
    at += part.length + 2;
  }
  return out;
}

/**
 * Decodes a signature value as found in files: 64 bytes r, s; or DER, also if integers lack or have too many leading
 * zeros (read as unsigned) or zero bytes follow the end. Null for anything else.
 */
export function decodeSm2Value(bytes: Uint8Array): Sm2Value | null {
  const fromDer = decodeDer(bytes);
  if (fromDer) return fromDer;
  if (bytes.length !== 64) return null;
  return { r: bytesToNumber(bytes.subarray(0, 32)), s: bytesToNumber(bytes.subarray(32)) };
}

function decodeDer(bytes: Uint8Array): Sm2Value | null {
  if (bytes.length > 160 || bytes[0] !== 0x30) return null;
  const header = bytes[1] === 0x81 ? 3 : 2;
  const end = header + bytes[header - 1]!;
  if (bytes[1]! > 0x81 || end > bytes.length) return null;
  for (let i = end; i < bytes.length; i++) if (bytes[i] !== 0) return null;
  const r = readInteger(bytes, header, end);
  const s = r && readInteger(bytes, r.end, end);
  if (!s || s.end !== end) return null;
  return { r: r.value, s: s.value };
}

function readInteger(bytes: Uint8Array, at: number, limit: number): { value: bigint; end: number } | null {
  if (at + 2 > limit || bytes[at] !== 0x02) return null;
  const length = bytes[at + 1]!;
  const end = at + 2 + length;
  if (length === 0 || length > 60 || end > limit) return null;
  return { value: bytesToNumber(bytes.subarray(at + 2, end)), end };
}

/** An unsigned big-endian number. */
export function bytesToNumber(bytes: Uint8Array): bigint {
  let hex = '0x0';
  for (const b of bytes) hex += b < 16 ? `0${b.toString(16)}` : b.toString(16);
  return BigInt(hex);
}

/** A number below 2^256 as 32 bytes, big-endian. */
export function numberToBytes(value: bigint): Bytes {
  const out = new Uint8Array(32);
  const hex = value.toString(16).padStart(64, '0');
  for (let i = 0; i < 32; i++) out[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return out;
}

/** Contents of the shortest INTEGER of a non-negative number. */
function integerBytes(value: bigint): Uint8Array {
  const bytes = numberToBytes(value);
  let at = 0;
  while (at < 31 && bytes[at] === 0) at++;
  if (bytes[at]! < 0x80) return bytes.subarray(at);
  const out = new Uint8Array(33 - at);
  out.set(bytes.subarray(at), 1);
  return out;
}
