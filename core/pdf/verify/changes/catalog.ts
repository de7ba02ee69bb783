/**
 * Rule: in the catalog, only those entries may change that other rules inspect (AcroForm, DSS, Metadata) or that do not
 * affect what is shown (Extensions, Version, MarkInfo). All others (Pages, Names, OpenAction, AA, Perms, OCProperties,
 * StructTreeRoot, Dests, …) must be identical.
 */
import type { ProblemCode } from '#core/verification/problems.ts';
import { isRef } from '../../read/objects.ts';
import { type Comparison, usedBy } from './comparison.ts';
import { TRAILER } from './references.ts';

const LOOKED_INTO = new Set(['AcroForm', 'DSS', 'Metadata', 'Extensions', 'Version', 'MarkInfo']);

const PROBLEM: Record<string, ProblemCode> = {
  Pages: 'change-pages',
  OpenAction: 'change-action',
  AA: 'change-action',
  Names: 'change-catalog',
  StructTreeRoot: 'change-structure',
  OCProperties: 'shadow-hide',
};

/** Approves the catalog object only if no entry differs other than those that are inspected elsewhere. */
export function catalog(cmp: Comparison): void {
  const [before, after] = [cmp.before.catalog, cmp.after.catalog];
  const [oldRef, newRef] = [cmp.before.trailer.entries.get('Root'), cmp.after.trailer.entries.get('Root')];
  const differing = cmp.differing(before, after, LOOKED_INTO);
  for (const key of differing) {
    const kind = key === 'StructTreeRoot' ? 'structure-tree' : 'catalog-changed';
    cmp.refuse(PROBLEM[key] ?? 'change-catalog', kind, { detail: key });
  }
  if (!isRef(newRef) || !isRef(oldRef)) {
    if (!cmp.equal(oldRef, newRef)) cmp.refuse('change-catalog', 'catalog-changed', { detail: 'Root' });
    return;
  }
  for (const key of ['Extensions', 'MarkInfo']) {
    if (!cmp.approveKey(key, before, after, [oldRef.num, newRef.num])) {
      cmp.refuse('change-catalog', 'catalog-changed', { detail: key });
    } else if (cmp.equal(before.entries.get(key), after.entries.get(key)) === false) {
      cmp.change('housekeeping', 'lta', { detail: key });
    }
  }
  const oldVersion = cmp.before.lookup(before, 'Version');
  if (!cmp.equal(oldVersion, cmp.after.lookup(after, 'Version'))) {
    cmp.change('housekeeping', 'lta', { detail: 'Version' });
  }
  if (differing.length > 0) return;
  if (oldRef.num === newRef.num) cmp.approve(newRef.num, 'any');
  else if (cmp.isNew(newRef.num)) cmp.approve(newRef.num, usedBy([TRAILER], 'Root'));
  else cmp.refuse('change-catalog', 'catalog-changed', { detail: 'Root' });
}
