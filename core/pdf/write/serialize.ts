import type { Bytes } from '#core/bytes.ts';
import { toHex } from '#core/bytes.ts';
import type { PdfDict, PdfObject, PdfRef } from '../read/objects.ts';

/** `object` in PDF syntax, one character per byte (Latin-1). Does not support streams: see `writeIndirect`. */
export function serialize(object: PdfObject): string {
  if (object === null) return 'null';
  if (typeof object === 'boolean') return object ? 'true' : 'false';
  if (typeof object === 'number') return formatNumber(object);
  switch (object.kind) {
    case 'name':
      return serializeName(object.value);
    case 'string':
      return serializeString(object.bytes, object.hex);
    case 'array':
      return `[${object.items.map(serialize).join(' ')}]`;
    case 'dict':
      return serializeDict(object);
    case 'ref':
      return `${object.num} ${object.gen} R`;
    case 'stream':
      throw new Error('a stream must be an object of its own');
  }
}

/**
 * Like `serialize`; keeps the order of the entries (7.3.7). Throws if a value is a stream, which is a bug in the
 * caller.
 */
export function serializeDict(dict: PdfDict): string {
  let out = '<<';
  for (const [key, value] of dict.entries) {
    const text = serialize(value);
    out += `${serializeName(key)}${/^[\w+.-]/.test(text) ? ' ' : ''}${text}`;
  }
  return `${out}>>`;
}

/** A number without an exponent, with at most six decimals. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return Object.is(value, -0) ? '0' : String(value);
  if (!Number.isFinite(value)) throw new RangeError('not a number of PDF');
  const text = value.toFixed(6).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

function serializeName(value: string): string {
  let out = '/';
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    const plain = c > 0x20 && c < 0x7f && !'()<>[]{}/%#'.includes(value[i]!);
    out += plain ? value[i] : `#${c.toString(16).padStart(2, '0')}`;
  }
  return out;
}

const ASCII = new TextDecoder('latin1');

function serializeString(bytes: Bytes, hex: boolean): string {
  if (hex || bytes.some((b) => b < 0x20 || b > 0x7e)) return `<${toHex(bytes)}>`;
  return `(${ASCII.decode(bytes).replace(/[\\()]/g, '\\$&')})`;
}

const encoder = new TextEncoder();

/** Encodes text as Latin-1. */
export function latin1(text: string): Bytes {
  // The text is nearly always ASCII, for which the platform's own encoder gives the same bytes faster.
  const encoded = encoder.encode(text) as Bytes;
  if (encoded.length === text.length) return encoded;
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

/** `num gen obj … endobj` with its line end; `encoded` are the stored bytes of a stream. */
export function writeIndirect(ref: PdfRef, object: PdfObject, encoded?: Bytes): Bytes[] {
  const head = `${ref.num} ${ref.gen} obj\n`;
  if (typeof object !== 'object' || object?.kind !== 'stream')
    return [latin1(`${head}${serialize(object)}\nendobj\n`)];
  const data = encoded ?? object.data;
  if (!data) throw new Error('the stored bytes of a stream are needed to write it');
  return [latin1(`${head}${serializeDict(object.dict)}\nstream\n`), data, latin1('\nendstream\nendobj\n')];
}
