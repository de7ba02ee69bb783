import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { CLASS, HEX_VALUE, isDigit, isRegular } from './characters.ts';
import {
  type PdfArray,
  type PdfDict,
  type PdfName,
  type PdfObject,
  type PdfString,
  pdfName,
  pdfRef,
  type SourceText,
} from './objects.ts';
import { undoEscapes } from './undo-escapes.ts';

/**
 * A token that is not an object: `obj`, `stream`, `R`, an operator of a content stream. An empty value marks the end.
 */
export interface Keyword {
  readonly kind: 'keyword';
  readonly value: string;
}

export type Token = PdfObject | Keyword;

/** Maximum nesting depth; real files stay far below. */
const MAX_DEPTH = 200;

const END: Keyword = { kind: 'keyword', value: '' };
const END_ARRAY: Keyword = { kind: 'keyword', value: ']' };
const END_DICT: Keyword = { kind: 'keyword', value: '>>' };
const keywords = new Map<string, Keyword>();

/** Whether the token is a keyword, with the text `value` if given. The end of input is the keyword ''. */
export const isKeyword = (token: Token, value?: string): token is Keyword =>
  typeof token === 'object' &&
  token !== null &&
  token.kind === 'keyword' &&
  (value === undefined || token.value === value);

/**
 * Parses PDF syntax from `bytes`. `base` is the file offset of bytes[0], for spans; without it objects get none. 'held'
 * says that `bytes` stay in memory, and that dictionaries and arrays may name their place in them.
 * Tolerant like other readers: malformed input becomes a keyword or null; only too deep nesting throws.
 */
export class Parser {
  pos: number;
  /** Whether parsing reached the end of `bytes`, so that the result might differ with more bytes. */
  touchedEnd = false;
  readonly bytes: Uint8Array;
  readonly #base: number | 'held' | undefined;
  readonly #references: boolean;
  #depth = 0;

  constructor(bytes: Uint8Array, pos = 0, base?: number | 'held', references = true) {
    this.bytes = bytes;
    this.pos = pos;
    this.#base = base;
    this.#references = references;
  }

  /** Skips white space and comments (7.2.3, 7.2.4). */
  skipWhite(): void {
    const { bytes } = this;
    let p = this.pos;
    for (; p < bytes.length; p++) {
      const c = bytes[p]!;
      if (c === 0x25) {
        while (p < bytes.length && bytes[p] !== 10 && bytes[p] !== 13) p++;
        if (p >= bytes.length) break;
      } else if (CLASS[c] !== 1) break;
    }
    if (p >= bytes.length) this.touchedEnd = true;
    this.pos = p;
  }

  /** The next object, or a keyword if there is none. References (`12 0 R`) are one token. */
  next(): Token {
    this.skipWhite();
    const { bytes } = this;
    if (this.pos >= bytes.length) return END;
    const c = bytes[this.pos]!;
    if ((c >= 48 && c <= 57) || c === 43 || c === 45 || c === 46) return this.#number();
    switch (c) {
      case 0x2f:
        return this.#name();
      case 0x28:
        return this.#literal();
      case 0x3c:
        return bytes[this.pos + 1] === 0x3c ? this.#dict() : this.#hex();
      case 0x5b:
        return this.#array();
      case 0x5d:
        this.pos++;
        return END_ARRAY;
      case 0x3e:
        if (bytes[this.pos + 1] === 0x3e) {
          this.pos += 2;
          return END_DICT;
        }
        this.pos++;
        return { kind: 'keyword', value: '>' };
      case 0x29:
      case 0x7b:
      case 0x7d:
        this.pos++;
        return { kind: 'keyword', value: String.fromCharCode(c) };
    }
    return this.#word();
  }

  /** The next object; null if there is a keyword instead. */
  object(): PdfObject {
    const token = this.next();
    return isKeyword(token) ? null : token;
  }

