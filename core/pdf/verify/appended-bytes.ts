/**
 * Bytes after a signature that the cross-references do not account for. A reader that follows the cross-reference does
 * not see objects there, one that repairs files does: the incremental saving attack (pdf-insecurity.org).
 */
import type { ProblemCode } from '#core/verification/problems.ts';
import type { PdfDocument } from '../read/document.ts';
import { isStream } from '../read/objects.ts';

const SLICE = 1 << 20;

/** Problems of all bytes from `from` (the end of what the first signature covers) to the end of the file. */
export function checkAppendedBytes(document: PdfDocument, from: number): ProblemCode[] {
  const problems = new Set<ProblemCode>(misdirected(document, from));
  const last = document.revisions[document.revisions.length - 1]!;
  const known = knownObjects(document, from);
  for (const offset of objectHeaders(document, from, document.length)) {
    if (known.offsets.has(offset) || known.streams.some(([a, b]) => offset >= a && offset < b)) continue;
    problems.add(offset >= last.end ? 'incremental-saving-attack' : 'duplicate-objects');
  }
  if (last.end < document.length) {
    const rest = latin(document, last.end, Math.min(document.length, last.end + SLICE));
    if (/\bstartxref\b|\btrailer\b|\bxref\b/.test(rest)) problems.add('incremental-saving-attack');
    else if (/[^\s\0]/.test(rest)) problems.add('file-trailing-data');
  }
  return [...problems];
}

const latin = (document: PdfDocument, from: number, to: number): string =>
  new TextDecoder('latin1').decode(document.bytes(from, to));

/**
 * Entries, written after `from`, that lead to something else than the object they name. A reader that does not look at
 * the number there shows another object: one that was signed unseen, where the place is in the signed bytes.
 */
function misdirected(document: PdfDocument, from: number): ProblemCode[] {
  const out: ProblemCode[] = [];
  for (const revision of document.revisions) {
    if (revision.end <= from) continue;
    for (const section of revision.sections) {
      for (const num of section.numbers()) {
        const entry = section.entry(num);
        if (entry?.type !== 'offset') continue;
        const offset = entry.offset + document.base;
        const head =
          offset < document.length ? latin(document, offset, Math.min(document.length, offset + 40)) : '';
        const found = /^[\s\0]*(\d+)[\s\0]+\d+[\s\0]+obj/.exec(head);
        if (found && Number(found[1]) === num) continue;
        out.push(offset < from && found ? 'shadow-hide-and-replace' : 'file-views-differ');
      }
    }
  }
  return out;
}

/** Some cross-references point at the line end before the object. */
function pastWhiteSpace(document: PdfDocument, offset: number): number {
  const text = latin(document, offset, Math.min(document.length, offset + 16));
  return offset + text.length - text.trimStart().length;
}

/** Where "n g obj" stands in a range. */
function objectHeaders(document: PdfDocument, from: number, to: number): number[] {
  const out: number[] = [];
  for (let at = from; at < to; at += SLICE) {
    const text = latin(document, at, Math.min(to, at + SLICE + 40));
    for (const match of text.matchAll(/(?<![\d.])(\d{1,10})[\s\0]+\d{1,5}[\s\0]+obj(?![A-Za-z])/g)) {
      if (match.index < SLICE) out.push(at + match.index);
    }
  }
  return out;
}

/** Offsets that some cross-reference names, and the stretches of streams, where anything may look like an object. */
function knownObjects(
  document: PdfDocument,
  from: number,
): { offsets: Set<number>; streams: (readonly [number, number])[] } {
  const offsets = new Set<number>();
  const streams: (readonly [number, number])[] = [];
  for (const revision of document.revisions) {
    if (revision.end <= from) continue;
    const view = document.at(revision.index);
    for (const section of revision.sections) {
      offsets.add(section.offset);
      for (const num of section.numbers()) {
        const entry = section.entry(num);
        if (entry?.type !== 'offset' || entry.offset + document.base < from) continue;
        offsets.add(pastWhiteSpace(document, entry.offset + document.base));
        const object = view.get(num);
        if (isStream(object) && object.raw[1] > object.raw[0]) streams.push(object.raw);
      }
    }
  }
  return { offsets, streams };
}
