/**
 * Bytes after a signature that the cross-references do not account for. A reader that follows the cross-reference does
 * not see objects there, one that repairs files does: the incremental saving attack (pdf-insecurity.org).
 */
import type { Bytes } from '#core/bytes.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { PdfDocument } from '../read/document.ts';
import { isStream } from '../read/objects.ts';

/** Problems of all bytes from `from` (the end of what the first signature covers) to the end of the file. */
export function checkAppendedBytes(document: PdfDocument, file: Bytes, from: number): ProblemCode[] {
  if (from >= file.length) return [];
  const last = document.revisions[document.revisions.length - 1]!;
  const headers = objectHeaders(file, from);
  const known = knownObjects(document, file, from);
  const problems = new Set<ProblemCode>(known.problems);
  for (const offset of headers) {
    if (known.offsets.has(offset) || known.streams.some(([a, b]) => offset >= a && offset < b)) continue;
    problems.add(offset >= last.end ? 'incremental-saving-attack' : 'duplicate-objects');
  }
  if (last.end < file.length) {
    const rest = new TextDecoder('latin1').decode(file.subarray(last.end, last.end + 1_000_000));
    if (/\bstartxref\b|\btrailer\b|\bxref\b/.test(rest)) problems.add('incremental-saving-attack');
    else if (/[^\s\0]/.test(rest)) problems.add('file-trailing-data');
  }
  return [...problems];
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isWhite = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0;

/** Where "n g obj" stands from `from` on: found by the "obj", then read backwards. */
function objectHeaders(file: Bytes, from: number): number[] {
  const out: number[] = [];
  for (let at = file.indexOf(0x6f, from); at >= 0; at = file.indexOf(0x6f, at + 1)) {
    if (file[at + 1] !== 0x62 || file[at + 2] !== 0x6a) continue;
    const start = headerBefore(file, at, from);
    if (start !== null) out.push(start);
  }
  return out;
}

/** Start of the two numbers before `at`, or null where there are none. */
function headerBefore(file: Bytes, at: number, from: number): number | null {
  let i = at;
  for (let numbers = 0; numbers < 2; numbers++) {
    const gap = i;
    while (i > from && isWhite(file[i - 1])) i--;
    if (i === gap) return null;
    const end = i;
    while (i > from && isDigit(file[i - 1])) i--;
    if (i === end) return null;
  }
  return i;
}

interface Known {
  /** Offsets that some cross-reference names. */
  offsets: Set<number>;
  /** Stretches of streams, where anything may look like an object. */
  streams: (readonly [number, number])[];
  problems: ProblemCode[];
}

/**
 * What the cross-references written after `from` name. An entry that leads to something else than the object it names
 * is a problem: a reader that does not look at the number there shows another object, one that was signed unseen where
 * the place is in the signed bytes.
 */
function knownObjects(document: PdfDocument, file: Bytes, from: number): Known {
  const known: Known = { offsets: new Set(), streams: [], problems: [] };
  for (const revision of document.revisions) {
    if (revision.end <= from) continue;
    const view = document.at(revision.index);
    for (const section of revision.sections) {
      known.offsets.add(section.offset);
      for (const num of section.numbers()) {
        const entry = section.entry(num);
        if (entry?.type !== 'offset') continue;
        let offset = entry.offset + document.base;
        // Some cross-references point at the line end before the object.
        while (isWhite(file[offset])) offset++;
        const found = numberAt(file, offset);
        if (found !== num) {
          known.problems.push(
            offset < from && found !== null ? 'shadow-hide-and-replace' : 'file-views-differ',
          );
        }
        if (offset < from) continue;
        known.offsets.add(offset);
        const object = view.get(num);
        if (isStream(object) && object.raw[1] > object.raw[0]) known.streams.push(object.raw);
      }
    }
  }
  return known;
}

/** The number of the object whose "n g obj" begins at `offset`; null where none does. */
function numberAt(file: Bytes, offset: number): number | null {
  let i = offset;
  let num = 0;
  for (; isDigit(file[i]) && i - offset < 11; i++) num = num * 10 + file[i]! - 0x30;
  if (i === offset || !isWhite(file[i])) return null;
  while (isWhite(file[i])) i++;
  const generation = i;
  while (isDigit(file[i])) i++;
  if (i === generation) return null;
  while (isWhite(file[i])) i++;
  return file[i] === 0x6f && file[i + 1] === 0x62 && file[i + 2] === 0x6a ? num : null;
}
