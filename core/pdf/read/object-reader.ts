import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Budget } from './budget.ts';
import type { ByteStore } from './byte-store.ts';
import { decodeStream } from './decode-stream.ts';
import { type Decryptor, decryptStrings, makeDecryptor } from './decrypt.ts';
import type { PdfView, XrefEntry } from './document.ts';
import { loadObjectAt } from './load-object.ts';
import { type ObjectStream, openObjectStream } from './object-stream.ts';
import { isDict, isName, isRef, isStream, type PdfDict, type PdfObject, type PdfStream } from './objects.ts';

/** Determines which objects a view has. */
export interface ViewParts {
  trailer(): PdfDict;
  entry(num: number): XrefEntry | undefined;
  /** Called for an object that the cross-reference lists but that is not at its location. */
  missing(num: number, gen: number): PdfObject;
}

/** Reads objects of one file; all views of one reader share its cache of objects. */
export interface ObjectReader {
  readonly decryptor: Decryptor | undefined;
  view(parts: ViewParts): PdfView;
  /** Sets up decryption by /Encrypt in `trailer`, if any, for all objects read from now on. */
  openEncryption(trailer: PdfDict, view: PdfView): void;
  /** Numbers of the objects inside the object stream at an absolute offset. */
  contained(offset: number, num: number, view: PdfView): readonly number[];
  /** The object at an absolute offset, whatever its number; not cached. */
  peek(offset: number, view: PdfView): PdfObject;
}

/**
 * Its views throw DOCUMENT_BROKEN if there is no catalog, DOCUMENT_ENCRYPTED for a stream that could not be decrypted,
 * DOCUMENT_TOO_COMPLEX when `budget` is used up, and BytesMissing inside `ByteStore.run`.
 */
export function makeObjectReader(store: ByteStore, budget: Budget): ObjectReader {
  const objects = new Map<number, { num: number; gen: number; object: PdfObject }>();
  const streams = new Map<number, ObjectStream | undefined>();
  const loading = new Set<number>();
  let decryptor: Decryptor | undefined;

  function encoded(stream: PdfStream, view: PdfView): Bytes {
    const stored = stream.data ?? store.range(stream.raw[0], stream.raw[1]);
    budget.look(stored.length);
    if (!decryptor || stream.data || !stream.owner || isName(stream.dict.entries.get('Type'), 'XRef'))
      return stored;
    if (!decryptor.info.opened) throw new AppError('DOCUMENT_ENCRYPTED');
    return decryptor.stream(stored, stream.dict, stream.owner.num, stream.owner.gen, view.lookup);
  }

  /**
   * The object at an offset if it is the one of that number and generation; undefined if there is another one or none.
   * Viewers that find another generation there take the file for broken.
   */
  function loadAt(offset: number, num: number, gen: number, view: PdfView): PdfObject | undefined {
    const known = objects.get(offset);
    if (known) return known.num === num && known.gen === gen ? known.object : undefined;
    if (loading.has(offset)) return null;
    loading.add(offset);
    try {
      const loaded = loadObjectAt(store, budget, offset, (dict) => view.resolve(dict.entries.get('Length')));
      if (!loaded) return undefined;
      const object = decryptor?.info.opened
        ? decryptStrings(loaded.object, loaded.num, loaded.gen, decryptor)
        : loaded.object;
      objects.set(offset, { num: loaded.num, gen: loaded.gen, object });
      return loaded.num === num && loaded.gen === gen ? object : undefined;
    } finally {
      loading.delete(offset);
    }
  }

  // An object stream has the generation 0 (ISO 32000-2, 7.5.7).
  function containerAt(offset: number, num: number, view: PdfView): ObjectStream | undefined {
    if (streams.has(offset)) return streams.get(offset);
    const stream = loadAt(offset, num, 0, view) ?? null;
    if (!isStream(stream)) return undefined;
    // Set first to break cycles: a stream that needs one of its own objects for decoding finds nothing.
    streams.set(offset, undefined);
    try {
      const opened = openObjectStream(
        stream,
        decodeStream(stream.dict, encoded(stream, view), view.resolve, budget),
      );
      streams.set(offset, opened);
      return opened;
    } catch (error) {
      streams.delete(offset);
      throw error;
    }
  }

  function fetch(entry: XrefEntry, num: number, gen: number, view: PdfView): PdfObject | undefined {
    if (entry.type === 'free') return null;
    if (entry.type === 'offset') return entry.gen === gen ? loadAt(entry.offset, num, gen, view) : null;
    if (gen !== 0) return null;
    const container = view.entry(entry.stream);
    if (container?.type !== 'offset') return undefined;
    return containerAt(container.offset, entry.stream, view)?.object(entry.index, num);
  }

  function makeView(parts: ViewParts): PdfView {
    const entries = new Map<number, XrefEntry | undefined>();
    const view: PdfView = {
      get trailer() {
        return parts.trailer();
      },
      get catalogRef() {
        const root = parts.trailer().entries.get('Root');
        if (!isRef(root)) throw new AppError('DOCUMENT_BROKEN', { reason: 'no catalog' });
        return root;
      },
      get catalog() {
        const catalog = view.get(view.catalogRef);
        if (!isDict(catalog)) throw new AppError('DOCUMENT_BROKEN', { reason: 'no catalog' });
        return catalog;
      },
      entry(num) {
        if (entries.has(num)) return entries.get(num);
        const found = parts.entry(num);
        if (entries.size < 200_000) entries.set(num, found);
        return found;
      },
      get(ref) {
        const num = typeof ref === 'number' ? ref : ref.num;
        const entry = view.entry(num);
        if (!entry) return null;
        const gen = typeof ref === 'number' ? (entry.type === 'offset' ? entry.gen : 0) : ref.gen;
        const found = fetch(entry, num, gen, view);
        return found === undefined ? parts.missing(num, gen) : found;
      },
      resolve(object) {
        let current = object ?? null;
        for (let hops = 0; isRef(current); hops++) {
          if (hops > 32) return null;
          current = view.get(current);
        }
        return current;
      },
      lookup: (dict, key) => view.resolve(dict.entries.get(key)),
      decode: (stream) => decodeStream(stream.dict, encoded(stream, view), view.resolve, budget),
      encoded: (stream) => encoded(stream, view),
      spend: budget.look,
    };
    return view;
  }

  return {
    get decryptor() {
      return decryptor;
    },
    view: makeView,
    openEncryption(trailer, view) {
      decryptor = undefined;
      const encrypt = view.resolve(trailer.entries.get('Encrypt'));
      if (isDict(encrypt)) decryptor = makeDecryptor(encrypt, trailer, view.lookup);
    },
    contained: (offset, num, view) => containerAt(offset, num, view)?.numbers ?? [],
    peek: (offset, view) =>
      loadObjectAt(store, budget, offset, (dict) => view.resolve(dict.entries.get('Length')))?.object ?? null,
  };
}
