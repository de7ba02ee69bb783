/**
 * The objects of a PDF file (ISO 32000-2, 7.3) as plain data, used by all code that reads, compares or writes PDF.
 * Objects read from a file keep their location (`span`, absolute offsets, end exclusive); objects from object streams
 * and newly created objects have no span. Dictionaries and arrays of an object stream keep their place in it (`held`),
 * and a changed copy names what it was made from (`origin`), so that a writer can repeat what has not changed as the
 * file has it.
 */
import type { Bytes } from '#core/bytes.ts';

export type Span = readonly [from: number, to: number];

/** A place in a decoded object stream, which is in memory anyway. */
export interface SourceText {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** A name; `value` is decoded (#xx), one character per byte (Latin-1). */
export interface PdfName {
  readonly kind: 'name';
  readonly value: string;
}

/** A string's bytes after unescaping and decryption; `hex` tells whether it was written in hexadecimal. */
export interface PdfString {
  readonly kind: 'string';
  readonly bytes: Bytes;
  readonly hex: boolean;
  readonly span?: Span;
}

export interface PdfArray {
  readonly kind: 'array';
  readonly items: PdfObject[];
  readonly span?: Span;
  readonly held?: SourceText;
  /** The array of the file that this one was made from. */
  readonly origin?: PdfArray;
}

/** A dictionary in file order. The last value of a duplicate key wins; `duplicates` lists such keys. */
export interface PdfDict {
  readonly kind: 'dict';
  readonly entries: Map<string, PdfObject>;
  readonly duplicates: readonly string[];
  readonly span?: Span;
  readonly held?: SourceText;
  /** The dictionary of the file that this one was made from. */
  readonly origin?: PdfDict;
}

/** A stream: its dictionary and its stored bytes, a range of the file, or `data` if newly created. */
export interface PdfStream {
  readonly kind: 'stream';
  readonly dict: PdfDict;
  /** Range of the encoded bytes in the file (absolute); [0, 0] if newly created. */
  readonly raw: Span;
  /** Encoded bytes of a newly created stream. */
  readonly data?: Bytes;
  /** Number and generation of the stream object, needed for decryption. */
  readonly owner?: PdfRef;
  readonly span?: Span;
}

export interface PdfRef {
  readonly kind: 'ref';
  readonly num: number;
  readonly gen: number;
}

export type PdfObject =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfArray
  | PdfDict
  | PdfStream
  | PdfRef;

const names = new Map<string, PdfName>();

/** The name `value` (without its slash). Short names are interned. */
export function pdfName(value: string): PdfName {
  const known = names.get(value);
  if (known) return known;
  const made: PdfName = { kind: 'name', value };
  if (names.size < 4096 && value.length < 64) names.set(value, made);
  return made;
}

export const pdfRef = (num: number, gen = 0): PdfRef => ({ kind: 'ref', num, gen });

/** For a few items. Use `pdfArrayOf` if a file determines their number: a call takes some 100,000 arguments at most. */
export const pdfArray = (...items: PdfObject[]): PdfArray => ({ kind: 'array', items });
export const pdfArrayOf = (items: PdfObject[]): PdfArray => ({ kind: 'array', items });

/** `hex` only determines the notation: <…> instead of (…) (7.3.4). */
export const pdfString = (bytes: Bytes, hex = false): PdfString => ({ kind: 'string', bytes, hex });

/** A dictionary of the given entries; `undefined` entries are omitted. */
export function pdfDict(entries: Record<string, PdfObject | undefined> = {}): PdfDict {
  const map = new Map<string, PdfObject>();
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) map.set(key, value);
  return { kind: 'dict', entries: map, duplicates: [] };
}

/**
 * A copy of `dict` with entries added, replaced or (with `undefined`) removed; keeps the order, and the text that the
 * file has for all other entries.
 */
export function withEntries(dict: PdfDict, entries: Record<string, PdfObject | undefined>): PdfDict {
  const map = new Map(dict.entries);
  for (const [key, value] of Object.entries(entries)) {
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }
  return { kind: 'dict', entries: map, duplicates: [], ...originOf(dict) };
}

/** A copy of `array` with other items; those that it had before keep the text that the file has for them. */
export function withItems(array: PdfArray, items: PdfObject[]): PdfArray {
  return { kind: 'array', items, ...originOf(array) };
}

/** What a changed copy of `object` was made from: itself if it was read from a file. */
function originOf<T extends PdfArray | PdfDict>(object: T): { origin?: T } {
  if (object.origin) return { origin: object.origin as T };
  return object.span || object.held ? { origin: object } : {};
}

/** A stream of encoded `data`; adds Length. */
export function pdfStream(dict: PdfDict, data: Bytes): PdfStream {
  return { kind: 'stream', dict: withEntries(dict, { Length: data.length }), raw: [0, 0], data };
}

const isKind = (object: PdfObject | undefined, kind: string): boolean =>
  typeof object === 'object' && object !== null && object.kind === kind;

export const isName = (object: PdfObject | undefined, value?: string): object is PdfName =>
  isKind(object, 'name') && (value === undefined || (object as PdfName).value === value);
export const isString = (object: PdfObject | undefined): object is PdfString => isKind(object, 'string');
export const isArray = (object: PdfObject | undefined): object is PdfArray => isKind(object, 'array');
export const isDict = (object: PdfObject | undefined): object is PdfDict => isKind(object, 'dict');
export const isStream = (object: PdfObject | undefined): object is PdfStream => isKind(object, 'stream');
export const isRef = (object: PdfObject | undefined): object is PdfRef => isKind(object, 'ref');
