import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { PdfSource, RandomAccess } from './source.ts';

/** Thrown by synchronous reading if a part of the file is not loaded yet; `run` fetches it and starts over. */
export class BytesMissing {
  readonly from: number;
  readonly to: number;
  constructor(from: number, to: number) {
    this.from = from;
    this.to = to;
  }
}

/** Size of the fetched pieces, and the number of cached ones: 3 MB in total. */
const PIECE = 32 * 1024;
const CACHED_BLOCKS = 96;
/** Maximum number of fetches for one `run`; a document that needs more is broken or an attack. */
const MAX_FETCHES = 20_000;

export interface ByteStore {
  readonly length: number;
  /** Whether the whole file is in memory. */
  readonly whole: boolean;
  /** Bytes [from, to), clamped to the file; throws BytesMissing if they must be fetched first. */
  range(from: number, to: number): Bytes;
  run<T>(work: () => T): Promise<T>;
}

/** Bytes in memory are used without copying; any other source is fetched in pieces on demand. */
export function byteStore(source: PdfSource): ByteStore {
  return source instanceof Uint8Array ? memoryStore(source) : pagedStore(source);
}

function memoryStore(bytes: Bytes): ByteStore {
  return {
    length: bytes.length,
    whole: true,
    range: (from, to) => bytes.subarray(Math.max(0, from), Math.max(0, to)),
    run: async (work) => work(),
  };
}

function pagedStore(source: RandomAccess): ByteStore {
  const pieces = new Map<number, Bytes>();
  let capacity = CACHED_BLOCKS;
  const piece = (index: number): Bytes | undefined => {
    const found = pieces.get(index);
    if (found) {
      pieces.delete(index);
      pieces.set(index, found);
    }
    return found;
  };
  const range = (from: number, to: number): Bytes => {
    const start = Math.max(0, from);
    const end = Math.min(source.length, to);
    if (end <= start) return new Uint8Array(0);
    const first = Math.floor(start / PIECE);
    const last = Math.floor((end - 1) / PIECE);
    if (first === last) {
      const only = piece(first);
      if (!only) throw new BytesMissing(start, end);
      return only.subarray(start - first * PIECE, end - first * PIECE);
    }
    const out = new Uint8Array(end - start);
    for (let i = first; i <= last; i++) {
      const part = piece(i);
      if (!part) throw new BytesMissing(start, end);
      const partFrom = Math.max(start, i * PIECE);
      out.set(part.subarray(partFrom - i * PIECE, Math.min(end - i * PIECE, PIECE)), partFrom - start);
    }
    return out;
  };
  const fetch = async (from: number, to: number): Promise<void> => {
    const first = Math.floor(from / PIECE);
    const last = Math.floor((to - 1) / PIECE);
    capacity = Math.max(capacity, CACHED_BLOCKS + last - first + 1);
    for (let i = first; i <= last; i++) {
      if (piece(i)) continue;
      const end = Math.min(source.length, (i + 1) * PIECE);
      const bytes = await source.read(i * PIECE, end);
      if (bytes.length !== end - i * PIECE) throw new AppError('DOCUMENT_BROKEN', { reason: 'short read' });
      pieces.set(i, bytes);
    }
    for (const old of pieces.keys()) {
      if (pieces.size <= capacity) break;
      pieces.delete(old);
    }
    if (pieces.size <= CACHED_BLOCKS) capacity = CACHED_BLOCKS;
  };
  const run = async <T>(work: () => T): Promise<T> => {
    for (let fetches = 0; fetches < MAX_FETCHES; fetches++) {
      try {
        return work();
      } catch (missing) {
        if (!(missing instanceof BytesMissing)) throw missing;
        await fetch(missing.from, missing.to);
      }
    }
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'fetches' });
  };
  return { length: source.length, whole: false, range, run };
}
