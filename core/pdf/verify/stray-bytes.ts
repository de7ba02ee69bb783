/**
 * Objects that the cross-references do not account for. Programs that follow the cross-reference do not see them,
 * programs that repair files do: the incremental saving attack (pdf-insecurity.org).
 */
import type { Bytes } from '#core/bytes.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { PdfDocument, PdfRevision } from '../read/document.ts';
import { isStream } from '../read/objects.ts';

/** Problems of the bytes before and after `signedEnd`, where the coverage of the first signature ends. */
export function checkStrayBytes(document: PdfDocument, file: Bytes, signedEnd: number): ProblemCode[] {
  const last = document.revisions[document.revisions.length - 1]!;
  const entries = listedObjects(document, file);
  const problems = new Set<ProblemCode>(misdirected(document, file, signedEnd));
  const starts = [...entries.keys()].sort((a, b) => a - b);
  for (const offset of objectHeaders(file)) {
    if (entries.has(offset) || insideStream(document, entries, starts, offset)) continue;
    if (offset < signedEnd) problems.add('unlisted-objects');
    else problems.add(offset >= last.end ? 'incremental-saving-attack' : 'duplicate-objects');
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

/** Offsets of all "n g obj", ascending: finds "obj", then reads backwards. */
function objectHeaders(file: Bytes): number[] {
  const out: number[] = [];
  for (let at = file.indexOf(0x6f); at >= 0; at = file.indexOf(0x6f, at + 1)) {
    if (file[at + 1] !== 0x62 || file[at + 2] !== 0x6a) continue;
    const start = headerBefore(file, at);
    if (start !== null) out.push(start);
  }
  return out;
}

/** Offset of the two numbers before `at`; null if there are none. */
function headerBefore(file: Bytes, at: number): number | null {
  let i = at;
  for (let numbers = 0; numbers < 2; numbers++) {
    const gap = i;
    while (i > 0 && isWhite(file[i - 1])) i--;
    if (i === gap) return null;
    const end = i;
    while (i > 0 && isDigit(file[i - 1])) i--;
    if (i === end) return null;
  }
  return i;
}

/** Skips white space: some cross-references point at the line end before the object. */
function pastWhiteSpace(file: Bytes, offset: number): number {
  let at = offset;
  while (isWhite(file[at])) at++;
  return at;
}

interface XrefEntry {
  num: number;
  revision: number;
}

/** All objects that the cross-references name, by offset. Cross-reference sections are included with number 0. */
function listedObjects(document: PdfDocument, file: Bytes): Map<number, XrefEntry> {
  const entries = new Map<number, XrefEntry>();
  for (const revision of document.revisions) {
    for (const section of revision.sections) {
      entries.set(pastWhiteSpace(file, section.offset), { num: 0, revision: revision.index });
      for (const num of section.numbers()) {
        const entry = section.entry(num);
        if (entry?.type !== 'offset') continue;
        entries.set(pastWhiteSpace(file, entry.offset), { num, revision: revision.index });
      }
    }
  }
  return entries;
}

/** Whether the offset is inside the data of a listed stream, where any bytes may look like an object. */
function insideStream(
  document: PdfDocument,
  entries: ReadonlyMap<number, XrefEntry>,
  starts: readonly number[],
  offset: number,
): boolean {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  const nearest = starts[low - 1] ?? -1;
  const listed = entries.get(nearest);
  if (!listed || listed.num === 0) return false;
  const object = document.at(listed.revision).get(listed.num);
  return isStream(object) && offset >= object.raw[0] && offset < object.raw[1];
}

/**
 * Problems of entries written after `signedEnd` that do not point to the object they name. A program that does not
 * check the number there shows another object; if the offset is in the signed bytes, one that was signed unseen.
 */
function misdirected(document: PdfDocument, file: Bytes, signedEnd: number): ProblemCode[] {
  const out: ProblemCode[] = [];
  for (const revision of document.revisions) {
    if (revision.end <= signedEnd) continue;
    if (revision.form === 'hybrid' && tellsTwoThings(revision)) out.push('file-views-differ');
    for (const section of revision.sections) {
      for (const num of section.numbers()) {
        const entry = section.entry(num);
        if (entry?.type !== 'offset') continue;
        const offset = pastWhiteSpace(file, entry.offset);
        const found = numberAt(file, offset);
        if (found === num) continue;
        out.push(offset < signedEnd && found !== null ? 'shadow-hide-and-replace' : 'file-views-differ');
      }
    }
  }
  return out;
}

/** Whether table and stream of a hybrid file list an object at different places (ISO 32000-2, 7.5.8.4). */
function tellsTwoThings({ sections }: PdfRevision): boolean {
  const [table, ...streams] = sections;
  return streams.some((stream) =>
    [...stream.numbers()].some((num) => {
      const [a, b] = [table!.entry(num), stream.entry(num)];
      if (!a || !b || a.type === 'free' || b.type === 'free') return false;
      return JSON.stringify(a) !== JSON.stringify(b);
    }),
  );
}

/** The object number of the "n g obj" at `offset`; null if there is none. */
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
