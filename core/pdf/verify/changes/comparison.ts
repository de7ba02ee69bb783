/** The input of the rules: the objects written by revision `newer`, compared with the state after revision `older`. */

import type { Box } from '#core/drawing.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { ChangeKind, ChangeLevel } from '#core/verification/verdict.ts';
import type { PdfDocument, PdfView } from '../../read/document.ts';
import { isDict, isRef, isStream, type PdfDict, type PdfObject } from '../../read/objects.ts';
import { differingKeys, equalObjects } from './equal-objects.ts';
import { type References, TRAILER, type Usage } from './references.ts';

/** A change judged by a rule, before the permissions of a particular signature are applied. */
export interface JudgedChange {
  kind: ChangeKind;
  level: ChangeLevel;
  revision: number;
  page?: number;
  /** Place on the page in mm from its top left corner, as displayed. */
  box?: Box;
  field?: string;
  /** Value of a filled field before and after, as text. */
  before?: string;
  after?: string;
  detail?: string;
  problem?: ProblemCode;
  /** A note on an allowed change. */
  remark?: ProblemCode;
  /** Whether the change is allowed even if a field lock (FieldMDP) covers `field`. */
  fineWhenLocked: boolean;
  /** Whether the change is allowed even after a certification signature. */
  fineWhenCertified: boolean;
}

export type ChangeOptions = Partial<
  Pick<JudgedChange, 'page' | 'box' | 'field' | 'before' | 'after' | 'detail' | 'problem' | 'remark'>
> & {
  fineWhenLocked?: boolean;
  fineWhenCertified?: boolean;
};

/**
 * Accepts those uses of an object in the older state that a rule has checked, when it approves overwriting the object.
 */
export type UsageTest = (usage: Usage) => boolean;

export interface Comparison {
  readonly document: PdfDocument;
  readonly references: References;
  readonly older: number;
  readonly newer: number;
  readonly before: PdfView;
  readonly after: PdfView;
  /** Numbers of the objects that the newer revision wrote with different content. */
  readonly touched: ReadonlySet<number>;
  readonly changes: JudgedChange[];
  /** Numbers approved so far. */
  readonly approved: ReadonlySet<number>;

  /** Whether the number was unused in the older state. */
  isNew(num: number): boolean;
  /** Approves overwriting an object, provided that `uses` accepts every use of it in the older state. */
  approve(num: number, uses: UsageTest | 'any'): void;
  /** Approves all objects reachable from `value` that were written after the older state. */
  approveNew(value: PdfObject | undefined): void;
  /**
   * Approves the object referenced under `key` in `after`: the old target overwritten in place, or a new object
   * instead. Returns false if the reference was redirected to another existing object, or if either target is a
   * stream. The caller must have checked the content of the value. `holders` are the objects that contain the
   * dictionary, in either state.
   */
  approveKey(key: string, before: PdfDict | undefined, after: PdfDict, holders: readonly number[]): boolean;
  change(kind: ChangeKind, level: ChangeLevel, options?: ChangeOptions): void;
  refuse(problem: ProblemCode, kind: ChangeKind, options?: ChangeOptions): void;
  /** Touched objects that no rule has approved. */
  unexplained(): number[];
  equal(a: PdfObject | undefined, b: PdfObject | undefined): boolean;
  differing(a: PdfDict, b: PdfDict, ignored?: ReadonlySet<string>): string[];
}

/** Accepts uses whose path ends with one of `ends`, e.g. `usedAs('Annots/*')`. */
export const usedAs =
  (...ends: string[]): UsageTest =>
  (usage) =>
    ends.some((end) => usage.path === end || usage.path.endsWith(`/${end}`));

/** Accepts uses by `holders` only, with a path that equals or ends with `path`. */
export const usedBy =
  (holders: readonly number[], path: string): UsageTest =>
  (usage) =>
    holders.includes(usage.holder) && (usage.path === path || usage.path.endsWith(`/${path}`));

/** Object numbers of the catalog before and after. */
export function catalogNumbers(cmp: Comparison): number[] {
  return [cmp.before, cmp.after].map((view) => {
    const ref = view.trailer.entries.get('Root');
    return isRef(ref) ? ref.num : TRAILER;
  });
}

/** Object numbers of the values of a key, before and after; for a direct value, the number of its holder. */
export function valueHolders(
  key: string,
  before: PdfDict | undefined,
  after: PdfDict,
  holders: readonly number[],
): number[] {
  const refs = [before?.entries.get(key), after.entries.get(key)];
  return refs.flatMap((ref, i) => (isRef(ref) ? [ref.num] : holders.slice(i, i + 1)));
}

/** `older` and `newer` are indexes into `document.revisions`, from 0; `references` must be of the same document. */
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

  /** Replaces a use by an array that is an indirect object with the uses of that array. */
  function expand(usages: Usage[], depth = 0): Usage[] {
    return usages.flatMap((usage) => {
      if (usage.holder === TRAILER || usage.path !== '*' || depth > 4) return [usage];
      const holders = references.usages(usage.holder, older);
      if (holders.length === 0) return [usage];
      return expand(holders, depth + 1).map((outer) => ({ ...outer, path: `${outer.path}/*` }));
    });
  }

  /**
   * The key AdditionalStreams of LibreOffice in the trailer lists the streams of an embedded document; some writers
   * copy it although it contains a number that they assign next. If that number was free and becomes a form field, the
   * entry is not a use of it.
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
    // A use by an unreachable object, such as an older catalog, has no effect on what is shown.
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
      // A new reference to an object does not justify changing it if the older state already referred to it.
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

/** The dictionary itself, or that of a stream; undefined for any other object. */
export const asDict = (object: PdfObject | undefined): PdfDict | undefined =>
  isDict(object) ? object : isStream(object) ? object.dict : undefined;
