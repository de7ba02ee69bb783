import { AppError } from '#core/errors.ts';
import type { Budget } from './budget.ts';
import type { ByteStore } from './byte-store.ts';
import { isDigit, isRegular, isWhite } from './characters.ts';
import type { XrefEntry, XrefSection } from './document.ts';
import { findBytes } from './find-bytes.ts';
import { isDict, isName, isRef, isStream, type PdfDict, type PdfObject, pdfDict, pdfRef } from './objects.ts';
import { Parser } from './parser.ts';
import { MAX_OBJECT_NUMBER } from './xref.ts';

/** An object found by its "num gen obj". */
interface ObjectOffset {
  readonly num: number;
  readonly gen: number;
  readonly offset: number;
}

const MAX_FOUND = 1_000_000;

/** Reads objects through a rebuilt table; created once the table of objects outside object streams is complete. */
export interface RebuildReader {
  load(offset: number): PdfObject;
  /** Called with the trailer before object streams are opened, so that they can be decrypted. */
  trailerKnown(trailer: PdfDict): void;
  /** Numbers of the objects inside the object stream `num`. */
  contained(num: number): readonly number[];
}

/**
 * Rebuilds the cross-reference of a broken file by scanning it for objects; the last one with the same number wins.
 * `connect` gets the table of objects outside object streams and returns their reader. Throws DOCUMENT_BROKEN if there
 * is no catalog, DOCUMENT_TOO_COMPLEX if there are too many objects.
 */
export function rebuildXref(
  store: ByteStore,
  budget: Budget,
  connect: (section: XrefSection) => RebuildReader,
): XrefSection {
  const bytes = store.range(0, store.length);
  budget.look(bytes.length * 4);
  const found = findObjects(bytes);
  const entries = new Map<number, XrefEntry>();
  const places = new Map<number, number>();
  for (const { num, gen, offset } of found) {
    entries.set(num, { type: 'offset', offset, gen });
    places.set(num, offset);
  }
  let trailer = pdfDict();
  const section: XrefSection = {
    offset: 0,
    end: bytes.length,
    form: 'table',
    get trailer() {
      return trailer;
    },
    get limit() {
      let most = 0;
      for (const num of entries.keys()) most = Math.max(most, num + 1);
      return most;
    },
    entry: (num) => entries.get(num),
    numbers: () => entries.keys(),
  };
  const reader = connect(section);
  const enclosing = (word: string): ObjectOffset[] => objectsWith(bytes, found, word);
  trailer = findTrailer(bytes, reader, enclosing);
  reader.trailerKnown(trailer);
  for (const stream of enclosing('/ObjStm')) {
    if (places.get(stream.num) !== stream.offset) continue;
    reader.contained(stream.num).forEach((num, index) => {
      if ((places.get(num) ?? -1) > stream.offset || num > MAX_OBJECT_NUMBER) return;
      if (entries.size > MAX_FOUND) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'objects' });
      entries.set(num, { type: 'inStream', stream: stream.num, index });
      places.set(num, stream.offset);
    });
  }
  if (!isRef(trailer.entries.get('Root'))) throw new AppError('DOCUMENT_BROKEN', { reason: 'no catalog' });
  return section;
}

function findObjects(bytes: Uint8Array): ObjectOffset[] {
  const found: ObjectOffset[] = [];
  const back = (at: number): { value: number; from: number } | undefined => {
    let p = at;
    while (p > 0 && isDigit(bytes[p - 1]) && at - p < 10) p--;
    if (p === at || isRegular(bytes[p - 1])) return undefined;
    let value = 0;
    for (let i = p; i < at; i++) value = value * 10 + bytes[i]! - 48;
    return { value, from: p };
  };
  for (let at = findBytes(bytes, 'obj'); at >= 0; at = findBytes(bytes, 'obj', at + 3)) {
    let p = at;
    while (p > 0 && isWhite(bytes[p - 1]) && at - p < 32) p--;
    const gen = back(p);
    if (!gen) continue;
    p = gen.from;
    while (p > 0 && isWhite(bytes[p - 1]) && gen.from - p < 32) p--;
    if (p === gen.from) continue;
    const num = back(p);
    if (!num || num.value > MAX_OBJECT_NUMBER || gen.value > 65535) continue;
    found.push({ num: num.value, gen: gen.value, offset: num.from });
    if (found.length > MAX_FOUND) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'objects' });
  }
  return found;
}

/** The object headers before each occurrence of `word`: most likely the objects that contain it. */
function objectsWith(bytes: Uint8Array, found: readonly ObjectOffset[], word: string): ObjectOffset[] {
  const holders: ObjectOffset[] = [];
  let i = 0;
  for (let at = findBytes(bytes, word); at >= 0; at = findBytes(bytes, word, at + 1)) {
    while (i + 1 < found.length && found[i + 1]!.offset < at) i++;
    const holder = found[i];
    if (holder && holder.offset < at && holders[holders.length - 1] !== holder) holders.push(holder);
  }
  return holders;
}

/** The last trailer with a catalog; without one, a trailer made for the last catalog found. */
function findTrailer(
  bytes: Uint8Array,
  reader: RebuildReader,
  enclosing: (word: string) => ObjectOffset[],
): PdfDict {
  const candidates: { at: number; dict: PdfDict }[] = [];
  for (let at = findBytes(bytes, 'trailer'); at >= 0; at = findBytes(bytes, 'trailer', at + 7)) {
    if (candidates.length > 5000) break;
    const dict = new Parser(bytes.subarray(at + 7, at + 7 + 65536), 0).object();
    if (isDict(dict)) candidates.push({ at, dict });
  }
  for (const { offset } of enclosing('/XRef').slice(-5000)) {
    const object = reader.load(offset);
    if (isStream(object) && isName(object.dict.entries.get('Type'), 'XRef')) {
      candidates.push({ at: offset, dict: object.dict });
    }
  }
  candidates.sort((a, b) => b.at - a.at);
  const withRoot = candidates.find(({ dict }) => isRef(dict.entries.get('Root')));
  if (withRoot) return withRoot.dict;
  for (const { num, gen, offset } of enclosing('/Catalog').reverse()) {
    const object = reader.load(offset);
    if (isDict(object) && isName(object.entries.get('Type'), 'Catalog'))
      return pdfDict({ Root: pdfRef(num, gen) });
  }
  return pdfDict();
}
