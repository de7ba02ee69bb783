/** Rule: object streams and cross-reference streams may be added but must not replace an existing object. */
import { isName, isStream } from '../../read/objects.ts';
import type { Comparison } from './comparison.ts';

/** Reports no problems: whatever it does not approve is left to the other rules and finally to `leftovers`. */
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
