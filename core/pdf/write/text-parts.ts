/** Where in the text of a dictionary or an array its entries or items stand, so that they can be repeated verbatim. */
import { isName, isRef, type PdfArray, type PdfDict, type PdfObject } from '../read/objects.ts';
import { isKeyword, Parser } from '../read/parser.ts';

/** An item of an array, or a key with its value. Offsets in the text. */
export interface TextPart {
  /** '' in an array. */
  readonly key: string;
  /** End of the part before, where white space, comments and what no reader understands begin. */
  readonly from: number;
  /** Start of the key, or of the item. */
  readonly at: number;
  /** Start of the value. */
  readonly value: number;
  readonly end: number;
}

export interface TextParts {
  readonly parts: readonly TextPart[];
  /** The text between the last part and the closing bracket. */
  readonly tail: readonly [from: number, to: number];
}

/** Equal as far as it can be told without looking into strings, arrays and dictionaries. */
function alike(a: PdfObject, b: PdfObject | undefined): boolean {
  if (typeof a !== 'object' || a === null) return Object.is(a, b);
  if (typeof b !== 'object' || b === null || a.kind !== b.kind) return false;
  if (isName(a)) return isName(b, a.value);
  return isRef(a) ? isRef(b) && a.num === b.num && a.gen === b.gen : true;
}

/** Whether `b` is what the file had: the same object, or one that has no inside and is equal. */
export const isUnchanged = (a: PdfObject, b: PdfObject | undefined): boolean =>
  a === b || (alike(a, b) && (typeof a !== 'object' || a === null || a.kind === 'name' || a.kind === 'ref'));

/**
 * The entries of `dict` in its text, in which a key may occur twice. Undefined if the text is malformed, or is not that
 * of `dict`: then it has to be written anew.
 */
export function dictParts(text: Uint8Array, dict: PdfDict): TextParts | undefined {
  const parser = new Parser(text, 2);
  const parts: TextPart[] = [];
  const values = new Map<string, PdfObject>();
  for (let from = 2; ; ) {
    parser.skipWhite();
    const at = parser.pos;
    const key = parser.next();
    if (isKeyword(key)) {
      if (key.value === '>>') return closed(text, dict, values, { parts, tail: [from, at] }, parser.pos);
      if (key.value === '' || key.value === 'endobj' || key.value === 'stream') return undefined;
      // For instance what is left of a number with an exponent.
      continue;
    }
    if (!isName(key)) return undefined;
    parser.skipWhite();
    const value = parser.pos;
    const object = parser.next();
    if (isKeyword(object)) return undefined;
    parts.push({ key: key.value, from, at, value, end: parser.pos });
    values.set(key.value, object);
    from = parser.pos;
  }
}

function closed(
  text: Uint8Array,
  dict: PdfDict,
  values: ReadonlyMap<string, PdfObject>,
  found: TextParts,
  end: number,
): TextParts | undefined {
  if (end !== text.length || values.size !== dict.entries.size) return undefined;
  for (const [key, value] of values) if (!alike(value, dict.entries.get(key))) return undefined;
  return found;
}

/** The items of `array` in its text; undefined like `dictParts`. */
export function arrayParts(text: Uint8Array, array: PdfArray): TextParts | undefined {
  const parser = new Parser(text, 1);
  const parts: TextPart[] = [];
  for (let from = 1; ; ) {
    parser.skipWhite();
    const at = parser.pos;
    const item = parser.next();
    if (isKeyword(item)) {
      if (item.value === ']') {
        const complete = parser.pos === text.length && parts.length === array.items.length;
        return complete ? { parts, tail: [from, at] } : undefined;
      }
      if (item.value === '' || item.value === '>>' || item.value === 'endobj' || item.value === 'stream')
        return undefined;
      continue;
    }
    if (!alike(item, array.items[parts.length])) return undefined;
    parts.push({ key: '', from, at, value: at, end: parser.pos });
    from = parser.pos;
  }
}

/** Whether the text between two parts is only white space and comments, which can stand anywhere. */
export function isBlankGap(text: Uint8Array, from: number, to: number): boolean {
  const parser = new Parser(text, from);
  parser.skipWhite();
  return parser.pos >= to;
}
