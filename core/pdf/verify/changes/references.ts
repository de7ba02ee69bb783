/** The index of references between objects in every revision, built once per document. */
import type { PdfDocument } from '../../read/document.ts';
import { isArray, isDict, isName, isRef, isStream, type PdfObject } from '../../read/objects.ts';

/**
 * A reference to an object: `holder` contains it under `path`, keys joined by "/", "*" for an array item. -1 is the
 * trailer.
 */
export interface Usage {
  holder: number;
  path: string;
  /** Revision that wrote this version of the holder. */
  revision: number;
}

export const TRAILER = -1;

export interface References {
  /** Revisions that wrote or freed the object, ascending. */
  versions(num: number): readonly number[];
  /** The last revision up to `revision` that wrote or freed the object; -1 if none did. */
  lastWritten(num: number, revision: number): number;
  /** All references to the object in the state after `revision`, whether or not their holders are reachable. */
  usages(num: number, revision: number): Usage[];
  /** Whether the object is reachable from the trailer in the state after `revision`. */
  isReachable(num: number, revision: number): boolean;
  /** Object numbers and paths of the references in `object`. */
  outgoing(object: PdfObject): { num: number; path: string }[];
}

const DEEPEST = 100;

/** Builds the index lazily: versions at once, usages (which read every object) at the first query. */
export function createReferences(document: PdfDocument): References {
  const versions = new Map<number, number[]>();
  for (const revision of document.revisions) {
    for (const set of [revision.written, revision.freed]) {
      for (const num of set) {
        const list = versions.get(num);
        if (!list) versions.set(num, [revision.index]);
        else if (list[list.length - 1] !== revision.index) list.push(revision.index);
      }
    }
  }
  const none: readonly number[] = [];
  let incoming: Map<number, number[]> | undefined;

  function lastWritten(num: number, revision: number): number {
    let last = -1;
    for (const at of versions.get(num) ?? none) if (at <= revision) last = at;
    return last;
  }

  /** For each number its holders as [holder, revision, holder, revision, …]; paths are computed on query. */
  function build(): Map<number, number[]> {
    const index = new Map<number, number[]>();
    for (const revision of document.revisions) {
      const view = document.at(revision.index);
      // Private keys count too: AdditionalStreams of LibreOffice leads to the document embedded in a hybrid file.
      noteTargets(index, revision.trailer, TRAILER, revision.index, 0);
      for (const holder of revision.written) {
        const object = view.get(holder);
        // A cross-reference stream is a trailer, which was indexed above.
        if (isStream(object) && isName(object.dict.entries.get('Type'), 'XRef')) continue;
        noteTargets(index, object, holder, revision.index, 0);
      }
    }
    return index;
  }

  function usages(num: number, revision: number): Usage[] {
    incoming ??= build();
    const pairs = incoming.get(num) ?? none;
    const out: Usage[] = [];
    for (let i = 0; i < pairs.length; i += 2) {
      const [holder, at] = [pairs[i]!, pairs[i + 1]!];
      const current =
        holder === TRAILER ? at === revision : at <= revision && lastWritten(holder, revision) === at;
      if (!current) continue;
      const object = holder === TRAILER ? document.revisions[at]!.trailer : document.at(at).get(holder);
      for (const found of outgoing(object))
        if (found.num === num) out.push({ holder, path: found.path, revision: at });
    }
    return out;
  }

  const reached = new Map<number, Set<number>>();
  function isReachable(num: number, revision: number): boolean {
    if (num === TRAILER) return true;
    let found = reached.get(revision);
    if (!found) {
      found = reachableFrom(document, revision);
      reached.set(revision, found);
    }
    return found.has(num);
  }

  return { versions: (num) => versions.get(num) ?? none, lastWritten, usages, isReachable, outgoing };
}

/** Numbers of all objects reachable from the trailer of a state. */
function reachableFrom(document: PdfDocument, revision: number): Set<number> {
  const view = document.at(revision);
  const found = new Set<number>();
  const queue = outgoing(view.trailer).map((target) => target.num);
  while (queue.length > 0) {
    const num = queue.pop()!;
    if (found.has(num)) continue;
    found.add(num);
    for (const target of outgoing(view.get(num))) if (!found.has(target.num)) queue.push(target.num);
  }
  return found;
}

/** Adds `holder` once to each number that `value` refers to. */
function noteTargets(
  index: Map<number, number[]>,
  value: PdfObject,
  holder: number,
  revision: number,
  depth: number,
): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  if (value.kind === 'ref') {
    const list = index.get(value.num);
    if (!list) index.set(value.num, [holder, revision]);
    else if (list[list.length - 2] !== holder || list[list.length - 1] !== revision)
      list.push(holder, revision);
  } else if (value.kind === 'array') {
    for (const item of value.items) noteTargets(index, item, holder, revision, depth + 1);
  } else if (value.kind === 'dict' || value.kind === 'stream') {
    const { entries } = value.kind === 'stream' ? value.dict : value;
    for (const item of entries.values()) noteTargets(index, item, holder, revision, depth + 1);
  }
}

/** References in one object, with their paths; they are not followed. */
export function outgoing(object: PdfObject): { num: number; path: string }[] {
  const out: { num: number; path: string }[] = [];
  const walk = (value: PdfObject, path: string, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    if (isRef(value)) out.push({ num: value.num, path });
    else if (isArray(value)) for (const item of value.items) walk(item, path ? `${path}/*` : '*', depth + 1);
    else if (isDict(value) || isStream(value)) {
      const dict = isStream(value) ? value.dict : value;
      for (const [key, item] of dict.entries) walk(item, path ? `${path}/${key}` : key, depth + 1);
    }
  };
  walk(object, '', 0);
  return out;
}
