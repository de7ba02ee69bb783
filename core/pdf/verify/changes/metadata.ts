/** Rules: the document information dictionary and the XMP metadata stream may be updated. */
import { isDict, isRef, isStream } from '../../read/objects.ts';
import { type Comparison, usedAs, usedBy } from './comparison.ts';
import { TRAILER } from './references.ts';
import { looksLikeXmp } from './well-formed-xmp.ts';

/** Judges Info of the trailer: it must stay a dictionary, and its object must be the old one or new. */
export function information(cmp: Comparison): void {
  const ref = cmp.after.trailer.entries.get('Info');
  if (!isRef(ref) || !cmp.touched.has(ref.num)) return;
  const value = cmp.after.get(ref);
  const old = cmp.before.trailer.entries.get('Info');
  const replaced = isRef(old) && old.num === ref.num;
  if (!isDict(value) || !(replaced || cmp.isNew(ref.num))) {
    cmp.refuse('change-metadata', 'metadata', { detail: 'Info' });
    return;
  }
  cmp.approve(ref.num, usedBy([TRAILER], 'Info'));
  for (const item of value.entries.values()) cmp.approveNew(item);
  cmp.change('metadata', 'lta', { detail: 'Info' });
}

/** Judges Metadata of the catalog: an XMP packet before and after, well-formed XML without entities. */
export function xmp(cmp: Comparison): void {
  const [old, now] = [cmp.before.catalog.entries.get('Metadata'), cmp.after.catalog.entries.get('Metadata')];
  if (now === undefined || now === null) {
    if (old) cmp.change('metadata', 'lta', { detail: 'Metadata' });
    return;
  }
  if (cmp.equal(old, now) && !(isRef(now) && cmp.touched.has(now.num))) return;
  const good =
    isRef(now) && isXmpStream(cmp.after, now.num) && (!isRef(old) || isXmpStream(cmp.before, old.num));
  const same = isRef(now) && isRef(old) && old.num === now.num;
  if (!good || !(same || cmp.isNew(now.num))) {
    cmp.refuse('change-metadata', 'metadata', { detail: 'Metadata' });
    return;
  }
  cmp.approve(now.num, usedAs('Metadata'));
  cmp.change('metadata', 'lta', { detail: 'Metadata' });
}

function isXmpStream(view: Comparison['after'], num: number): boolean {
  const stream = view.get(num);
  if (!isStream(stream)) return false;
  try {
    return looksLikeXmp(view.decode(stream));
  } catch {
    return false;
  }
}
