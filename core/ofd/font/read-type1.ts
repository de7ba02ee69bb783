import { AppError } from '#core/errors.ts';
import type { FontProgram, OutlineSink } from './outline.ts';
import { runType1CharString } from './run-type1-charstring.ts';
import { glyphNames, standardName } from './type1-names.ts';

/** Keys of Adobe's encryption (Type 1 Font Format, clause 7). */
const EEXEC_KEY = 55665;
const CHARSTRING_KEY = 4330;

const MOST_GLYPHS = 65_535;
/** Maximum number of bytes of a charstring; a longer one is not a glyph. */
const MOST_CHARSTRING = 65_535;
/** Largest distance from a name to its value, characters. */
const NEAR = 400;

/** Whether a font is Type 1: PFB begins with a segment header, PFA with `%!`. */
export function isType1(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x80 && bytes[1] === 1) || (bytes[0] === 0x25 && bytes[1] === 0x21);
}

/**
 * Reads a Type 1 font (Adobe, 1990), PFA or PFB: its outlines by their order in CharStrings (the missing glyph first,
 * as FreeType counts them), and by character through glyph names or the font's own encoding. Throws DOCUMENT_BROKEN if
 * it has no glyphs.
 */
export function readType1(bytes: Uint8Array): FontProgram {
  const { clear, hidden } = splitParts(bytes);
  const text = latin1(clear);
  const secret = latin1(hidden);
  const skip = numberAfter(secret, '/lenIV') ?? 4;
  const chars = entriesAfter(
    hidden,
    secret,
    '/CharStrings',
    /\/([^\s/{}[\]()<>%]+)\s+(\d+)\s+(?:RD|-\||\S+) /y,
  );
  if (chars.length === 0) throw new AppError('DOCUMENT_BROKEN', { reason: 'Type 1 font without glyphs' });
  // The missing glyph comes first, as in other readers.
  const missing = chars.findIndex(({ name }) => name === '.notdef');
  if (missing > 0) [chars[0], chars[missing]] = [chars[missing]!, chars[0]!];
  const subrs = new Map(
    entriesAfter(hidden, secret, '/Subrs', /dup\s+(\d+)\s+(\d+)\s+(?:RD|-\||\S+) /y).map(({ name, code }) => [
      Number(name),
      code,
    ]),
  );
  const indexOf = new Map(chars.map(({ name }, i) => [name, i]));
  const encoding = readEncoding(text);
  const codeOf = (code: Uint8Array | undefined) => code && decrypt(code, CHARSTRING_KEY, skip);
  const subroutine = (index: number) => codeOf(subrs.get(index));
  const byStandardCode = (code: number) => codeOf(chars[indexOf.get(standardName(code) ?? '') ?? -1]?.code);
  const widths = new Map<number, number | undefined>();
  const run = (glyph: number, sink: OutlineSink): { ok: boolean; width: number | undefined } => {
    const code = codeOf(chars[glyph]?.code);
    if (!code) return { ok: false, width: undefined };
    return runType1CharString(code, sink, { subroutine, byStandardCode });
  };

  return {
    unitsPerEm: unitsPerEm(text),
    weight: /\/Weight\s*\((?:[^)]*)(?:Bold|Black|Heavy)/i.test(text) ? 700 : 400,
    glyphCount: chars.length,
    glyphOf(codePoint) {
      for (const name of glyphNames(codePoint)) {
        const glyph = indexOf.get(name);
        if (glyph !== undefined) return glyph;
      }
      return indexOf.get(encoding.get(codePoint) ?? '') ?? 0;
    },
    advance(glyph) {
      if (!widths.has(glyph)) widths.set(glyph, run(glyph, NOWHERE).width);
      return widths.get(glyph);
    },
    draw: (glyph, sink) => run(glyph, sink).ok,
  };
}

const NOWHERE: OutlineSink = { moveTo() {}, lineTo() {}, quadTo() {}, curveTo() {}, close() {} };

/** The text before `eexec` and the decrypted part after it. */
function splitParts(bytes: Uint8Array): { clear: Uint8Array; hidden: Uint8Array } {
  const program = bytes[0] === 0x80 ? joinSegments(bytes) : bytes;
  const at = indexOfText(program, 'eexec');
  if (at < 0) throw new AppError('DOCUMENT_BROKEN', { reason: 'Type 1 font without eexec' });
  let start = at + 5;
  while (start < program.length && [0x20, 0x0a, 0x0d, 0x09].includes(program[start]!)) start++;
  const rest = program.subarray(start);
  const isText = [0, 1, 2, 3].every((i) => isHex(rest[i]));
  return { clear: program.subarray(0, at), hidden: decrypt(isText ? fromHexText(rest) : rest, EEXEC_KEY, 4) };
}

