import { isArray, isString, type PdfObject, type PdfString } from '../read/objects.ts';
import { isKeyword, Parser } from '../read/parser.ts';

/** A CMap (9.7.5): the valid byte codes and what they map to: text (ToUnicode) or CIDs (Encoding). */
export interface CMap {
  /** Code ranges by length in bytes. */
  readonly spaces: readonly { readonly length: number; readonly low: number; readonly high: number }[];
  text(code: number, length: number): string | undefined;
  cid(code: number, length: number): number | undefined;
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly value: number | string;
}

/** Maximum number of mappings; the rest of a CMap is ignored. */
const MAX_ENTRIES = 100_000;
/** Maximum number of code ranges, which are searched for each character. */
const MAX_SPACES = 256;
/** Maximum length in bytes of a mapped text: the longest existing ligature has 18 characters. */
const MAX_TARGET = 128;
const UTF16 = new TextDecoder('utf-16be');

/**
 * Parses a decoded CMap stream; malformed parts and those past the limits are omitted, `usecmap` is not followed.
 * Throws DOCUMENT_TOO_COMPLEX only for too deep nesting.
 */
export function parseCMap(data: Uint8Array): CMap {
  const parser = new Parser(data, 0, undefined, false);
  const spaces: { length: number; low: number; high: number }[] = [];
  const chars = new Map<number, string | number>();
  const ranges: Range[] = [];
  let operands: PdfObject[] = [];
  let entries = 0;
  for (;;) {
    const token = parser.next();
    if (!isKeyword(token)) {
      if (operands.length < 4 * MAX_ENTRIES) operands.push(token);
      continue;
    }
    if (token.value === '') break;
    if (entries < MAX_ENTRIES) {
      if (token.value === 'endcodespacerange') {
        for (const [low, high] of groups(operands, 2)) {
          if (!isString(low) || !isString(high) || spaces.length >= MAX_SPACES) continue;
          spaces.push({ length: low.bytes.length, low: codeOf(low), high: codeOf(high) });
        }
      } else if (token.value === 'endbfchar' || token.value === 'endcidchar') {
        for (const [code, value] of groups(operands, 2)) {
          if (isString(code)) put(chars, code, targetOf(value));
          entries++;
        }
      } else if (token.value === 'endbfrange' || token.value === 'endcidrange') {
        for (const [low, high, value] of groups(operands, 3)) {
          if (!isString(low) || !isString(high)) continue;
          entries++;
          const from = codeOf(low);
          if (isArray(value ?? null)) {
            const { items } = value as { items: PdfObject[] };
            for (let i = 0; i < Math.min(items.length, codeOf(high) - from + 1, 65_536); i++, entries++) {
              const text = targetOf(items[i]);
              if (text !== undefined) chars.set(key(from + i, low.bytes.length), text);
            }
            continue;
          }
          const start = targetOf(value);
          if (start === undefined) continue;
          ranges.push({
            low: key(from, low.bytes.length),
            high: key(codeOf(high), low.bytes.length),
            value: start,
          });
        }
      }
    }
    operands = [];
  }
  ranges.sort((a, b) => a.low - b.low);
  const find = (code: number, length: number): string | number | undefined => {
    const wanted = key(code, length);
    const single = chars.get(wanted);
    if (single !== undefined) return single;
    let low = 0;
    let high = ranges.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = ranges[middle]!;
      if (wanted < range.low) high = middle - 1;
      else if (wanted > range.high) low = middle + 1;
      else
        return typeof range.value === 'number'
          ? range.value + wanted - range.low
          : shifted(range.value, wanted - range.low);
    }
    return undefined;
  };
  return {
    spaces,
    text(code, length) {
      const found = find(code, length);
      return typeof found === 'string' ? found : undefined;
    },
    cid(code, length) {
      const found = find(code, length);
      return typeof found === 'number' ? found : undefined;
    },
  };
}

/** Combines a code and its length into one number. */
const key = (code: number, length: number): number => length * 2 ** 32 + code;

function put(chars: Map<number, string | number>, code: PdfString, value: string | number | undefined): void {
  if (value !== undefined) chars.set(key(codeOf(code), code.bytes.length), value);
}

function codeOf(string: PdfString): number {
  let code = 0;
  for (const b of string.bytes.subarray(0, 4)) code = code * 256 + b;
  return code;
}

function targetOf(object: PdfObject | undefined): string | number | undefined {
  if (typeof object === 'number') return object;
  return isString(object) ? UTF16.decode(object.bytes.subarray(0, MAX_TARGET)) : undefined;
}

/** The text of a range's start with its last character incremented by `by`. */
function shifted(text: string, by: number): string {
  const points = Array.from(text, (c) => c.codePointAt(0)!);
  const last = points.pop();
  if (last === undefined || last + by > 0x10ffff) return '';
  return String.fromCodePoint(...points, last + by);
}

function groups<T>(list: readonly T[], size: number): T[][] {
  const out: T[][] = [];
  // The operands may begin with a count ("2 beginbfchar" ends at the keyword, so usually they do not).
  for (let i = list.length % size; i + size <= list.length; i += size) out.push(list.slice(i, i + size));
  return out;
}
