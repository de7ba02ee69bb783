import type { PdfView } from '../read/document.ts';
import {
  isArray,
  isDict,
  isName,
  isStream,
  type PdfDict,
  type PdfObject,
  type PdfStream,
} from '../read/objects.ts';
import { type CMap, parseCMap } from './cmap.ts';
import { embeddedCharacters } from './embedded-cmap.ts';
import { type BaseEncoding, textOfCode, textOfGlyphName } from './glyph-names.ts';
import { predefinedCMap, type ReadCode } from './predefined-cmaps.ts';
import { standardWidth } from './standard-widths.ts';

/** One decoded character code of a shown string. */
export interface CharacterCode {
  /** Undefined if the character is unknown. */
  readonly text: string | undefined;
  /** Advance in units of the font size: to the right, or down in vertical writing. */
  readonly width: number;
  /** Whether word spacing applies: the single byte 32 (9.3.3). */
  readonly isSpace: boolean;
}

/** A font as far as text search needs it. */
export interface FontReader {
  readonly vertical: boolean;
  /** Ascent in units of the font size. */
  readonly ascent: number;
  readonly descent: number;
  read(bytes: Uint8Array): Iterable<CharacterCode>;
}

/**
 * ToUnicode takes precedence over the encoding (9.10.2). A font of an unknown subtype is read as a simple font with one
 * byte per code.
 */
export function fontReader(view: PdfView, font: PdfDict): FontReader {
  const subtype = view.lookup(font, 'Subtype');
  const toUnicode = view.lookup(font, 'ToUnicode');
  const unicode = isStream(toUnicode) ? cmapOf(view, toUnicode) : undefined;
  if (isName(subtype, 'Type0')) return compositeFont(view, font, unicode);
  return simpleFont(view, font, unicode, isName(subtype, 'Type3'));
}

/** Budget charged per byte of a CMap: reading that many bytes takes as long as processing its mappings. */
const COST_OF_CMAP = 40;
/** Cache: the same fonts are used on every page, and many fonts of a hostile file may share one CMap. */
const cmaps = new WeakMap<PdfStream, CMap>();

function cmapOf(view: PdfView, stream: PdfStream): CMap {
  const known = cmaps.get(stream);
  if (known) return known;
  const data = view.decode(stream);
  view.spend(data.length * COST_OF_CMAP);
  const cmap = parseCMap(data);
  cmaps.set(stream, cmap);
  return cmap;
}

function simpleFont(view: PdfView, font: PdfDict, unicode: CMap | undefined, type3: boolean): FontReader {
  const descriptor = view.lookup(font, 'FontDescriptor');
  const base = view.lookup(font, 'BaseFont');
  const name = isName(base) ? base.value : '';
  const texts = encodingOf(view, font, isDict(descriptor) ? descriptor : undefined);
  const first = numberOf(view.lookup(font, 'FirstChar'), 0);
  const widths = view.lookup(font, 'Widths');
  const missing = isDict(descriptor) ? view.lookup(descriptor, 'MissingWidth') : null;
  const matrix = type3 ? view.lookup(font, 'FontMatrix') : null;
  const unit = isArray(matrix) && typeof matrix.items[0] === 'number' ? Math.abs(matrix.items[0]) : 0.001;
  const widthOf = (code: number, text: string): number => {
    const own = isArray(widths) ? view.resolve(widths.items[code - first]) : null;
    if (typeof own === 'number') return own * unit;
    if (typeof missing === 'number' && isArray(widths)) return missing * unit;
    return standardWidth(name, text) / 1000;
  };
  return {
    vertical: false,
    ...heights(view, descriptor),
    *read(bytes) {
      for (const code of bytes) {
        const text = unicode?.text(code, 1) ?? texts(code);
        yield { text, width: widthOf(code, text ?? ''), isSpace: code === 32 };
      }
    },
  };
}

function encodingOf(
  view: PdfView,
  font: PdfDict,
  descriptor: PdfDict | undefined,
): (code: number) => string | undefined {
  const encoding = view.lookup(font, 'Encoding');
  const flags = descriptor ? numberOf(view.lookup(descriptor, 'Flags'), 0) : 0;
  const baseName = isName(encoding)
    ? encoding
    : isDict(encoding)
      ? view.lookup(encoding, 'BaseEncoding')
      : null;
  const base: BaseEncoding =
    isName(baseName, 'MacRomanEncoding') || isName(baseName, 'WinAnsiEncoding')
      ? (baseName.value as BaseEncoding)
      : flags & 4 || isName(view.lookup(font, 'Subtype'), 'TrueType')
        ? 'WinAnsiEncoding'
        : 'StandardEncoding';
  const different = new Map<number, string | undefined>();
  const differences = isDict(encoding) ? view.lookup(encoding, 'Differences') : null;
  if (isArray(differences)) {
    let code = 0;
    for (const item of differences.items.slice(0, 2000)) {
      const value = view.resolve(item);
      if (typeof value === 'number') code = value;
      else if (isName(value)) different.set(code++, textOfGlyphName(value.value));
    }
  }
  return (code) => (different.has(code) ? different.get(code) : textOfCode(code, base));
}

