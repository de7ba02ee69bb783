/**
 * The changes that a signature permits: DocMDP and FieldMDP (ISO 32000-2, 12.8.2), or the field's own Lock (12.7.5.5).
 */
import type { PdfView } from '../read/document.ts';
import { isArray, isDict, isName, isRef, isString, type PdfDict, type PdfObject } from '../read/objects.ts';
import { textOf } from './text-of.ts';

export type Permission = 1 | 2 | 3;

export interface FieldLock {
  action: 'All' | 'Include' | 'Exclude';
  fields: string[];
}

export interface Permissions {
  permission: Permission | null;
  lock: FieldLock | null;
  /** Whether it is the certification signature named by Perms in the catalog. */
  certification: boolean;
  /** Whether a transform could not be understood; nothing counts as permitted by it. */
  broken: boolean;
}

/**
 * `num` is the object number of the signature dictionary, null for a direct object. The first transform of each kind
 * counts; the field's Lock determines what the transforms leave open.
 */
export function readPermissions(
  view: PdfView,
  field: PdfDict,
  signature: PdfDict,
  num: number | null,
): Permissions {
  const result: Permissions = { permission: null, lock: null, certification: false, broken: false };
  const references = view.lookup(signature, 'Reference');
  for (const item of isArray(references) ? references.items : []) {
    const reference = view.resolve(item);
    if (!isDict(reference)) continue;
    const params = view.lookup(reference, 'TransformParams');
    const method = view.lookup(reference, 'TransformMethod');
    if (isName(method, 'DocMDP')) {
      // P is optional; its default is 2 (table 257).
      const p = isDict(params) ? (view.lookup(params, 'P') ?? 2) : 2;
      if (p === 1 || p === 2 || p === 3) result.permission ??= p;
      else result.broken = true;
    } else if (isName(method, 'FieldMDP')) {
      const lock = readLock(view, params);
      if (lock) result.lock ??= lock;
      else result.broken = true;
    }
  }
  const ownLock = view.lookup(field, 'Lock');
  if (isDict(ownLock)) {
    const p = view.lookup(ownLock, 'P');
    if (result.permission === null && (p === 1 || p === 2 || p === 3)) result.permission = p;
    result.lock ??= readLock(view, ownLock);
  }
  const perms = view.lookup(view.catalog, 'Perms');
  const certified = isDict(perms) ? perms.entries.get('DocMDP') : undefined;
  result.certification = isRef(certified) && num !== null && certified.num === num;
  return result;
}

function readLock(view: PdfView, params: PdfObject): FieldLock | null {
  if (!isDict(params)) return null;
  const action = view.lookup(params, 'Action');
  const listed = view.lookup(params, 'Fields');
  const fields = isArray(listed)
    ? listed.items
        .map((item) => view.resolve(item))
        .filter(isString)
        .map(textOf)
    : [];
  if (isName(action, 'All')) return { action: 'All', fields: [] };
  if (isName(action, 'Include')) return { action: 'Include', fields };
  return isName(action, 'Exclude') ? { action: 'Exclude', fields } : null;
}

/** Whether the lock covers the field with that full name; locking a branch locks all fields below it. */
export function isLocked(lock: FieldLock | null, name: string): boolean {
  if (!lock) return false;
  if (lock.action === 'All') return true;
  const listed = lock.fields.some((field) => name === field || name.startsWith(`${field}.`));
  return lock.action === 'Include' ? listed : !listed;
}
