import type { Bytes } from '#core/bytes.ts';
import { isName, type PdfObject, type PdfStream } from './objects.ts';
import { Parser } from './parser.ts';

/** A decoded object stream (7.5.7); its objects are parsed on demand. */
export interface ObjectStream {
  /** Object numbers in the order of the stream. */
  readonly numbers: readonly number[];
  /** The object at `index` if its number is `num`, else the one with that number, else undefined. */
  object(index: number, num: number): PdfObject | undefined;
}

/** Undefined if `stream` is not an object stream. `data` is its decoded content. */
export function openObjectStream(stream: PdfStream, data: Bytes): ObjectStream | undefined {
  const { entries } = stream.dict;
  const first = entries.get('First');
  const count = entries.get('N');
  if (!isName(entries.get('Type'), 'ObjStm') || typeof first !== 'number' || typeof count !== 'number')
    return undefined;
  const head = new Parser(data.subarray(0, Math.max(0, first)));
  const numbers: number[] = [];
  const offsets: number[] = [];
  for (let i = 0; i < count; i++) {
    const num = head.integer();
    const offset = head.integer();
    if (num === undefined || offset === undefined) break;
    numbers.push(num);
    offsets.push(first + offset);
  }
  const made = new Map<number, PdfObject>();
  return {
    numbers,
    object(index, num) {
      const at = numbers[index] === num ? index : numbers.indexOf(num);
      if (at < 0) return undefined;
      const known = made.get(at);
      if (known !== undefined) return known;
      const object = new Parser(data, offsets[at]!, 'held').object();
      made.set(at, object);
      return object;
    },
  };
}
