/** Rule: an update must not write a key twice in a dictionary: some readers take the first value, others the last. */
import { isArray, type PdfObject } from '../../read/objects.ts';
import { asDict, type Comparison } from './comparison.ts';

export function duplicateKeys(cmp: Comparison): void {
  for (const num of cmp.touched) {
    const object = cmp.after.get(num);
    // Signature dictionaries are checked with the signature: many writers repeat Type.
    if (asDict(object)?.entries.has('ByteRange')) continue;
    const key = firstDuplicate(object, 0);
    if (key !== undefined) cmp.refuse('duplicate-keys', 'object-changed', { detail: `${num} 0 R /${key}` });
  }
}

function firstDuplicate(object: PdfObject, depth: number): string | undefined {
  if (depth > 50) return undefined;
  const dict = asDict(object);
  if (dict?.duplicates.length) return dict.duplicates[0];
  const inner = dict ? [...dict.entries.values()] : isArray(object) ? object.items : [];
  for (const item of inner) {
    const found = typeof item === 'object' ? firstDuplicate(item, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
