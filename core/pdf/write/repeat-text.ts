/**
 * Repeats the text that a file has for an existing dictionary or array, except for what was changed in it. An increment
 * must keep the bytes of all that it does not mean to change: a number of ten decimals that is rounded to six is another
 * page box, and a later revision with it breaks the signatures before ([pdf-engine](docs/decisions/pdf-engine.md)).
 */
import { isRegular } from '../read/characters.ts';
import type { PdfDocument } from '../read/document.ts';
import { isArray, isDict, type PdfArray, type PdfDict, type PdfObject } from '../read/objects.ts';
import { arrayParts, dictParts, isBlankGap, isUnchanged } from './text-parts.ts';

/** The text of a dictionary or array as its file has it; undefined if it is not known. */
export type TextSource = (object: PdfDict | PdfArray) => Uint8Array | undefined;

/**
 * The texts of the objects of `document`. Those of an encrypted file are of no use: strings are written decrypted. Throws
 * what `PdfDocument.bytes` throws.
 */
export const textSource =
  (document: PdfDocument): TextSource =>
  ({ held, span }) => {
    if (document.encryption) return undefined;
    if (held) return held.bytes.subarray(held.from, held.to);
    return span && document.bytes(span[0], span[1]);
  };

/** Writes one object. */
type Write = (object: PdfObject) => string;

/** `array` with the text of its file; undefined if it has none that can be repeated. */
export function repeatArray(array: PdfArray, source: TextSource, write: Write): string | undefined {
  const origin = array.origin ?? array;
  const text = source(origin);
  const found = text && arrayParts(text, origin);
  if (!found) return undefined;
  const { parts, tail } = found;
  // What no reader understands belongs to the item before it, which may have got another neighbour.
  const blank = parts.every(({ from, at }) => isBlankGap(text, from, at)) && isBlankGap(text, ...tail);
  if (array.origin && !blank) return undefined;
  const out = joiner('[');
  let next = 0;
  for (const item of array.items) {
    const at = placeOf(item, array, origin, next);
    const isRepeated = at !== undefined && isUnchanged(item, origin.items[at]) && !repeatsKey(item);
    out.add(isRepeated ? latin1Text(text, parts[at]!.from, parts[at]!.end) : write(item));
    if (at !== undefined) next = at + 1;
  }
  out.add(`${latin1Text(text, ...tail)}]`);
  return out.text();
}

/**
 * The index in `origin`, at or after `next`, of what stands there for `item`; undefined for a new item. In an array of
 * the same length each item replaces the one at its place.
 */
function placeOf(item: PdfObject, array: PdfArray, origin: PdfArray, next: number): number | undefined {
  if (array.items.length === origin.items.length) return next;
  for (let at = next; at < origin.items.length; at++) if (isUnchanged(item, origin.items[at])) return at;
  return undefined;
}

/**
 * `dict` with the text of its file; undefined if it has none that can be repeated. A key that the file has twice is
 * written once, with its last value, which is the one that counts here and in most readers: a judge of signatures allows
 * no update with two.
 */
export function repeatDict(
  dict: PdfDict,
  source: TextSource,
  write: Write,
  writeEntry: (key: string, value: PdfObject) => string,
): string | undefined {
  const origin = dict.origin ?? dict;
  const text = source(origin);
  const found = text && dictParts(text, origin);
  if (!found) return undefined;
  const last = new Map(found.parts.map((part, i) => [part.key, i]));
  const out = joiner('<<');
  let sound = true;
  for (const [i, part] of found.parts.entries()) {
    const value = last.get(part.key) === i ? dict.entries.get(part.key) : undefined;
    if (value === undefined) {
      sound = false;
      continue;
    }
    const isRepeated = isUnchanged(value, origin.entries.get(part.key)) && !repeatsKey(value);
    // The text before belongs to the entry before: where that is gone or changed, only white space and comments stay.
    const from = sound || isBlankGap(text, part.from, part.at) ? part.from : part.at;
    out.add(latin1Text(text, from, isRepeated ? part.end : part.value));
    if (!isRepeated) out.add(write(value));
    sound = isRepeated;
  }
  if (sound || isBlankGap(text, ...found.tail)) out.append(latin1Text(text, ...found.tail));
  for (const [key, value] of dict.entries) {
    // An empty name at the end would take the new key for its text.
    if (!last.has(key)) out.append(`${out.last() === '/' ? ' ' : ''}${writeEntry(key, value)}`);
  }
  out.append('>>');
  return out.text();
}

/** Whether a dictionary inside has a key twice, so that its text must not be repeated. */
function repeatsKey(object: PdfObject): boolean {
  if (isArray(object)) return object.items.some(repeatsKey);
  if (!isDict(object)) return false;
  return object.duplicates.length > 0 || [...object.entries.values()].some(repeatsKey);
}

/**
 * Joins texts. Only their ends are looked at: to look at the end of what was joined so far would copy all of it, for each
 * of a hundred thousand items.
 */
function joiner(first: string) {
  const texts = [first];
  let last = first.slice(-1);
  const append = (text: string): void => {
    texts.push(text);
    if (text !== '') last = text.slice(-1);
  };
  return {
    /** Adds a text, after a space where the ends would otherwise be one token. */
    add(text: string): void {
      const open = isRegular(last.charCodeAt(0)) || last === '/';
      append(open && isRegular(text.charCodeAt(0)) ? ` ${text}` : text);
    },
    append,
    last: () => last,
    text: () => texts.join(''),
  };
}

/** The bytes as text, one character per byte. */
function latin1Text(bytes: Uint8Array, from: number, to: number): string {
  let out = '';
  for (let at = from; at < to; at += 8192)
    out += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 8192)));
  return out;
}