function compositeFont(view: PdfView, font: PdfDict, unicode: CMap | undefined): FontReader {
  const below = view.lookup(font, 'DescendantFonts');
  const first = isArray(below) ? view.resolve(below.items[0]) : null;
  const cidFont = isDict(first) ? first : undefined;
  const encoding = view.lookup(font, 'Encoding');
  const name = isName(encoding) ? encoding.value : '';
  const embedded = isStream(encoding) ? cmapOf(view, encoding) : undefined;
  const wmode = isStream(encoding) ? view.lookup(encoding.dict, 'WMode') : null;
  const vertical = name.endsWith('-V') || wmode === 1;
  const readCode: ReadCode = embedded ? codeReader(embedded) : predefinedCMap(name);
  const widths = cidFont ? cidWidths(view, cidFont) : new Map<number, number>();
  const defaultWidth = cidFont ? numberOf(view.lookup(cidFont, 'DW'), 1000) : 1000;
  const descriptor = cidFont ? view.lookup(cidFont, 'FontDescriptor') : null;
  let embeddedTexts: ((cid: number) => string | undefined) | undefined;
  // Falls back to the characters of the embedded font; loaded lazily.
  const textOfCid = (cid: number): string | undefined => {
    embeddedTexts ??= cidFont ? textsOfEmbedded(view, cidFont, descriptor) : () => undefined;
    return embeddedTexts(cid);
  };
  return {
    vertical,
    ...heights(view, descriptor),
    *read(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const { code, length, cid, text } = readCode(bytes, at);
        at += Math.max(1, length);
        yield {
          text: unicode?.text(code, length) ?? text ?? textOfCid(cid),
          width: vertical ? 1 : (widths.get(cid) ?? defaultWidth) / 1000,
          isSpace: length === 1 && code === 32,
        };
      }
    },
  };
}

/**
 * Maps CIDs to text through the character table of the embedded font (TrueType, and OpenType with glyph numbers as
 * CIDs).
 */
function textsOfEmbedded(
  view: PdfView,
  cidFont: PdfDict,
  descriptor: PdfObject,
): (cid: number) => string | undefined {
  const file = isDict(descriptor) ? view.lookup(descriptor, 'FontFile2') : null;
  if (!isStream(file)) return () => undefined;
  const texts = embeddedCharacters(view.decode(file));
  const map = view.lookup(cidFont, 'CIDToGIDMap');
  if (!isStream(map)) return (cid) => texts.get(cid);
  const glyphs = view.decode(map);
  return (cid) => texts.get(((glyphs[cid * 2] ?? 0) << 8) | (glyphs[cid * 2 + 1] ?? 0));
}

/** Splits codes by the ranges of an embedded CMap; two bytes per code if no range matches. */
function codeReader(cmap: CMap): ReadCode {
  return (bytes, at) => {
    let code = 0;
    for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
      code = code * 256 + bytes[at + length - 1]!;
      const fits = cmap.spaces.some((s) => s.length === length && code >= s.low && code <= s.high);
      if (fits) return { code, length, cid: cmap.cid(code, length) ?? 0, text: undefined };
    }
    const length = Math.min(2, bytes.length - at);
    const two = length === 2 ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!;
    return { code: two, length, cid: cmap.cid(two, length) ?? two, text: undefined };
  };
}

/** The highest CID (Annex C.2), and the maximum number of widths read per font: ranges may overlap repeatedly. */
const MAX_CID = 65_535;
const MAX_WIDTHS = 200_000;

/** /W of a CID font (9.7.4.3). */
function cidWidths(view: PdfView, font: PdfDict): Map<number, number> {
  const out = new Map<number, number>();
  const list = view.lookup(font, 'W');
  if (!isArray(list)) return out;
  const items = list.items.map((item) => view.resolve(item));
  let taken = 0;
  for (let i = 0; i + 1 < items.length; ) {
    const from = items[i];
    const second = items[i + 1];
    if (typeof from !== 'number') break;
    if (isArray(second ?? null)) {
      (second as { items: PdfObject[] }).items.forEach((width, k) => {
        if (typeof width === 'number') out.set(from + k, width);
      });
      i += 2;
      continue;
    }
    const width = items[i + 2];
    if (typeof second !== 'number' || typeof width !== 'number') break;
    const to = Math.min(second, MAX_CID);
    taken += Math.max(0, to - from);
    if (taken > MAX_WIDTHS) break;
    for (let cid = from; cid <= to; cid++) out.set(cid, width);
    i += 3;
  }
  return out;
}

/** Ascent and descent if plausible, else typical values. */
function heights(view: PdfView, descriptor: PdfObject): { ascent: number; descent: number } {
  const ascent = isDict(descriptor) ? numberOf(view.lookup(descriptor, 'Ascent'), 0) / 1000 : 0;
  const descent = isDict(descriptor) ? numberOf(view.lookup(descriptor, 'Descent'), 0) / 1000 : 0;
  return {
    ascent: ascent >= 0.5 && ascent <= 1.2 ? ascent : 0.88,
    descent: descent <= -0.05 && descent >= -0.5 ? descent : -0.12,
  };
}

const numberOf = (object: PdfObject, otherwise: number): number =>
  typeof object === 'number' ? object : otherwise;
