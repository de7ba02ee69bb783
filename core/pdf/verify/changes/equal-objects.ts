/** Compares two objects by value, regardless of notation. References are equal if they refer to the same object. */
import { sameBytes } from '#core/bytes.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
} from '../../read/objects.ts';

/** Returns the stored bytes of a stream; each side of a comparison has its own. */
export type EncodedBytes = (stream: Extract<PdfObject, { kind: 'stream' }>) => Uint8Array;

const DEEPEST = 200;

/** Compares two objects without following references. Streams are compared by their stored bytes. */
export function equalObjects(
  a: PdfObject | undefined,
  b: PdfObject | undefined,
  encodedA: EncodedBytes,
  encodedB: EncodedBytes = encodedA,
  depth = 0,
): boolean {
  if (a === b) return true;
  if (depth > DEEPEST) return false;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isName(a)) return isName(b, a.value);
  if (isRef(a)) return isRef(b) && a.num === b.num && a.gen === b.gen;
  if (isString(a)) return isString(b) && sameBytes(a.bytes, b.bytes);
  if (isArray(a)) {
    return (
      isArray(b) &&
      a.items.length === b.items.length &&
      a.items.every((item, i) => equalObjects(item, b.items[i], encodedA, encodedB, depth + 1))
    );
  }
  if (isDict(a)) return isDict(b) && differingKeys(a, b, encodedA, encodedB, depth).length === 0;
  if (isStream(a)) {
    if (!isStream(b) || differingKeys(a.dict, b.dict, encodedA, encodedB, depth, lengthOnly).length > 0)
      return false;
    return sameBytes(encodedA(a), encodedB(b));
  }
  return false;
}

const lengthOnly: ReadonlySet<string> = new Set(['Length']);
const nothing: ReadonlySet<string> = new Set();

/** Keys that are missing on one side or differ in value, except those in `ignored`. */
export function differingKeys(
  a: PdfDict,
  b: PdfDict,
  encodedA: EncodedBytes,
  encodedB: EncodedBytes = encodedA,
  depth = 0,
  ignored: ReadonlySet<string> = nothing,
): string[] {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  const out: string[] = [];
  for (const key of keys) {
    if (ignored.has(key)) continue;
    const [left, right] = [a.entries.get(key) ?? null, b.entries.get(key) ?? null];
    if (!equalObjects(left, right, encodedA, encodedB, depth + 1)) out.push(key);
  }
  return a.duplicates.length === b.duplicates.length ? out : [...out, ...b.duplicates];
}
