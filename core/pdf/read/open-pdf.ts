import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { type Budget, makeBudget } from './budget.ts';
import { type ByteStore, byteStore } from './byte-store.ts';
import { decodeStream } from './decode-stream.ts';
import type { PdfDocument, PdfRevision, PdfView, XrefEntry, XrefSection } from './document.ts';
import { findBytes } from './find-bytes.ts';
import { loadObjectAt, parseAt } from './load-object.ts';
import { makeObjectReader, type ObjectReader } from './object-reader.ts';
import { isDict, isName, isRef, isStream } from './objects.ts';
import { rebuildXref } from './rebuild-xref.ts';
import { findStartXref, type KnownSections, makeRevision, readRevisions } from './revisions.ts';
import type { PdfSource } from './source.ts';
import type { XrefInput } from './xref.ts';

export interface OpenOptions {
  /** Maximum unpacked size of one stream in bytes; 32 MB by default. */
  readonly streamLimit?: number;
}

/**
 * Opens a PDF file: classic, with cross-reference streams, hybrid, linearized, with junk before its header, encrypted
 * with the empty password, or broken (then `recovered`). Reads only what is needed. Throws DOCUMENT_EMPTY,
 * DOCUMENT_NOT_PDF, DOCUMENT_BROKEN, DOCUMENT_TOO_COMPLEX, or DOCUMENT_ENCRYPTED if the catalog cannot be read without
 * a password.
 */
export async function openPdf(source: PdfSource, options: OpenOptions = {}): Promise<PdfDocument> {
  const store = byteStore(source);
  // Parsed sections are kept across retries of `run`: in a file of many revisions they are spread all over.
  const sections: KnownSections = new Map();
  return store.run(() => openStore(store, makeBudget(store.length, options.streamLimit), sections));
}

/**
 * Synchronous version of `openPdf` for a file in memory.
 *
 * ```ts
 * const document = openPdfBytes(bytes);
 * const pages = listPages(document).length;
 * ```
 */
export function openPdfBytes(bytes: Bytes, options: OpenOptions = {}): PdfDocument {
  return openStore(byteStore(bytes), makeBudget(bytes.length, options.streamLimit), new Map());
}

interface OpenFile {
  readonly revisions: readonly PdfRevision[];
  readonly reader: ObjectReader;
  readonly base: number;
}

function openStore(store: ByteStore, budget: Budget, sections: KnownSections): PdfDocument {
  if (store.length === 0) throw new AppError('DOCUMENT_EMPTY');
  const start = store.range(0, 1024);
  const headerOffset = findBytes(start, '%PDF-');
  if (headerOffset < 0) throw new AppError('DOCUMENT_NOT_PDF');
  const linearized = findBytes(start, '/Linearized') >= 0;
  const bases = headerOffset > 0 ? [0, headerOffset] : [0];
  let opened: OpenFile | undefined;
  for (const base of bases) opened ??= openByChain(store, budget, base, linearized, sections);
  let recovered = opened === undefined;
  const { revisions, reader, base } = opened ?? openByRebuild(store, budget);

  // A single entry of an otherwise good table may be wrong; then the file is scanned for that object.
  let searched: PdfView | undefined;
  const missing = (num: number, gen: number) => {
    if (opened === undefined) return null;
    searched ??= viewOf(openByRebuild(store, budget), 0);
    const found = searched.get({ kind: 'ref', num, gen });
    if (found !== null) recovered = true;
    return found;
  };
  const last = revisions.length - 1;
  const view = reader.view({
    trailer: () => revisions[last]!.trailer,
    entry: (num) => entryUpTo(revisions, last, num),
    missing,
  });
  const headerVersion =
    /^\d\.\d/.exec(latin(start.subarray(headerOffset + 5, headerOffset + 8)))?.[0] ?? '1.4';
  const later = view.catalog.entries.get('Version');
  const views = new Map<number, PdfView>();

  const own: Omit<PdfDocument, keyof PdfView> = {
    length: store.length,
    headerOffset,
    base,
    version: isName(later) && later.value > headerVersion ? later.value : headerVersion,
    linearized,
    revisions,
    get recovered() {
      return recovered;
    },
    encryption: reader.decryptor?.info,
    size: sizeOf(revisions),
    at(index) {
      if (index === last) return view;
      const known = views.get(index);
      if (known) return known;
      if (!revisions[index]) throw new RangeError(`no revision ${index}`);
      const made = viewOf({ revisions, reader, base }, index);
      views.set(index, made);
      return made;
    },
    bytes: (from, to) => store.range(from, to),
    run: (work) => store.run(work),
  };
  // Copies the view's getters as they are, so that nothing is read before it is needed.
  return Object.defineProperties(own as typeof own & PdfView, Object.getOwnPropertyDescriptors(view));
}

