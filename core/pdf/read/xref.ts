import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { isDigit } from './characters.ts';
import type { XrefEntry, XrefSection } from './document.ts';
import { isArray, isDict, isName, isStream, type PdfDict, type PdfObject } from './objects.ts';
import type { Parser } from './parser.ts';

/** Access to the file for reading a section. */
export interface XrefInput {
  readonly length: number;
  readonly base: number;
  range(from: number, to: number): Bytes;
  /** The indirect object at an absolute offset, with the offset after it. */
  objectAt(offset: number): { object: PdfObject; num: number; end: number } | undefined;
  /** Runs `read` on a parser at an absolute offset, repeatedly until it has enough bytes. */
  parse<T>(offset: number, read: (parser: Parser) => T): T;
  decode(object: PdfObject): Bytes;
}

interface Subsection {
  readonly start: number;
  readonly count: number;
  /**
   * Absolute offset of the first of its 20-byte lines, or first row in a stream; with `lines` the entries are already
   * parsed.
   */
  readonly at: number;
  readonly lines?: readonly XrefEntry[];
}

/** The highest accepted object number; readers agree on 2^23 - 1. */
export const MAX_OBJECT_NUMBER = 8_388_607;
const MAX_SUBSECTIONS = 200_000;

/** The section at an absolute offset; undefined if there is none. */
export function readXrefSection(input: XrefInput, offset: number): XrefSection | undefined {
  if (!(offset >= 0 && offset < input.length)) return undefined;
  const isTable = input.parse(offset, (parser) => {
    parser.skipWhite();
    return isDigit(parser.bytes[parser.pos]) ? false : parser.take('xref') ? true : undefined;
  });
  if (isTable === undefined) return undefined;
  return isTable ? readTable(input, offset) : readXrefStream(input, offset);
}

function readTable(input: XrefInput, offset: number): XrefSection | undefined {
  const subsections: Subsection[] = [];
  let at = input.parse(offset, (parser) => {
    parser.take('xref');
    return offset + parser.pos;
  });
  for (;;) {
    const head = input.parse(at, (parser) => {
      if (parser.take('trailer')) return { trailer: true, pos: parser.pos } as const;
      const start = parser.integer();
      const count = parser.integer();
      if (start === undefined || count === undefined) return undefined;
      parser.skipWhite();
      return { trailer: false, start, count, pos: parser.pos } as const;
    });
    if (!head) return undefined;
    at += head.pos;
    if (head.trailer) break;
    if (subsections.length >= MAX_SUBSECTIONS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'xref' });
    const { start, count } = head;
    if (count === 0) continue;
    const regular = regularLines(input, at, count);
    if (regular) {
      subsections.push({ start: startOf(input, start, at), count, at });
      at += count * 20;
      continue;
    }
    const loose = looseLines(input, at, count);
    subsections.push({ start, count: loose.lines.length, at, lines: loose.lines });
    at = loose.end;
  }
  const read = input.parse(at, (parser) => ({ object: parser.object(), pos: parser.pos }));
  if (!isDict(read.object)) return undefined;
  return tableSection(input, offset, at + read.pos, read.object, subsections);
}

/** Some writers number a list from 1 whose first entry is the free object 0, so it starts at 0. */
function startOf(input: XrefInput, start: number, at: number): number {
  if (start !== 1) return start;
  return latin(input.range(at, at + 18)) === '0000000000 65535 f' ? 0 : 1;
}

/** Whether there are `count` lines of exactly 20 bytes, followed by a valid continuation. */
function regularLines(input: XrefInput, at: number, count: number): boolean {
  const end = at + count * 20;
  if (end >= input.length) return false;
  const line = /^\d{10} \d{5} [nf][ \r][\r\n]$/;
  if (!line.test(latin(input.range(at, at + 20))) || !line.test(latin(input.range(end - 20, end))))
    return false;
  return input.parse(end, (parser) => parser.take('trailer') || parser.integer() !== undefined);
}

/** Parses lines of a length other than 20, which careless writers produce. */
function looseLines(input: XrefInput, at: number, count: number): { lines: XrefEntry[]; end: number } {
  return input.parse(at, (parser) => {
    const lines: XrefEntry[] = [];
    let end = parser.pos;
    while (lines.length < count) {
      const offset = parser.integer();
      const gen = parser.integer();
      const kind = offset !== undefined && gen !== undefined ? parser.next() : null;
      const value = typeof kind === 'object' && kind?.kind === 'keyword' ? kind.value : '';
      if (value !== 'n' && value !== 'f') break;
      lines.push(value === 'n' ? tableEntry(input, offset!, gen!) : { type: 'free' });
      end = parser.pos;
    }
    return { lines, end: at + end };
  });
}

