import type { Bytes } from '#core/bytes.ts';
import { broken, childrenOf, contentOf, type DerNode, expectId } from './read-der.ts';

/** Dotted text of an OBJECT IDENTIFIER. */
export function readOid(node: DerNode): string {
  expectId(node, 0x06);
  return oidText(contentOf(node), node.start);
}

/** Dotted text of the contents of an OBJECT IDENTIFIER. */
export function oidText(bytes: Bytes, at = 0): string {
  if (bytes.length === 0 || bytes.length > 256) throw broken('object identifier of no sense', at);
  const parts: string[] = [];
  let value = 0;
  let big = 0n;
  let wide = false;
  for (const [i, byte] of bytes.entries()) {
    if (wide) big = (big << 7n) | BigInt(byte & 0x7f);
    else if (value > 2 ** 45) {
      wide = true;
      big = (BigInt(value) << 7n) | BigInt(byte & 0x7f);
    } else value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) {
      if (i === bytes.length - 1) throw broken('object identifier cut short', at);
      continue;
    }
    if (parts.length > 0) parts.push(wide ? big.toString() : String(value));
    else if (wide) parts.push('2', (big - 80n).toString());
    else {
      const root = Math.min(2, Math.floor(value / 40));
      parts.push(String(root), String(value - root * 40));
    }
    value = 0;
    wide = false;
  }
  return parts.join('.');
}

/** The contents of an INTEGER as they are (two's complement, possibly with a leading zero). */
export function readIntegerBytes(node: DerNode): Bytes {
  expectId(node, 0x02);
  const bytes = contentOf(node);
  if (bytes.length === 0) throw broken('empty integer', node.start);
  return bytes;
}

/** An INTEGER of any size up to 8 kB. */
export function readInteger(node: DerNode): bigint {
  const bytes = readIntegerBytes(node);
  if (bytes.length > 8192) throw broken('integer too large', node.start);
  const value = unsignedOf(bytes);
  return bytes[0]! & 0x80 ? value - (1n << BigInt(bytes.length * 8)) : value;
}

/** `bytes` as an unsigned big-endian number. */
export function unsignedOf(bytes: Uint8Array): bigint {
  let hex = '0x0';
  for (const b of bytes) hex += b.toString(16).padStart(2, '0');
  return BigInt(hex);
}

/** An INTEGER or ENUMERATED that must be between 0 and 2^31. */
export function readSmallInteger(node: DerNode): number {
  if (node.id !== 0x0a) expectId(node, 0x02);
  return smallOf(contentOf(node), node.start);
}

/** Like `readSmallInteger` for an implicitly tagged value, whose tag the caller has checked. */
export function smallOf(bytes: Bytes, at = 0): number {
  if (bytes.length === 0 || bytes.length > 5 || bytes[0]! & 0x80) throw broken('number out of range', at);
  let value = 0;
  for (const b of bytes) value = value * 256 + b;
  if (value > 0x7fffffff) throw broken('number out of range', at);
  return value;
}

/** BER: any byte except 0 is true (X.690, clause 8.2). Throws ASN1_BROKEN. */
export function readBoolean(node: DerNode): boolean {
  expectId(node, 0x01);
  if (node.contentEnd - node.contentStart !== 1) throw broken('boolean of a wrong length', node.start);
  return node.source[node.contentStart] !== 0;
}

/**
 * The bytes of a BIT STRING; the lowest `unused` bits of the last byte have no meaning.
 *
 * ```ts
 * const { bytes } = readBitString(readDer(fromHex('03020780'))); // 0x80, with unused === 7
 * ```
 */
export function readBitString(node: DerNode): { bytes: Bytes; unused: number } {
  if (node.id === 0x23) {
    const parts = childrenOf(node).map(readBitString);
    return { bytes: joined(parts.map((p) => p.bytes)), unused: parts.at(-1)?.unused ?? 0 };
  }
  expectId(node, 0x03);
  return bitsOf(contentOf(node), node.start);
}

/** Like `readBitString` for an implicitly tagged value. */
export function bitsOf(content: Bytes, at = 0): { bytes: Bytes; unused: number } {
  const unused = content[0];
  if (unused === undefined || unused > 7 || (unused > 0 && content.length === 1))
    throw broken('bit string of no sense', at);
  return { bytes: content.subarray(1), unused };
}

