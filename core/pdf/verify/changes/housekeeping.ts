/** Rule: object streams and cross-reference streams may be added, never put over an object that existed. */
import { isName, isStream } from '../../read/objects.ts';
import type { Comparison } from './comparison.ts';

/** Writes no problem: what it does not approve is left to the other rules and at last to `leftovers`. */
export function housekeeping(cmp: Comparison): void {
  let found = false;
  for (const num of cmp.touched) {
    const object = cmp.after.get(num);
    if (!isStream(object) || !cmp.isNew(num)) continue;
    const type = object.dict.entries.get('Type');
    if (!isName(type, 'XRef') && !isName(type, 'ObjStm')) continue;
    cmp.approve(num, () => false);
    found = true;
  }
  if (found) cmp.change('housekeeping', 'lta');
}