/** PFB: segments of 0x80, a kind (1 text, 2 binary, 3 the end) and a length. */
function joinSegments(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at + 6 <= bytes.length && bytes[at] === 0x80 && bytes[at + 1] !== 3; ) {
    const end = Math.min(bytes.length, at + 6 + view.getUint32(at + 2, true));
    out.set(bytes.subarray(at + 6, end), length);
    length += end - at - 6;
    at = end;
  }
  return out.subarray(0, length);
}

const isHex = (byte: number | undefined) =>
  byte !== undefined &&
  ((byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102));

function fromHexText(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length >> 1);
  let length = 0;
  let high = -1;
  for (const byte of bytes) {
    if (!isHex(byte)) continue;
    const digit = byte <= 57 ? byte - 48 : (byte | 32) - 87;
    if (high < 0) high = digit;
    else {
      out[length++] = (high << 4) | digit;
      high = -1;
    }
  }
  return out.subarray(0, length);
}

function decrypt(bytes: Uint8Array, key: number, skip: number): Uint8Array {
  // A negative lenIV means that charstrings are not encrypted.
  if (skip < 0) return bytes;
  const out = new Uint8Array(bytes.length);
  let r = key;
  for (let i = 0; i < bytes.length; i++) {
    out[i] = bytes[i]! ^ (r >> 8);
    r = ((bytes[i]! + r) * 52845 + 22719) & 0xffff;
  }
  return out.subarray(skip);
}

/** One character per byte, so that positions in the text are positions in the bytes. */
function latin1(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += 8192)
    out += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return out;
}

function indexOfText(bytes: Uint8Array, text: string): number {
  for (let at = 0; at + text.length <= bytes.length; at++) {
    let i = 0;
    while (i < text.length && bytes[at + i] === text.charCodeAt(i)) i++;
    if (i === text.length) return at;
  }
  return -1;
}

function numberAfter(text: string, name: string): number | undefined {
  const at = text.indexOf(name);
  const found = at < 0 ? null : /^\s+(-?\d+)/.exec(text.slice(at + name.length, at + name.length + 20));
  return found ? Number(found[1]) : undefined;
}

/** Entries `name length RD bytes` of the dictionary or array called `name`; `entry` matches up to the bytes. */
function entriesAfter(
  bytes: Uint8Array,
  text: string,
  name: string,
  entry: RegExp,
): { name: string; code: Uint8Array }[] {
  const found: { name: string; code: Uint8Array }[] = [];
  const first = entry.source.startsWith('dup') ? 'dup' : '/';
  // Synthetic fonts name their dictionaries twice; the one with entries counts.
  for (let at = text.indexOf(name); at >= 0 && found.length === 0; at = text.indexOf(name, at + 1)) {
    let next = at + name.length;
    while (found.length < MOST_GLYPHS) {
      const start = text.indexOf(first, next);
      if (start < 0 || start > next + NEAR) break;
      entry.lastIndex = start;
      const match = entry.exec(text);
      const length = Number(match?.[2]);
      if (!match || !(length <= MOST_CHARSTRING)) {
        if (first === 'dup' || found.length > 0) break;
        next = start + 1;
        continue;
      }
      const from = entry.lastIndex;
      found.push({ name: match[1]!, code: bytes.subarray(from, from + length) });
      next = from + length;
    }
  }
  return found;
}

/** Codes of the font's own encoding; empty for StandardEncoding, where glyph names identify the characters. */
function readEncoding(text: string): Map<number, string> {
  const names = new Map<number, string>();
  const at = text.indexOf('/Encoding');
  if (at < 0) return names;
  const part = text.slice(at, at + 20_000);
  for (const [, code, name] of part.matchAll(/dup\s+(\d{1,3})\s*\/([^\s/]+)\s+put/g))
    names.set(Number(code), name!);
  return names;
}

function unitsPerEm(text: string): number {
  const at = text.indexOf('/FontMatrix');
  const scale = at < 0 ? Number.NaN : Number.parseFloat(text.slice(at + 11, at + 60).replace(/^[\s[]+/, ''));
  return scale > 0 && scale <= 1 ? Math.max(1, Math.round(1 / scale)) : 1000;
}