const viewOf = ({ revisions, reader }: OpenFile, index: number): PdfView =>
  reader.view({
    trailer: () => revisions[index]!.trailer,
    entry: (num) => entryUpTo(revisions, index, num),
    missing: () => null,
  });

/** The newest entry of an object up to revision `index`. */
function entryUpTo(revisions: readonly PdfRevision[], index: number, num: number): XrefEntry | undefined {
  for (let i = index; i >= 0; i--) {
    let freed: XrefEntry | undefined;
    for (const section of revisions[i]!.sections) {
      const entry = section.entry(num);
      if (entry && entry.type !== 'free') return entry;
      // A hybrid file marks objects of its XRefStm as free in its table (7.5.8.4), so the other sections take
      // precedence.
      freed ??= entry;
    }
    if (freed) return freed;
  }
  return undefined;
}

function sizeOf(revisions: readonly PdfRevision[]): number {
  let size = 1;
  for (const { sections } of revisions) {
    for (const { trailer, limit } of sections) {
      const own = trailer.entries.get('Size');
      size = Math.max(size, limit, typeof own === 'number' && Number.isInteger(own) ? own : 0);
    }
  }
  return size;
}

/** Opens the file by `startxref` and the chain of /Prev; undefined if any of it is broken. */
function openByChain(
  store: ByteStore,
  budget: Budget,
  base: number,
  linearized: boolean,
  sections: KnownSections,
): OpenFile | undefined {
  const startXref = findStartXref(store);
  if (startXref === undefined) return undefined;
  const reader = makeObjectReader(store, budget);
  const input: XrefInput = {
    length: store.length,
    base,
    range: (from, to) => store.range(from, to),
    objectAt: (offset) => loadObjectAt(store, budget, offset, (dict) => dict.entries.get('Length') ?? null),
    parse: (offset, read) => parseAt(store, budget, offset, read),
    decode: (object) =>
      isStream(object)
        ? decodeStream(object.dict, store.range(...object.raw), (o) => o ?? null, budget)
        : new Uint8Array(0),
  };
  const revisions = readRevisions(input, store, startXref, linearized, sections);
  if (!revisions?.length) return undefined;
  const opened = { revisions, reader, base };
  const view = viewOf(opened, revisions.length - 1);
  if (!isRef(view.trailer.entries.get('Root'))) return undefined;
  reader.openEncryption(view.trailer, view);
  const catalog = view.get(view.catalogRef);
  if (!isDict(catalog) || !isDict(view.lookup(catalog, 'Pages'))) return undefined;
  return opened;
}

/** Opens the file by scanning all of it. Throws DOCUMENT_BROKEN if that finds no catalog either. */
function openByRebuild(store: ByteStore, budget: Budget): OpenFile {
  const reader = makeObjectReader(store, budget);
  const one = (section: XrefSection): PdfRevision[] => [
    makeRevision({
      index: 0,
      sections: [section],
      xrefOffset: 0,
      form: 'table',
      trailer: section.trailer,
      start: 0,
      end: store.length,
      hasEndMark: false,
    }),
  ];
  const section = rebuildXref(store, budget, (table) => {
    const view = reader.view({
      trailer: () => table.trailer,
      entry: (num) => table.entry(num),
      missing: () => null,
    });
    return {
      load: (offset) => reader.peek(offset, view),
      trailerKnown: (trailer) => reader.openEncryption(trailer, view),
      contained(num) {
        const entry = table.entry(num);
        return entry?.type === 'offset' ? reader.contained(entry.offset, num, view) : [];
      },
    };
  });
  return { revisions: one(section), reader, base: 0 };
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
