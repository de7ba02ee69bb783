/** One comparison: what revision `newer` wrote, against the state after revision `older`. Rules work on this. */

import type { Box } from '#core/drawing.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { ChangeKind, ChangeLevel } from '#core/verification/verdict.ts';
import type { PdfDocument, PdfView } from '../../read/document.ts';
import { isDict, isRef, isStream, type PdfDict, type PdfObject } from '../../read/objects.ts';
import { differingKeys, equalObjects } from './equal-objects.ts';
import { type References, TRAILER, type Usage } from './references.ts';

/** A change that a rule has judged, before a signature's own permissions are looked at. */
export interface JudgedChange {
  kind: ChangeKind;
  level: ChangeLevel;
  revision: number;
  page?: number;
  /** Place on the page, mm from its top left as seen. */
  box?: Box;
  field?: string;
  detail?: string;
  problem?: ProblemCode;
  /** A note on a change that is allowed. */
  remark?: ProblemCode;
  /** Whether a field lock (FieldMDP) on `field` leaves this change open. */
  fineWhenLocked: boolean;
  /** Whether it is fine after a certification signature too. */
  fineWhenCertified: boolean;
}

export type ChangeOptions = Partial<Pick<JudgedChange, 'page' | 'box' | 'field' | 'detail' | 'problem'>> & {
  fineWhenLocked?: boolean;
  fineWhenCertified?: boolean;
};

/** Which uses of an object, in the older state, a rule has looked at when it approves an overwrite of the object. */
export type UsageTest = (usage: Usage) => boolean;

export interface Comparison {
  readonly document: PdfDocument;
  readonly references: References;
  readonly older: number;
  readonly newer: number;
  readonly before: PdfView;
  readonly after: PdfView;
  /** Numbers that the newer revision wrote and that are not word for word what they were. */
  readonly touched: ReadonlySet<number>;
  readonly changes: JudgedChange[];
  /** Numbers approved so far. */
  readonly approved: ReadonlySet<number>;

  /** Whether nothing had this number in the older state. */
  isNew(num: number): boolean;
  /** Allows the overwrite of an object; `uses` must accept every use that the older state makes of it. */
  approve(num: number, uses: UsageTest | 'any'): void;
  /** Allows `value`'s references and all they lead to, as far as these were written after the older state. */
  approveNew(value: PdfObject | undefined): void;
  /**
   * Allows the reference under `key` to be replaced: by nothing that existed, never from or to a stream. False where
   * it is not so. The caller has looked at the value's content. `holders` are the objects that the dictionary is, or
   * was, part of.
   */
  approveKey(key: string, before: PdfDict | undefined, after: PdfDict, holders: readonly number[]): boolean;
  change(kind: ChangeKind, level: ChangeLevel, options?: ChangeOptions): void;
  refuse(problem: ProblemCode, kind: ChangeKind, options?: ChangeOptions): void;
  /** Objects that were touched and that no rule has accounted for. */
  unexplained(): number[];
  equal(a: PdfObject | undefined, b: PdfObject | undefined): boolean;
  differing(a: PdfDict, b: PdfDict, ignored?: ReadonlySet<string>): string[];
}

/** Accepts uses by the end of their path, e.g. `usedAs('Annots/*')`. */
export const usedAs =
  (...ends: string[]): UsageTest =>
  (usage) =>
    ends.some((end) => usage.path === end || usage.path.endsWith(`/${end}`));

/** Accepts uses by these holders only, and by a path that is or ends with `path`. */
export const usedBy =
  (holders: readonly number[], path: string): UsageTest =>
  (usage) =>
    holders.includes(usage.holder) && (usage.path === path || usage.path.endsWith(`/${path}`));

/** Number of the catalog before and after. */
export function catalogNumbers(cmp: Comparison): number[] {
  return [cmp.before, cmp.after].map((view) => {
    const ref = view.trailer.entries.get('Root');
    return isRef(ref) ? ref.num : TRAILER;
  });
}

/** Number of the object that a key's value is, for both states; where it is none, those of the holders. */
export function valueHolders(
  key: string,
  before: PdfDict | undefined,
  after: PdfDict,
  holders: readonly number[],
): number[] {
  const refs = [before?.entries.get(key), after.entries.get(key)];
  return refs.flatMap((ref, i) => (isRef(ref) ? [ref.num] : holders.slice(i, i + 1)));
}

