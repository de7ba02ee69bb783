import type { Bytes } from '#core/bytes.ts';
import { toHex } from '#core/bytes.ts';
import type { PdfArray, PdfDict, PdfObject, PdfRef } from '../read/objects.ts';
import { repeatArray, repeatDict, type TextSource } from './repeat-text.ts';

/**
 * `object` in PDF syntax, one character per byte (Latin-1). What was read from a file is repeated as `source` has it;
 * without a text, its numbers keep their values. Does not support streams: see `writeIndirect`.
 */
export function serialize(object: PdfObject, source?: TextSource): string {
  return write(object, source, false);
}

/** `exact`: the object was read from a file, so its numbers are not rounded. */
function write(object: PdfObject, source: TextSource | undefined, exact: boolean): string {
  if (object === null) return 'null';
  if (typeof object === 'boolean') return object ? 'true' : 'false';
  if (typeof object === 'number') return exact ? exactNumber(object) : formatNumber(object);
  switch (object.kind) {
    case 'name':
      return serializeName(object.value);
    case 'string':
      return serializeString(object.bytes, object.hex);
    case 'array':
      return writeArray(object, source, exact);
    case 'dict':
      return writeDict(object, source, exact);
    case 'ref':
      return `${object.num} ${object.gen} R`;
    case 'stream':
      throw new Error('a stream must be an object of its own');
  }
}

/** Whether there is or was a text of the object in a file. */
const wasRead = ({ span, held, origin }: PdfArray | PdfDict): boolean =>
  span !== undefined || held !== undefined || origin !== undefined;

function writeArray(array: PdfArray, source: TextSource | undefined, exact: boolean): string {
  const read = wasRead(array);
  const repeated = read && source && repeatArray(array, source, (item) => write(item, source, false));
  if (repeated) return repeated;
  return `[${array.items.map((item) => write(item, source, exact || read)).join(' ')}]`;
}

/**
 * Like `serialize`; keeps the order of the entries (7.3.7). Throws if a value is a stream, which is a bug in the
 * caller.
 */
export function serializeDict(dict: PdfDict, source?: TextSource): string {
  return writeDict(dict, source, false);
}

function writeDict(dict: PdfDict, source: TextSource | undefined, exact: boolean): string {
  const read = wasRead(dict);
  const entry = (known: boolean) => (key: string, value: PdfObject) => {
    const text = write(value, source, known);
    return `${serializeName(key)}${/^[\w+.-]/.test(text) ? ' ' : ''}${text}`;
  };
  const repeated =
    read && source && repeatDict(dict, source, (value) => write(value, source, false), entry(false));
  if (repeated) return repeated;
  const plain = entry(exact || read);
  let out = '<<';
  for (const [key, value] of dict.entries) out += plain(key, value);
  return `${out}>>`;
}

/** A number without an exponent, with at most six decimals. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return Object.is(value, -0) ? '0' : String(value);
  if (!Number.isFinite(value)) throw new RangeError('not a number of PDF');
  const text = value.toFixed(6).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** The shortest notation without an exponent that is read as the same value. */
function exactNumber(value: number): string {
  const text = String(value);
  const [, sign, whole, decimals = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined || whole === undefined) return Object.is(value, -0) ? '-0' : text;
  const digits = `${whole}${decimals}`;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
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

/**
 * `num gen obj … endobj` with its line end; `encoded` are the stored bytes of a stream. `source` has the texts of what
 * was read from a file.
 */
export function writeIndirect(ref: PdfRef, object: PdfObject, encoded?: Bytes, source?: TextSource): Bytes[] {
  const head = `${ref.num} ${ref.gen} obj\n`;
  if (typeof object !== 'object' || object?.kind !== 'stream')
    return [latin1(`${head}${serialize(object, source)}\nendobj\n`)];
  const data = encoded ?? object.data;
  if (!data) throw new Error('the stored bytes of a stream are needed to write it');
  const dict = serializeDict(object.dict, source);
  return [latin1(`${head}${dict}\nstream\n`), data, latin1('\nendstream\nendobj\n')];
}
