/**
 * Rule: filling in a field may redraw its appearance, with new streams, or in place if only this widget uses the
 * stream.
 */
import { isDict, isRef, isStream, type PdfDict } from '../../read/objects.ts';
import { type Comparison, type UsageTest, usedBy } from './comparison.ts';

/**
 * Approves the changes below /AP of one widget: `old` and `now` are its dictionaries, `num` its object number. Returns
 * false if they are more than a redrawing.
 */
export function appearance(cmp: Comparison, num: number, old: PdfDict, now: PdfDict): boolean {
  const raw = now.entries.get('AP');
  const oldRaw = old.entries.get('AP');
  if (raw === undefined) return oldRaw === undefined;
  const value = cmp.after.resolve(raw);
  const oldValue = cmp.before.resolve(oldRaw);
  if (!isDict(value)) return false;
  if (!cmp.approveKey('AP', old, now, [num])) return false;
  for (const key of ['N', 'R', 'D']) {
    const item = value.entries.get(key);
    if (item === undefined) continue;
    cmp.approveNew(item);
    if (!isDict(oldValue)) continue;
    const before = oldValue.entries.get(key);
    if (!isRef(item) || !isRef(before) || item.num !== before.num || !cmp.touched.has(item.num)) continue;
    if (!isStream(cmp.after.get(item)) || !isStream(cmp.before.get(before))) continue;
    cmp.approve(
      item.num,
      isRef(oldRaw) ? ownDictionary(cmp, oldRaw.num, num, key) : usedBy([num], `AP/${key}`),
    );
    for (const inner of cmp.references.outgoing(cmp.after.get(item))) {
      cmp.approveNew({ kind: 'ref', num: inner.num, gen: 0 });
    }
  }
  return true;
}

/** An appearance dictionary that is an indirect object must belong to this widget only. */
function ownDictionary(cmp: Comparison, dictionary: number, widget: number, key: string): UsageTest {
  const owners = cmp.references.usages(dictionary, cmp.older);
  const own = owners.every((usage) => usage.holder === widget && usage.path === 'AP');
  return own ? usedBy([dictionary], key) : () => false;
}