  /** A non-negative integer at the current position; undefined if there is none (skips only white space then). */
  integer(): number | undefined {
    this.skipWhite();
    const from = this.pos;
    let value = 0;
    while (isDigit(this.bytes[this.pos]) && this.pos - from < 16)
      value = value * 10 + this.bytes[this.pos++]! - 48;
    if (this.pos >= this.bytes.length) this.touchedEnd = true;
    return this.pos === from ? undefined : value;
  }

  /** Consumes `word` if it is next. */
  take(word: string): boolean {
    this.skipWhite();
    const end = this.pos + word.length;
    if (end > this.bytes.length) {
      this.touchedEnd = true;
      return false;
    }
    for (let i = 0; i < word.length; i++) if (this.bytes[this.pos + i] !== word.charCodeAt(i)) return false;
    this.pos = end;
    return true;
  }

  #span(from: number): { span?: readonly [number, number] } {
    return typeof this.#base === 'number' ? { span: [this.#base + from, this.#base + this.pos] } : {};
  }

  #place(from: number): { span?: readonly [number, number]; held?: SourceText } {
    return this.#base === 'held' ? { held: { bytes: this.bytes, from, to: this.pos } } : this.#span(from);
  }

  #word(): Token {
    const { bytes } = this;
    const from = this.pos;
    let p = from;
    while (p < bytes.length && CLASS[bytes[p]!] === 0) p++;
    if (p >= bytes.length) this.touchedEnd = true;
    this.pos = p;
    let word = '';
    for (let i = from; i < Math.min(p, from + 128); i++) word += String.fromCharCode(bytes[i]!);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    const known = keywords.get(word);
    if (known) return known;
    const made: Keyword = { kind: 'keyword', value: word };
    if (word.length < 12 && keywords.size < 1024) keywords.set(word, made);
    return made;
  }

  #number(): Token {
    const { bytes } = this;
    const from = this.pos;
    let p = from;
    let negative = false;
    while (bytes[p] === 45 || bytes[p] === 43) negative = bytes[p++] === 45 || negative;
    let value = 0;
    let digits = 0;
    for (; isDigit(bytes[p]); p++, digits++) value = value * 10 + bytes[p]! - 48;
    const isInteger = bytes[p] !== 46;
    if (!isInteger) {
      let scale = 0.1;
      for (p++; isDigit(bytes[p]) || bytes[p] === 45; p++, digits++) {
        if (bytes[p] === 45) continue;
        value += (bytes[p]! - 48) * scale;
        scale /= 10;
      }
      if (p - from < 18) {
        const exact = Number(String.fromCharCode(...bytes.subarray(from, p)).replace(/^[+-]+/, ''));
        if (!Number.isNaN(exact)) value = exact;
      }
    }
    if (p >= bytes.length) this.touchedEnd = true;
    this.pos = p;
    if (digits === 0 && CLASS[bytes[p] ?? 32] === 0) return this.#word();
    if (negative) return -value;
    if (isInteger && this.#references && p - from <= 10 && bytes[from] !== 43) {
      const reference = this.#reference(value);
      if (reference) return reference;
    }
    return value;
  }

  /** After `num`: consumes "gen R" if it follows, and returns the reference. */
  #reference(num: number): PdfObject | undefined {
    const { bytes } = this;
    let p = this.pos;
    if (p >= bytes.length || CLASS[bytes[p]!] !== 1) return undefined;
    while (p < bytes.length && CLASS[bytes[p]!] === 1) p++;
    let gen = 0;
    const genFrom = p;
    while (isDigit(bytes[p]) && p - genFrom < 6) gen = gen * 10 + bytes[p++]! - 48;
    if (p === genFrom) {
      if (p >= bytes.length) this.touchedEnd = true;
      return undefined;
    }
    const space = p;
    while (p < bytes.length && CLASS[bytes[p]!] === 1) p++;
    if (p >= bytes.length) this.touchedEnd = true;
    if (p === space || bytes[p] !== 0x52 || isRegular(bytes[p + 1])) return undefined;
    if (p + 1 >= bytes.length) this.touchedEnd = true;
    this.pos = p + 1;
    return pdfRef(num, gen);
  }

  #name(): PdfName {
    const { bytes } = this;
    let p = this.pos + 1;
    let value = '';
    for (; p < bytes.length && CLASS[bytes[p]!] === 0; p++) {
      let c = bytes[p]!;
      if (c === 0x23) {
        const high = HEX_VALUE[bytes[p + 1] ?? 0]!;
        const low = HEX_VALUE[bytes[p + 2] ?? 0]!;
        if (high >= 0 && low >= 0) {
          c = high * 16 + low;
          p += 2;
        }
      }
      value += String.fromCharCode(c);
    }
    if (p >= bytes.length) this.touchedEnd = true;
    this.pos = p;
    return pdfName(value);
  }

  #literal(): PdfString {
    const { bytes } = this;
    const from = this.pos;
    let p = from + 1;
    let depth = 1;
    let escaped = false;
    const begin = p;
    for (; p < bytes.length; p++) {
      const c = bytes[p];
      if (c === 0x5c) {
        escaped = true;
        p++;
      } else if (c === 13) escaped = true;
      else if (c === 0x28) depth++;
      else if (c === 0x29 && --depth === 0) break;
    }
    if (p >= bytes.length) this.touchedEnd = true;
    const end = Math.min(p, bytes.length);
    this.pos = Math.min(p + 1, bytes.length);
    const raw = bytes.subarray(begin, end);
    return {
      kind: 'string',
      bytes: escaped ? undoEscapes(raw) : (raw.slice() as Bytes),
      hex: false,
      ...this.#span(from),
    };
  }

  #hex(): PdfString {
    const { bytes } = this;
    const from = this.pos;
    let p = from + 1;
    while (p < bytes.length && bytes[p] !== 0x3e) p++;
    if (p >= bytes.length) this.touchedEnd = true;
    const out = new Uint8Array((p - from) >> 1);
    let digits = 0;
    for (let i = from + 1; i < p; i++) {
      const v = HEX_VALUE[bytes[i]!]!;
      if (v < 0) continue;
      out[digits >> 1]! |= digits & 1 ? v : v << 4;
      digits++;
    }
    this.pos = Math.min(p + 1, bytes.length);
    return { kind: 'string', bytes: out.slice(0, (digits + 1) >> 1), hex: true, ...this.#span(from) };
  }

  #enter(): void {
    if (++this.#depth > MAX_DEPTH) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'nesting' });
  }

  #array(): PdfArray {
    const from = this.pos++;
    this.#enter();
    const items: PdfObject[] = [];
    for (;;) {
      const before = this.pos;
      const token = this.next();
      if (!isKeyword(token)) {
        items.push(token);
        continue;
      }
      if (token === END_ARRAY || token === END) break;
      // The closing bracket is missing: leave the end of the object or of the enclosing dictionary to the caller.
      if (token === END_DICT || token.value === 'endobj' || token.value === 'stream') {
        this.pos = before;
        break;
      }
    }
    this.#depth--;
    return { kind: 'array', items, ...this.#place(from) };
  }

  #dict(): PdfDict {
    const from = this.pos;
    this.pos += 2;
    this.#enter();
    const entries = new Map<string, PdfObject>();
    let duplicates: string[] | undefined;
    for (;;) {
      const before = this.pos;
      const key = this.next();
      if (isKeyword(key)) {
        if (key === END_DICT || key === END) break;
        if (key.value === 'endobj' || key.value === 'stream') {
          this.pos = before;
          break;
        }
        continue;
      }
      if (typeof key !== 'object' || key === null || key.kind !== 'name') continue;
      const valueAt = this.pos;
      const value = this.next();
      if (isKeyword(value)) {
        if (value === END_DICT || value === END || value.value === 'endobj' || value.value === 'stream') {
          this.pos = valueAt;
          entries.set(key.value, null);
        }
        continue;
      }
      if (entries.has(key.value)) {
        duplicates ??= [];
        duplicates.push(key.value);
      }
      entries.set(key.value, value);
    }
    this.#depth--;
    return { kind: 'dict', entries, duplicates: duplicates ?? NONE, ...this.#place(from) };
  }
}

const NONE: readonly string[] = [];
