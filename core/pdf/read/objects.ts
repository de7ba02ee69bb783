/**
 * The objects of a PDF file (ISO 32000-2, 7.3). Plain data: every part of the engine that reads, compares or writes
 * PDF works on these. Objects read from a file remember where they stood in it (`span`, absolute offsets, end
 * exclusive); objects from inside an object stream, and objects made by us, have no span.
 */
import type { Bytes } from '#core/bytes.ts';

export type Span = readonly [from: number, to: number];

/** A name; `value` is the decoded name (#xx undone), one character a byte (Latin-1). */
export interface PdfName {
  readonly kind: 'name';
  readonly value: string;
}

/** A string's bytes after unescaping (and decryption); `hex` tells how it was written. */
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
}

/** A dictionary in the order written. Of keys written twice the last wins; they are named in `duplicates`. */
export interface PdfDict {
  readonly kind: 'dict';
  readonly entries: Map<string, PdfObject>;
  readonly duplicates: readonly string[];
  readonly span?: Span;
}

/** A stream: its dictionary, and its bytes as stored: a range of the file, or `data` when made by us. */
export interface PdfStream {
  readonly kind: 'stream';
  readonly dict: PdfDict;
  /** Range of the encoded bytes in the file (absolute); [0, 0] when made by us. */
  readonly raw: Span;
  /** Encoded bytes of a stream that is not from a file. */
  readonly data?: Bytes;
  /** Number and generation of the object that the stream is, needed to decrypt it. */
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

/** The name `value` (without its slash). Frequent names share one object. */
export function pdfName(value: string): PdfName {
  const known = names.get(value);
  if (known) return known;
  const made: PdfName = { kind: 'name', value };
  if (names.size < 4096 && value.length < 64) names.set(value, made);
  return made;
}

export const pdfRef = (num: number, gen = 0): PdfRef => ({ kind: 'ref', num, gen });

/** Of a few items. Those whose number a file decides go to `pdfArrayOf`: a call takes some 100,000 arguments at most. */
export const pdfArray = (...items: PdfObject[]): PdfArray => ({ kind: 'array', items });
export const pdfArrayOf = (items: PdfObject[]): PdfArray => ({ kind: 'array', items });

/** `hex` only chooses how it is written: <…> instead of (…) (7.3.4). */
export const pdfString = (bytes: Bytes, hex = false): PdfString => ({ kind: 'string', bytes, hex });

/** A dictionary of the entries given; entries that are `undefined` are left out. */
export function pdfDict(entries: Record<string, PdfObject | undefined> = {}): PdfDict {
  const map = new Map<string, PdfObject>();
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) map.set(key, value);
  return { kind: 'dict', entries: map, duplicates: [] };
}

/** A copy of `dict` with some entries put in, replaced or (with `undefined`) taken out; the order is kept. */
export function withEntries(dict: PdfDict, entries: Record<string, PdfObject | undefined>): PdfDict {
  const map = new Map(dict.entries);
  for (const [key, value] of Object.entries(entries)) {
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }
  return { kind: 'dict', entries: map, duplicates: [] };
}

/** A stream of already encoded `data`; Length is added. */
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
