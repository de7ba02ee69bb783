/** Rule: an update must not change the encryption of the file. */
import type { Comparison } from './comparison.ts';

export function trailer(cmp: Comparison): void {
  const [before, after] = [
    cmp.before.trailer.entries.get('Encrypt'),
    cmp.after.trailer.entries.get('Encrypt'),
  ];
  if (!cmp.equal(before ?? null, after ?? null))
    cmp.refuse('change-catalog', 'catalog-changed', { detail: 'Encrypt' });
}
