/**
 * Rules for the interactive form: fields may be filled in, signature fields signed, new signature fields added. No
 * field may be removed, and no field of another type added. The entries of AcroForm other than Fields, DR, DA, Q,
 * NeedAppearances and SigFlags must not change.
 */
import { isDict, isRef, type PdfDict } from '../../read/objects.ts';
import { type FieldList, type FormField, listFields } from '../list-fields.ts';
import { type Comparison, catalogNumbers, usedBy, valueHolders } from './comparison.ts';
import { newSignatureField } from './new-signature-field.ts';
import { ordinaryField } from './ordinary-field.ts';
import { redrawnFields } from './redrawn-fields.ts';
import { signatureField } from './signature-field.ts';

const MAY_CHANGE = new Set(['Fields', 'DR', 'DA', 'Q', 'NeedAppearances', 'SigFlags']);

export interface FormChanges {
  before: FieldList;
  after: FieldList;
  /** Widgets of new signature fields: object number of the widget to full name of the field. */
  newWidgets: Map<number, string>;
}

/** Judges each field by its full name. The rules for annotations of pages need the result. */
export function form(cmp: Comparison): FormChanges {
  const before = listFields(cmp.before);
  const after = listFields(cmp.after);
  const result: FormChanges = { before, after, newWidgets: new Map() };
  if (!formDictionary(cmp, before)) return result;
  if (after.broken && !before.broken) cmp.refuse('change-form-field', 'form-changed', { detail: 'Fields' });
  for (const name of new Set(after.duplicates)) {
    if (!before.duplicates.includes(name)) cmp.refuse('duplicate-fields', 'field-added', { field: name });
  }
  for (const [name, field] of before.byName) {
    if (!after.byName.has(name)) cmp.refuse('change-form-field', 'field-removed', { field: field.name });
  }
  for (const [name, now] of after.byName) compareField(cmp, before.byName.get(name), now, result);
  return result;
}

function compareField(
  cmp: Comparison,
  old: FormField | undefined,
  now: FormField,
  result: FormChanges,
): void {
  if (!old) {
    if (now.type === 'Sig') {
      newSignatureField(cmp, now);
      for (const widget of now.widgets) result.newWidgets.set(widget, now.name);
    } else if (!now.terminal && now.type === null && cmp.isNew(now.num)) {
      // An inner node of the field tree; its leaves are judged separately.
      cmp.approve(now.num, () => false);
    } else cmp.refuse('change-form-field', 'field-added', { field: now.name });
    return;
  }
  if (old.type !== now.type) {
    cmp.refuse('change-form-field', 'field-changed', { field: now.name, detail: 'FT' });
    return;
  }
  if (old.num !== now.num && !cmp.isNew(now.num)) {
    cmp.refuse('change-form-field', 'field-changed', { field: now.name, detail: `${now.num} 0 R` });
    return;
  }
  if (now.type === 'Sig') signatureField(cmp, old, now);
  else ordinaryField(cmp, old, now);
}

/** Judges the AcroForm dictionary itself; returns false if there is nothing to compare. */
function formDictionary(cmp: Comparison, fields: FieldList): boolean {
  const roots = catalogNumbers(cmp);
  const [before, after] = [cmp.before.catalog, cmp.after.catalog];
  const old = cmp.before.lookup(before, 'AcroForm');
  const now = cmp.after.lookup(after, 'AcroForm');
  if (old === null && now === null) return false;
  if (!isDict(now) || (old !== null && !isDict(old)) || !cmp.approveKey('AcroForm', before, after, roots)) {
    cmp.refuse('change-form-field', 'form-changed', { detail: 'AcroForm' });
    return false;
  }
  const empty: PdfDict = { kind: 'dict', entries: new Map(), duplicates: [] };
  const oldForm = isDict(old) ? old : empty;
  for (const key of cmp.differing(oldForm, now, MAY_CHANGE)) {
    cmp.refuse('change-form-field', 'form-changed', { detail: key });
  }
  if (flags(cmp, oldForm) & ~flags(cmp, now)) {
    cmp.refuse('change-form-field', 'form-changed', { detail: 'SigFlags' });
  }
  const holders = valueHolders('AcroForm', before, after, roots);
  for (const key of ['Fields', 'DR']) {
    if (!cmp.approveKey(key, oldForm, now, holders)) {
      cmp.refuse('change-form-field', 'form-changed', { detail: key });
    }
  }
  defaultResources(cmp, oldForm, now);
  redrawnFields(cmp, oldForm, now, fields);
  return true;
}

const flags = (cmp: Comparison, formDict: PdfDict): number => {
  const value = cmp.after.resolve(formDict.entries.get('SigFlags'));
  return typeof value === 'number' ? value : 0;
};

/** Approves fonts and other resources that viewers add for filled fields; only new objects. */
function defaultResources(cmp: Comparison, old: PdfDict, now: PdfDict): void {
  const resources = cmp.after.lookup(now, 'DR');
  if (!isDict(resources)) return;
  const before = cmp.before.lookup(old, 'DR');
  const raw = now.entries.get('DR');
  const changed = !cmp.equal(before, resources) || (isRef(raw) && cmp.touched.has(raw.num));
  const open = cmp.unexplained().length;
  for (const [kind, value] of resources.entries) {
    cmp.approveNew(value);
    // A category that is an indirect object may be updated if only DR uses it.
    if (isRef(value) && isRef(raw)) cmp.approve(value.num, usedBy([raw.num], kind));
  }
  if (changed || cmp.unexplained().length < open) cmp.change('form-changed', 'form', { detail: 'DR' });
}
