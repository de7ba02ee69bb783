/**
 * Rule: validation data may be added to the document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4).
 * Its form is strict: only the keys of the standard, only streams in the lists. Existing entries of VRI must not
 * change.
 */
import {
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
} from '../../read/objects.ts';
import { type Comparison, catalogNumbers, usedBy, valueHolders } from './comparison.ts';

const LISTS = ['Certs', 'CRLs', 'OCSPs'];
/**
 * The hash of the signature's Contents in upper-case hexadecimal: SHA-1 by ISO 32000-2, table 262; some writers use
 * SHA-256, recognised by its length.
 */
const VRI_KEY = /^(?:[A-Z0-9]{40}|[A-F0-9]{64})$/;
const VRI_LISTS = ['Cert', 'CRL', 'OCSP'];

/** Removing the store is refused too; private keys of other writers must not change. */
export function securityStore(cmp: Comparison): void {
  const roots = catalogNumbers(cmp);
  const [before, after] = [cmp.before.catalog, cmp.after.catalog];
  const now = cmp.after.lookup(after, 'DSS');
  const old = cmp.before.lookup(before, 'DSS');
  if (now === null) {
    if (old !== null) refuse(cmp, 'DSS');
    return;
  }
  const holders = valueHolders('DSS', before, after, roots);
  if (!isDict(now) || (old !== null && !isDict(old)) || !cmp.approveKey('DSS', before, after, roots)) {
    refuse(cmp, 'DSS');
    return;
  }
  const raw = after.entries.get('DSS');
  const changed = isRef(raw) ? cmp.touched.has(raw.num) : !cmp.equal(old, now);
  const oldStore = isDict(old) ? old : undefined;
  for (const key of now.entries.keys()) {
    if (![...LISTS, 'VRI', 'Type'].includes(key)) {
      // A private key of another writer is ignored if its value is unchanged.
      if (!cmp.equal(oldStore?.entries.get(key), now.entries.get(key))) refuse(cmp, key);
    }
  }
  let grew = changed;
  for (const key of LISTS) grew = list(cmp, oldStore, now, key, holders) || grew;
  grew = vri(cmp, oldStore, now, holders) || grew;
  if (grew) cmp.change('validation-data', 'lta');
}

const refuse = (cmp: Comparison, detail: string) =>
  cmp.refuse('change-validation-data', 'validation-data', { detail });

/** Judges one list of streams; returns true if anything in it changed. */
function list(
  cmp: Comparison,
  old: PdfDict | undefined,
  now: PdfDict,
  key: string,
  holders: number[],
): boolean {
  const value = now.entries.get(key);
  // Validation data that is no longer needed may be removed.
  if (value === undefined) return old?.entries.has(key) ?? false;
  const items = cmp.after.resolve(value);
  const streams = isArray(items) && items.items.every((item) => isRef(item) && isStream(cmp.after.get(item)));
  const changed = !cmp.equal(old?.entries.get(key), value) || (isRef(value) && cmp.touched.has(value.num));
  if (!streams) {
    if (changed) refuse(cmp, key);
    return changed;
  }
  if (!cmp.approveKey(key, old, now, holders)) refuse(cmp, key);
  cmp.approveNew(value);
  return changed;
}

function vri(cmp: Comparison, old: PdfDict | undefined, now: PdfDict, holders: number[]): boolean {
  const value = now.entries.get('VRI');
  const before = old ? cmp.before.lookup(old, 'VRI') : null;
  if (value === undefined) {
    if (before !== null) refuse(cmp, 'VRI');
    return false;
  }
  const after = cmp.after.resolve(value);
  if (!isDict(after) || (before !== null && !isDict(before)) || !cmp.approveKey('VRI', old, now, holders)) {
    refuse(cmp, 'VRI');
    return true;
  }
  const known = isDict(before) ? before.entries : new Map<string, PdfObject>();
  for (const [key, entry] of known) {
    if (!cmp.equal(entry, after.entries.get(key))) refuse(cmp, `VRI/${key}`);
  }
  let changed = false;
  for (const [key, entry] of after.entries) {
    if (known.has(key) || key === 'Type') continue;
    changed = true;
    const dict = cmp.after.resolve(entry);
    if (!VRI_KEY.test(key) || !isDict(dict)) {
      refuse(cmp, `VRI/${key}`);
      continue;
    }
    if (isRef(entry)) cmp.approve(entry.num, () => false);
    for (const [name, item] of dict.entries) {
      if (name === 'TU' ? !isString(cmp.after.resolve(item)) : name === 'Type' ? !isName(item) : false) {
        refuse(cmp, `VRI/${key}/${name}`);
      } else if (name === 'TS') cmp.approveNew(item);
      else if (VRI_LISTS.includes(name))
        list(cmp, undefined, dict, name, isRef(entry) ? [entry.num] : holders);
      else if (name !== 'TU' && name !== 'Type') refuse(cmp, `VRI/${key}/${name}`);
    }
  }
  if (isRef(value) && cmp.touched.has(value.num)) cmp.approve(value.num, usedBy(holders, 'VRI'));
  return changed;
}
