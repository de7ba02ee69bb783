/** Judges the changes after a signature by the permissions of that signature. */
import type { ProblemCode } from '#core/verification/problems.ts';
import type { ChangeLevel, DocumentChange, LaterChanges } from '#core/verification/verdict.ts';
import type { PdfDocument } from '../read/document.ts';
import { compareRevisions } from './changes/compare-revisions.ts';
import type { JudgedChange } from './changes/comparison.ts';
import type { References } from './changes/references.ts';
import { isLocked, type Permissions } from './permissions.ts';

const LADDER: ChangeLevel[] = ['none', 'lta', 'form', 'annotation', 'other'];
const higher = (a: ChangeLevel, b: ChangeLevel) => (LADDER.indexOf(a) >= LADDER.indexOf(b) ? a : b);

/**
 * The highest level that a permission allows. Without a permission, forms and signatures, as with 2 (ISO 32000-2, table
 * 257).
 */
const MOST: Record<1 | 2 | 3, ChangeLevel> = { 1: 'lta', 2: 'form', 3: 'annotation' };

/**
 * Maximum number of revisions compared after a signature; real contracts stay far below, and a crafted file must not
 * take minutes.
 */
const MOST_REVISIONS = 2_000;
/** Maximum number of changes listed per signature; all are judged. */
const MOST_LISTED = 500;

export interface JudgedChanges {
  laterChanges: LaterChanges;
  level: ChangeLevel;
  changes: DocumentChange[];
  problems: ProblemCode[];
}

/** Compares revisions, each pair only once. */
export class RevisionComparer {
  readonly #document: PdfDocument;
  readonly #references: References;
  readonly #known = new Map<string, JudgedChange[]>();
  constructor(document: PdfDocument, references: References) {
    this.#document = document;
    this.#references = references;
  }

  /** Changes that revision `newer` made to the state after `older`. */
  compare(older: number, newer: number): JudgedChange[] {
    const key = `${older}-${newer}`;
    const known = this.#known.get(key);
    if (known) return known;
    const changes = compareRevisions(this.#document, this.#references, older, newer);
    this.#known.set(key, changes);
    return changes;
  }

  /**
   * Changes of `newer` from the point of view of a signature in revision `base`. Comparing with the previous revision
   * suffices if that step broke no rule (and all signatures share the steps); otherwise the two states are compared
   * directly, since the changed object may have been added after that signature.
   */
  since(base: number, newer: number): JudgedChange[] {
    const step = this.compare(newer - 1, newer);
    if (newer - 1 === base || step.every((change) => change.level !== 'other')) return step;
    return this.compare(base, newer);
  }
}

/** Judges all revisions after `base` by the permissions of the signature there. */
export function judgeChanges(
  comparer: RevisionComparer,
  revisions: number,
  base: number,
  permissions: Permissions,
): JudgedChanges {
  const result: JudgedChanges = { laterChanges: 'none', level: 'none', changes: [], problems: [] };
  if (revisions - base > MOST_REVISIONS) {
    return { ...result, laterChanges: 'unknown', level: 'other', problems: ['changes-unknown'] };
  }
  const most = permissions.permission === null ? 'form' : MOST[permissions.permission];
  let refused = false;
  for (let r = base + 1; r < revisions; r++) {
    for (const change of comparer.since(base, r)) {
      const problems = objections(change, most, permissions);
      const allowed = problems.length === 0;
      refused ||= !allowed;
      result.level = higher(result.level, change.level);
      const codes = change.remark ? [...problems, change.remark] : problems;
      for (const code of codes) if (!result.problems.includes(code)) result.problems.push(code);
      if (result.changes.length >= (allowed ? MOST_LISTED : 2 * MOST_LISTED)) continue;
      // The problem of an allowed change is one only for other signatures.
      const { fineWhenLocked, fineWhenCertified, remark, problem, ...facts } = change;
      result.changes.push({ ...facts, allowed, ...(codes[0] ? { problem: codes[0] } : {}) });
    }
  }
  if (base + 1 < revisions) {
    result.laterChanges = refused ? 'disallowed' : 'allowed';
    result.level = higher(result.level, 'lta');
  }
  if (refused) result.problems.unshift('changes-disallowed');
  return result;
}

/** The problem named by the rule, if any, and the permission of the signature that the change violates. */
const named = (change: JudgedChange, broken: ProblemCode): ProblemCode[] =>
  change.problem ? [change.problem, broken] : [broken];

function objections(change: JudgedChange, most: ChangeLevel, permissions: Permissions): ProblemCode[] {
  if (change.level === 'other') return [change.problem ?? 'change-object'];
  if (change.field !== undefined && !change.fineWhenLocked && isLocked(permissions.lock, change.field)) {
    return named(change, 'changes-to-locked-field');
  }
  if (permissions.permission !== null && !change.fineWhenCertified) {
    return named(change, 'changes-after-certification');
  }
  if (LADDER.indexOf(change.level) <= LADDER.indexOf(most)) return [];
  if (permissions.permission !== null) return named(change, 'changes-after-certification');
  return [change.problem ?? 'change-annotation'];
}