/** `older` and `newer` are indexes into `document.revisions`, from 0; `references` is of the same document. */
export function createComparison(
  document: PdfDocument,
  references: References,
  older: number,
  newer: number,
): Comparison {
  const before = document.at(older);
  const after = document.at(newer);
  const encodedBefore = before.encoded.bind(before);
  const encodedAfter = after.encoded.bind(after);
  const equal = (a: PdfObject | undefined, b: PdfObject | undefined) =>
    equalObjects(a, b, encodedBefore, encodedAfter);
  const exists = (num: number) => {
    const entry = before.entry(num);
    return entry !== undefined && entry.type !== 'free';
  };

  const touched = new Set<number>();
  for (const num of document.revisions[newer]!.written) {
    if (!exists(num) || !equal(before.get(num), after.get(num))) touched.add(num);
  }
  const approved = new Set<number>();
  const pending = new Map<number, Usage[]>();
  const changes: JudgedChange[] = [];

  /** A use by an item of an array that is an object of its own is a use by whoever holds the array. */
  function expand(usages: Usage[], depth = 0): Usage[] {
    return usages.flatMap((usage) => {
      if (usage.holder === TRAILER || usage.path !== '*' || depth > 4) return [usage];
      const holders = references.usages(usage.holder, older);
      if (holders.length === 0) return [usage];
      return expand(holders, depth + 1).map((outer) => ({ ...outer, path: `${outer.path}/*` }));
    });
  }

  /**
   * LibreOffice's AdditionalStreams in the trailer names the streams of a document inside the file; some writers copy
   * it with the number that they give away next. A number that was nothing and becomes a field is no part of that
   * document: it was free.
   */
  function namesNoStream(num: number, usage: Usage): boolean {
    return (
      usage.holder === TRAILER &&
      usage.path.startsWith('AdditionalStreams/') &&
      !exists(num) &&
      asDict(after.get(num))?.entries.has('FT') === true &&
      !isStream(after.get(num))
    );
  }

  function approve(num: number, uses: UsageTest | 'any'): void {
    if (!touched.has(num)) return;
    if (uses === 'any') {
      pending.delete(num);
      approved.add(num);
      return;
    }
    if (approved.has(num)) return;
    const open = pending.get(num) ?? expand(references.usages(num, older));
    const refused = open.filter((usage) => !uses(usage) && !namesNoStream(num, usage));
    // A use by an object that itself is used by nothing, such as an older catalog, shows nothing.
    const left = refused.filter((usage) => references.isReachable(usage.holder, older));
    pending.set(num, left);
    if (left.length === 0) approved.add(num);
  }

  function approveNew(value: PdfObject | undefined): void {
    const seen = new Set<number>();
    const queue = references.outgoing(value ?? null).map((found) => found.num);
    while (queue.length > 0) {
      const num = queue.pop()!;
      if (seen.has(num) || references.lastWritten(num, newer) <= older) continue;
      seen.add(num);
      // What the older state already refers to may not change on the strength of being referred to from a new place.
      approve(num, () => false);
      for (const found of references.outgoing(after.get(num))) queue.push(found.num);
    }
  }

  const isNew = (num: number) => !exists(num);

  function approveKey(
    key: string,
    old: PdfDict | undefined,
    now: PdfDict,
    holders: readonly number[],
  ): boolean {
    const oldValue = old?.entries.get(key);
    const newValue = now.entries.get(key);
    if (!isRef(newValue)) return true;
    if (isStream(after.get(newValue)) || (isRef(oldValue) && isStream(before.get(oldValue)))) return false;
    if (isRef(oldValue) && oldValue.num === newValue.num) {
      approve(newValue.num, usedBy(holders, key));
      return true;
    }
    if (!isNew(newValue.num)) return false;
    approve(newValue.num, () => false);
    return true;
  }

  return {
    document,
    references,
    older,
    newer,
    before,
    after,
    touched,
    changes,
    approved,
    isNew,
    approve,
    approveNew,
    approveKey,
    change(kind, level, options = {}) {
      changes.push({
        kind,
        level,
        revision: newer,
        fineWhenLocked: true,
        fineWhenCertified: true,
        ...options,
      });
    },
    refuse(problem, kind, options = {}) {
      changes.push({
        kind,
        level: 'other',
        revision: newer,
        problem,
        fineWhenLocked: false,
        fineWhenCertified: false,
        ...options,
      });
    },
    unexplained: () => [...touched].filter((num) => !approved.has(num)),
    equal,
    differing: (a, b, ignored) => differingKeys(a, b, encodedBefore, encodedAfter, 0, ignored),
  };
}

/** A dictionary, or a stream's dictionary, or undefined. */
export const asDict = (object: PdfObject | undefined): PdfDict | undefined =>
  isDict(object) ? object : isStream(object) ? object.dict : undefined;