/** Whether bit `index` (0 is the first) of a named bit list is set. */
export function hasBit(bits: { bytes: Bytes }, index: number): boolean {
  return ((bits.bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

/**
 * The bytes of an OCTET STRING; several segments (BER) are concatenated.
 *
 * ```ts
 * readOctetString(readDer(fromHex('0402cafe'))); // CA FE
 * ```
 */
export function readOctetString(node: DerNode): Bytes {
  if (node.id !== 0x24) expectId(node, 0x04);
  return octetsOf(node);
}

/** Concatenates segments; there may be more of them than a call accepts arguments. */
function joined(parts: readonly Bytes[]): Bytes {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Like `readOctetString` for an implicitly tagged value. */
export function octetsOf(node: DerNode): Bytes {
  if (!(node.id & 0x20)) return contentOf(node);
  return joined(childrenOf(node).map(readOctetString));
}

const decoders: Record<number, (bytes: Bytes) => string> = {
  12: (b) => new TextDecoder().decode(b),
  18: latin1,
  19: latin1,
  20: latin1,
  22: latin1,
  26: latin1,
  27: latin1,
  28: (b) => wide(b, 4),
  30: (b) => wide(b, 2),
};

function latin1(bytes: Bytes): string {
  let text = '';
  for (const b of bytes) text += String.fromCharCode(b);
  return text;
}

function wide(bytes: Bytes, size: 2 | 4): string {
  let text = '';
  for (let i = 0; i + size <= bytes.length; i += size) {
    let code = 0;
    for (let n = 0; n < size; n++) code = code * 256 + bytes[i + n]!;
    text += size === 2 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

/** Whether the value is an ASN.1 character string. */
export const isString = (node: DerNode): boolean => (node.id & 0xe0) === 0 && (node.id & 0x1f) in decoders;

/** The text of any ASN.1 character string (UTF-8, Printable, IA5, T61 read as Latin-1, BMP, Universal, …). */
export function readString(node: DerNode): string {
  const decode = (node.id & 0xe0) === 0 ? decoders[node.id & 0x1f] : undefined;
  if (!decode) throw broken('not a character string', node.start);
  return decode(contentOf(node));
}

/** The text of an implicitly tagged IA5String. */
export const ia5Of = (node: DerNode): string => latin1(contentOf(node));

const UTC = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{4})$/;
const GENERALIZED = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(?:[.,](\d{1,9}))?(Z|[+-]\d{4})?$/;

/** Epoch milliseconds of a UTCTime or GeneralizedTime (RFC 5280, clause 4.1.2.5: years 50 to 99 are 19xx). */
export function readTime(node: DerNode): number {
  if (node.id !== 0x17 && node.id !== 0x18) throw broken('not a time', node.start);
  return timeOf(contentOf(node), node.id === 0x17, node.start);
}

/** Like `readTime` for the contents of an implicitly tagged time. */
export function timeOf(content: Bytes, utc: boolean, at = 0): number {
  const text = content.length > 40 ? '' : latin1(content);
  const m = (utc ? UTC : GENERALIZED).exec(text);
  if (!m) throw broken('time of no sense', at);
  let [, year, month, day, hour, minute, second] = m.map((x) => Number(x ?? 0)) as number[];
  if (utc) year! += year! < 50 ? 2000 : 1900;
  const fraction = utc ? 0 : Number(`0.${m[7] ?? 0}`);
  if (month! < 1 || month! > 12 || day! < 1 || day! > 31 || hour! > 24 || minute! > 59 || second! > 60)
    throw broken('time of no sense', at);
  if (second === 60) second = 59;
  const date = new Date(0);
  date.setUTCFullYear(year!, month! - 1, day!);
  date.setUTCHours(hour!, minute!, second!, Math.round(fraction * 1000));
  const zone = (utc ? m[7] : m[8]) ?? 'Z';
  if (zone === 'Z') return date.getTime();
  const offset = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5))) * 60_000;
  return date.getTime() - (zone[0] === '+' ? offset : -offset);
}