const tableEntry = (input: XrefInput, offset: number, gen: number): XrefEntry =>
  offset === 0 ? { type: 'free' } : { type: 'offset', offset: offset + input.base, gen };

function tableSection(
  input: XrefInput,
  offset: number,
  end: number,
  trailer: PdfDict,
  subsections: Subsection[],
): XrefSection {
  const find = finder(subsections);
  return {
    offset,
    end,
    form: 'table',
    trailer,
    limit: limitOf(subsections),
    entry(num) {
      const place = find(num);
      if (!place) return undefined;
      const [subsection, index] = place;
      if (subsection.lines) return subsection.lines[index];
      const line = latin(input.range(subsection.at + index * 20, subsection.at + index * 20 + 18));
      if (line[17] !== 'n') return { type: 'free' };
      const at = Number(line.slice(0, 10));
      const gen = Number(line.slice(11, 16));
      return at >= 0 && gen >= 0 ? tableEntry(input, at, gen) : { type: 'free' };
    },
    *numbers() {
      for (const { start, count } of subsections) for (let i = 0; i < count; i++) yield start + i;
    },
  };
}

const limitOf = (subsections: readonly Subsection[]): number =>
  subsections.reduce((most, s) => Math.max(most, s.start + s.count), 0);

/** Finds the subsection of a number; if several contain it, the last one. */
function finder(subsections: readonly Subsection[]): (num: number) => [Subsection, number] | undefined {
  const sorted = subsections
    .map((s, order) => ({ s, order }))
    .sort((a, b) => a.s.start - b.s.start || a.order - b.order);
  let overlaps = false;
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i]!.s.start < sorted[i - 1]!.s.start + sorted[i - 1]!.s.count) overlaps = true;
  }
  if (overlaps) {
    return (num) => {
      for (let i = subsections.length - 1; i >= 0; i--) {
        const s = subsections[i]!;
        if (num >= s.start && num < s.start + s.count) return [s, num - s.start];
      }
      return undefined;
    };
  }
  return (num) => {
    let low = 0;
    let high = sorted.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const { s } = sorted[middle]!;
      if (num < s.start) high = middle - 1;
      else if (num >= s.start + s.count) low = middle + 1;
      else return [s, num - s.start];
    }
    return undefined;
  };
}

function readXrefStream(input: XrefInput, offset: number): XrefSection | undefined {
  const found = input.objectAt(offset);
  if (!found || !isStream(found.object)) return undefined;
  const { dict } = found.object;
  if (!isName(dict.entries.get('Type'), 'XRef')) return undefined;
  const widths = numbersOf(dict.entries.get('W'));
  if (widths.length < 3 || widths.some((w) => w < 0 || w > 8)) return undefined;
  const [w0, w1, w2] = widths as [number, number, number];
  const row = w0 + w1 + w2;
  if (row === 0) return undefined;
  const data = input.decode(found.object);
  const rows = Math.floor(data.length / row);
  const size = dict.entries.get('Size');
  const index = numbersOf(dict.entries.get('Index'));
  const pairs = index.length >= 2 ? index : [0, typeof size === 'number' ? size : rows];
  const subsections: Subsection[] = [];
  let used = 0;
  for (let i = 0; i + 1 < pairs.length && used < rows; i += 2) {
    const count = Math.min(pairs[i + 1]!, rows - used);
    if (count > 0 && pairs[i]! >= 0) subsections.push({ start: pairs[i]!, count, at: used });
    used += Math.max(0, count);
  }
  const field = (at: number, width: number): number => {
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 256 + data[at + i]!;
    return value;
  };
  const find = finder(subsections);
  return {
    offset,
    end: found.end,
    form: 'stream',
    trailer: dict,
    limit: limitOf(subsections),
    entry(num) {
      const place = find(num);
      if (!place) return undefined;
      const at = (place[0].at + place[1]) * row;
      const type = w0 === 0 ? 1 : field(at, w0);
      const second = field(at + w0, w1);
      const third = field(at + w0 + w1, w2);
      if (type === 1) return { type: 'offset', offset: second + input.base, gen: third };
      return type === 2 ? { type: 'inStream', stream: second, index: third } : { type: 'free' };
    },
    *numbers() {
      for (const { start, count } of subsections) for (let i = 0; i < count; i++) yield start + i;
    },
  };
}

function numbersOf(object: PdfObject | undefined): number[] {
  return isArray(object)
    ? object.items.filter((n): n is number => typeof n === 'number' && Number.isInteger(n))
    : [];
}

function latin(bytes: Uint8Array): string {
  let text = '';
  for (const b of bytes) text += String.fromCharCode(b);
  return text;
}
