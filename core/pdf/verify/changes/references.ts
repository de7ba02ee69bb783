/** Who refers to whom, in every revision, worked out once a document. */
import type { PdfDocument } from '../../read/document.ts';
import { isArray, isDict, isName, isRef, isStream, type PdfObject } from '../../read/objects.ts';

/** `holder` refers to an object by `path`: keys joined by "/", "*" for an item of an array. -1 is the trailer. */
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
  /** The revision that decides what the object is at `revision`; -1 when none did yet. */
  lastWritten(num: number, revision: number): number;
  /** All places from which the object is referred to in the state after `revision`, reachable or not. */
  usages(num: number, revision: number): Usage[];
  /** Object numbers and paths that `object` refers to. */
  outgoing(object: PdfObject): { num: number; path: string }[];
}

const DEEPEST = 100;

/** Builds the index lazily: versions at once, usages (which read every object) when first asked. */
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
  let incoming: Map<number, Usage[]> | undefined;

  function lastWritten(num: number, revision: number): number {
    let last = -1;
    for (const at of versions.get(num) ?? none) if (at <= revision) last = at;
    return last;
  }

  function build(): Map<number, Usage[]> {
    const index = new Map<number, Usage[]>();
    const note = (target: number, usage: Usage) => {
      const list = index.get(target);
      if (list) list.push(usage);
      else index.set(target, [usage]);
    };
    for (const revision of document.revisions) {
      const view = document.at(revision.index);
      // Private keys count too: LibreOffice's AdditionalStreams leads to the document inside a hybrid file.
      for (const { num, path } of outgoing(revision.trailer)) {
        note(num, { holder: TRAILER, path, revision: revision.index });
      }
      for (const holder of revision.written) {
        const object = view.get(holder);
        // A cross-reference stream is a trailer: it is read as the revision's own, above.
        if (isStream(object) && isName(object.dict.entries.get('Type'), 'XRef')) continue;
        for (const { num, path } of outgoing(object)) {
          note(num, { holder, path, revision: revision.index });
        }
      }
    }
    return index;
  }

  return {
    versions: (num) => versions.get(num) ?? none,
    lastWritten,
    usages(num, revision) {
      incoming ??= build();
      return (incoming.get(num) ?? []).filter((usage) =>
        usage.holder === TRAILER
          ? usage.revision === revision
          : usage.revision <= revision && lastWritten(usage.holder, revision) === usage.revision,
      );
    },
    outgoing,
  };
}

/** References inside one object, with their paths. Not followed further. */
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
