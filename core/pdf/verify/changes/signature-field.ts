/** Rule: an empty signature field may be signed; a signed one must not change. */
import { isDict, isName, isRef, type PdfDict } from '../../read/objects.ts';
import type { FormField } from '../list-fields.ts';
import { appearance } from './appearance.ts';
import { type Comparison, usedAs } from './comparison.ts';
import { compareFieldKeys, fieldUses } from './field-keys.ts';
import { pageOfWidget } from './page-of-widget.ts';
import { isHidden, isVisibleField, placeFlags } from './visibility.ts';

const signed = (cmp: Comparison['after'], dict: PdfDict) => cmp.lookup(dict, 'V') !== null;

/** `old` and `now` are the same field of type Sig in both states; `signatureValue` judges the value itself. */
export function signatureField(cmp: Comparison, old: FormField, now: FormField): void {
  const where = { field: now.name, ...pageOfWidget(cmp.after, now.widgets[0] ?? now.num) };
  const parts = new Set([now.num, ...now.widgets]);
  const [wasSigned, isSigned] = [signed(cmp.before, old.dict), signed(cmp.after, now.dict)];
  const lostWidgets = old.widgets.some((num) => num !== old.num && !parts.has(num));
  if (lostWidgets) cmp.refuse('change-signature-field', 'field-changed', { ...where, detail: 'Kids' });

  if (wasSigned || !isSigned) {
    for (const num of parts) unchangedPart(cmp, num, num === now.num ? old.dict : cmp.before.get(num), where);
    if (wasSigned && !isSigned) cmp.refuse('change-signed-value', 'field-changed', { ...where, detail: 'V' });
    return;
  }
  for (const num of parts) {
    const before = num === now.num ? old.dict : cmp.before.get(num);
    const after = cmp.after.get(num);
    if (!isDict(before) || !isDict(after)) continue;
    const keys = compareFieldKeys(cmp, before, after);
    if (keys.wrong.length > 0) {
      cmp.refuse('change-signature-field', 'field-changed', { ...where, detail: keys.wrong.join(', ') });
      return;
    }
    if (!appearance(cmp, num, before, after)) {
      cmp.refuse('change-appearance', 'field-changed', { ...where, detail: 'AP' });
      return;
    }
    if (
      (isHidden(cmp.before, before) && !isHidden(cmp.after, after) && !keys.changed.includes('AP')) ||
      placeFlags(cmp.before, before) !== placeFlags(cmp.after, after)
    ) {
      cmp.refuse('shadow-hide', 'field-changed', { ...where, detail: 'F' });
      return;
    }
    cmp.approve(num, fieldUses);
  }
  signatureValue(cmp, now);
}

/** Judges a part of a field that was already signed, or is still empty: only Ff and Type may differ. */
function unchangedPart(
  cmp: Comparison,
  num: number,
  before: ReturnType<Comparison['before']['get']>,
  where: { field: string; page?: number },
): void {
  const after = cmp.after.get(num);
  if (!cmp.touched.has(num) || !isDict(before) || !isDict(after)) return;
  const keys = compareFieldKeys(cmp, before, after);
  if (keys.wrong.length === 0 && !keys.filled) {
    cmp.approve(num, fieldUses);
    return;
  }
  const problem = keys.changed.includes('V') ? 'change-signed-value' : 'change-signature-field';
  cmp.refuse(problem, 'field-changed', { ...where, detail: keys.changed.join(', ') });
}

/** Judges the signature in a newly signed field: it must be a dictionary and an indirect object. */
export function signatureValue(cmp: Comparison, field: FormField): void {
  const where = { field: field.name, ...pageOfWidget(cmp.after, field.widgets[0] ?? field.num) };
  const raw = field.dict.entries.get('V');
  const value = cmp.after.resolve(raw);
  if (!isRef(raw) || !isDict(value)) {
    cmp.refuse('change-signature-field', 'signature-added', { ...where, detail: 'V' });
    return;
  }
  const timestamp = isName(value.entries.get('Type'), 'DocTimeStamp') && !isVisibleField(cmp.after, field);
  if (cmp.isNew(raw.num)) cmp.approve(raw.num, () => false);
  else cmp.approve(raw.num, usedAs('V'));
  for (const [key, item] of value.entries) if (key !== 'Reference') cmp.approveNew(item);
  for (const found of cmp.references.outgoing(value.entries.get('Reference') ?? null)) {
    if (!found.path.endsWith('Data')) cmp.approveNew({ kind: 'ref', num: found.num, gen: 0 });
  }
  if (timestamp) cmp.change('document-timestamp', 'lta', where);
  else cmp.change('signature-added', 'form', { ...where, fineWhenLocked: false });
}
