import { sha256 } from '@noble/hashes/sha2.js';
import { type Bytes, joinBytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isRef,
  type PdfArray,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  withEntries,
  withItems,
} from '../read/objects.ts';
import { MAX_OBJECT_NUMBER } from '../read/xref.ts';
import { type TextSource, textSource } from './repeat-text.ts';
import { latin1, serializeDict, writeIndirect } from './serialize.ts';

/** Objects to append to a file as one incremental revision (7.5.6). */
export interface Increment {
  /** Reserves a number for an object that is set later. */
  reserve(): PdfRef;
  /** Adds a new object. */
  add(object: PdfObject): PdfRef;
  /** Replaces an existing object, or sets a reserved one. */
  set(ref: PdfRef, object: PdfObject): void;
  /** Sets an object to text in PDF syntax, which is written verbatim. */
  setRaw(ref: PdfRef, text: string): void;
  /** The current object: from this increment, else from the file. */
  get(ref: PdfRef): PdfObject;
  /** Serialises the increment. */
  finish(): LaidOutIncrement;
}

export interface LaidOutIncrement {
  /** Bytes to append to the file. */
  readonly bytes: Bytes;
  /** Offset in `bytes` of the content of an object set by `setRaw`. */
  rawOffset(ref: PdfRef): number;
}

/**
 * An increment for `document`. It uses the same kind of cross-reference as the newest revision, and numbers new objects
 * from the highest /Size up, since a lower number may belong to a cross-reference stream. Throws DOCUMENT_ENCRYPTED,
 * and DOCUMENT_CANNOT_APPEND if the cross-reference had to be rebuilt.
 */
export function makeIncrement(document: PdfDocument): Increment {
  checkAppendable(document);
  const objects = new Map<number, { ref: PdfRef; object?: PdfObject; raw?: string }>();
  let next = document.size;
  const reserve = (): PdfRef => {
    if (next > MAX_OBJECT_NUMBER) throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'object numbers' });
    return pdfRef(next++);
  };
  const set = (ref: PdfRef, object: PdfObject): void => {
    objects.set(ref.num, { ref, object });
  };
  return {
    reserve,
    add(object) {
      const ref = reserve();
      set(ref, object);
      return ref;
    },
    set,
    setRaw(ref, raw) {
      objects.set(ref.num, { ref, raw });
    },
    get(ref) {
      const own = objects.get(ref.num);
      return own?.object !== undefined ? own.object : document.get(ref);
    },
    finish() {
      checkAppendable(document);
      const parts: Bytes[] = [];
      const source = textSource(document);
      let length = 0;
      const push = (bytes: Bytes) => {
        parts.push(bytes);
        length += bytes.length;
      };
      const lastByte = document.bytes(document.length - 1, document.length)[0];
      if (lastByte !== 10 && lastByte !== 13) push(latin1('\n'));
      const places = new Map<number, { gen: number; offset: number }>();
      const rawOffsets = new Map<number, number>();
      for (const { ref, object, raw } of [...objects.values()].sort((a, b) => a.ref.num - b.ref.num)) {
        places.set(ref.num, { gen: ref.gen, offset: document.length + length - document.base });
        if (raw !== undefined) {
          const head = `${ref.num} ${ref.gen} obj\n`;
          rawOffsets.set(ref.num, length + head.length);
          push(latin1(`${head}${raw}\nendobj\n`));
        } else
          for (const bytes of writeIndirect(ref, object ?? null, storedBytes(document, object), source))
            push(bytes);
      }
      const newest = document.revisions[document.revisions.length - 1]!;
      const trailer = {
        Size: next,
        Root: document.trailer.entries.get('Root'),
        Info: document.trailer.entries.get('Info'),
        ID: freshId(document, parts),
        Prev: newest.xrefOffset - document.base,
      };
      const at = document.length + length - document.base;
      if (newest.form === 'stream') {
        const own = reserve();
        places.set(own.num, { gen: 0, offset: at });
        for (const bytes of xrefStream(own, places, { ...trailer, Size: next }, source)) push(bytes);
      } else push(latin1(`${xrefTable(places)}trailer\n${serializeDict(pdfDict(trailer), source)}\n`));
      push(latin1(`startxref\n${at}\n%%EOF\n`));
      return {
        bytes: joinBytes(parts),
        rawOffset(ref) {
          const offset = rawOffsets.get(ref.num);
          if (offset === undefined) throw new Error(`object ${ref.num} was not set raw`);
          return offset;
        },
      };
    },
  };
}

function checkAppendable(document: PdfDocument): void {
  if (document.encryption) throw new AppError('DOCUMENT_ENCRYPTED');
  if (document.recovered) throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'cross-reference' });
}

function storedBytes(document: PdfDocument, object: PdfObject | undefined): Bytes | undefined {
  if (typeof object !== 'object' || object?.kind !== 'stream' || object.data) return undefined;
  return document.encoded(object);
}

/** The file identifier: the first half is kept, the second is derived from the appended bytes (14.4). */
function freshId(document: PdfDocument, parts: readonly Bytes[]): PdfObject {
  const hash = sha256.create();
  hash.update(latin1(String(document.length)));
  // Hashes only enough of each object to distinguish increments; the space reserved for a signature is skipped.
  for (const part of parts) hash.update(part.subarray(0, 64)).update(part.subarray(-512));
  const second = pdfString(hash.digest().slice(0, 16) as Bytes, true);
  const old = document.resolve(document.trailer.entries.get('ID'));
  const first = isArray(old) ? old.items[0] : undefined;
  if (first === undefined || isRef(first)) return pdfArray(second, second);
  return withItems(old as PdfArray, [first, second]);
}

type Places = ReadonlyMap<number, { gen: number; offset: number }>;

/** Runs of consecutive numbers, the subsections of a cross-reference. */
function runs(places: Places): { start: number; entries: { gen: number; offset: number }[] }[] {
  const out: { start: number; entries: { gen: number; offset: number }[] }[] = [];
  for (const num of [...places.keys()].sort((a, b) => a - b)) {
    const last = out[out.length - 1];
    if (last && last.start + last.entries.length === num) last.entries.push(places.get(num)!);
    else out.push({ start: num, entries: [places.get(num)!] });
  }
  return out;
}

function xrefTable(places: Places): string {
  let out = 'xref\n';
  for (const { start, entries } of runs(places)) {
    out += `${start} ${entries.length}\n`;
    for (const { offset, gen } of entries) {
      out += `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} n \n`;
    }
  }
  return out;
}

function xrefStream(
  own: PdfRef,
  places: Places,
  trailer: Record<string, PdfObject | undefined>,
  source: TextSource,
): Bytes[] {
  const rows = runs(places);
  const count = rows.reduce((n, run) => n + run.entries.length, 0);
  const data = new Uint8Array(count * 7);
  let at = 0;
  for (const { entries } of rows) {
    for (const { offset, gen } of entries) {
      data.set([1, offset >>> 24, offset >>> 16, offset >>> 8, offset, gen >> 8, gen], at);
      at += 7;
    }
  }
  const dict = withEntries(pdfDict({ Type: pdfName('XRef') }), {
    ...trailer,
    W: pdfArray(1, 4, 2),
    Index: pdfArray(...rows.flatMap(({ start, entries }) => [start, entries.length])),
  });
  return writeIndirect(own, pdfStream(dict, data), undefined, source);
}
