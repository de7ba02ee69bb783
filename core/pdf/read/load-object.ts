import type { Budget } from './budget.ts';
import type { ByteStore } from './byte-store.ts';
import { findBytes, matchesAt } from './find-bytes.ts';
import { isDict, type PdfDict, type PdfObject, type PdfRef, type PdfStream, pdfRef } from './objects.ts';
import { Parser } from './parser.ts';

export interface LoadedObject {
  readonly object: PdfObject;
  readonly num: number;
  readonly gen: number;
  /** Absolute offset after `endobj` (after the object if that is missing). */
  readonly end: number;
}

/** Runs `read` on a parser at an absolute offset, enlarging the window until it suffices. */
export function parseAt<T>(store: ByteStore, budget: Budget, offset: number, read: (parser: Parser) => T): T {
  let size = store.whole ? store.length : 4096;
  for (;;) {
    const window = store.range(offset, offset + size);
    const parser = new Parser(window, 0, offset);
    const result = read(parser);
    budget.look(parser.pos + 16);
    if (!parser.touchedEnd || offset + window.length >= store.length) return result;
    size *= 2;
  }
}

/**
 * The indirect object `num gen obj` at an absolute offset; undefined if there is none. `lengthOf` resolves the /Length
 * of a stream; if it is wrong, the end is found by searching for `endstream`.
 */
export function loadObjectAt(
  store: ByteStore,
  budget: Budget,
  offset: number,
  lengthOf: (dict: PdfDict) => PdfObject,
): LoadedObject | undefined {
  if (!(offset >= 0 && offset < store.length)) return undefined;
  const head = parseAt(store, budget, offset, (parser) => {
    const num = parser.integer();
    const gen = parser.integer();
    if (num === undefined || gen === undefined || !parser.take('obj')) return undefined;
    const object = parser.object();
    const afterObject = offset + parser.pos;
    if (isDict(object) && parser.take('stream')) {
      let data = parser.pos;
      if (parser.bytes[data] === 13) data++;
      if (parser.bytes[data] === 10) data++;
      return { num, gen, object, stream: offset + data, end: afterObject };
    }
    const end = parser.take('endobj') ? offset + parser.pos : afterObject;
    return { num, gen, object, stream: undefined, end };
  });
  if (!head) return undefined;
  const { num, gen, object } = head;
  if (head.stream === undefined || !isDict(object)) return { object, num, gen, end: head.end };
  const raw = streamRange(store, budget, head.stream, lengthOf(object));
  const after = parseAt(store, budget, raw[1], (parser) => {
    parser.take('endstream');
    parser.take('endobj');
    return raw[1] + parser.pos;
  });
  const owner: PdfRef = pdfRef(num, gen);
  const stream: PdfStream = {
    kind: 'stream',
    dict: object,
    raw,
    owner,
    span: [object.span?.[0] ?? offset, after],
  };
  return { object: stream, num, gen, end: after };
}

function streamRange(
  store: ByteStore,
  budget: Budget,
  from: number,
  length: PdfObject,
): readonly [number, number] {
  if (
    typeof length === 'number' &&
    length >= 0 &&
    Number.isInteger(length) &&
    from + length <= store.length
  ) {
    const tail = store.range(from + length, from + length + 16);
    let at = 0;
    while (tail[at] === 10 || tail[at] === 13 || tail[at] === 32) at++;
    if (matchesAt(tail, 'endstream', at)) return [from, from + length];
  }
  const step = 1 << 20;
  for (let at = from; at < store.length; at += step) {
    const window = store.range(at, at + step + 16);
    budget.look(window.length);
    let found = findBytes(window, 'endstream');
    if (found < 0) found = findBytes(window, 'endobj');
    if (found < 0) continue;
    let end = at + found;
    const before = store.range(Math.max(from, end - 2), end);
    if (before[before.length - 1] === 10) end -= before[before.length - 2] === 13 ? 2 : 1;
    else if (before[before.length - 1] === 13) end -= 1;
    return [from, Math.max(from, end)];
  }
  return [from, store.length];
}
