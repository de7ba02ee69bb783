/**
 * Rule: a signature field may be added. Without an area on a page it counts as housekeeping (document time stamps use
 * one); with an area it counts as filling in a form, and after a certification signature it is refused, since the
 * certifier never saw what such a field draws (the "sneaky signature" attack, pdf-insecurity.org).
 */
import { isArray, isDict, isRef } from '../../read/objects.ts';
import type { FormField } from '../list-fields.ts';
import type { Comparison } from './comparison.ts';
import { isBlank, normalAppearance } from './normal-appearance.ts';
import { pageOfWidget } from './page-of-widget.ts';
import { signatureValue } from './signature-field.ts';
import { isVisibleField } from './visibility.ts';

/** Judges a field that only the newer state has. Refuses actions in it, and an empty field that draws something. */
export function newSignatureField(cmp: Comparison, field: FormField): void {
  const where = { field: field.name, ...pageOfWidget(cmp.after, field.widgets[0] ?? field.num) };
  const visible = isVisibleField(cmp.after, field);
  let draws = visible;
  for (const num of new Set([field.num, ...field.widgets])) {
    const dict = cmp.after.get(num);
    if (!isDict(dict)) continue;
    for (const key of ['A', 'AA']) {
      if (dict.entries.has(key)) cmp.refuse('change-action', 'field-added', { ...where, detail: key });
    }
    cmp.approveNew(dict.entries.get('AP'));
    const before = cmp.approved.size;
    for (const key of ['Lock', 'SV', 'MK']) cmp.approveNew(dict.entries.get(key));
    // PDF/A requires an appearance even for a field without an area (ISO 19005-1, 6.9); a blank one counts as none.
    draws ||= cmp.approved.size > before || drawsSomething(cmp, field);
    if (cmp.isNew(num)) cmp.approve(num, () => false);
  }
  const kids = field.dict.entries.get('Kids');
  if (isRef(kids) && isArray(cmp.after.get(kids))) cmp.approve(kids.num, () => false);
  cmp.change('signature-field-added', draws ? 'form' : 'lta', {
    ...where,
    fineWhenLocked: !visible,
    fineWhenCertified: !visible,
  });
  if (cmp.after.lookup(field.dict, 'V') !== null) signatureValue(cmp, field);
  else if (visible && drawsSomething(cmp, field)) {
    // An empty field that already shows something is content, not a place to sign.
    cmp.refuse('shadow-content', 'signature-field-added', { ...where, detail: 'AP' });
  }
  if (visible && isPaintedByReaders(cmp, field))
    cmp.refuse('shadow-content', 'signature-field-added', { ...where, detail: 'MK' });
}

/**
 * Whether readers draw a background or border because the widget has no appearance (12.5.6.19, table 192). poppler
 * does, and a black one hides what is below just as an appearance would.
 */
const isPaintedByReaders = (cmp: Comparison, field: FormField): boolean =>
  field.widgets.some((num) => {
    const widget = cmp.after.get(num);
    if (!isDict(widget) || normalAppearance(cmp.after, widget) !== null) return false;
    const characteristics = cmp.after.lookup(widget, 'MK');
    if (!isDict(characteristics)) return false;
    return ['BG', 'BC'].some((key) => {
      const colour = cmp.after.lookup(characteristics, key);
      return isArray(colour) && colour.items.length > 0;
    });
  });

function drawsSomething(cmp: Comparison, field: FormField): boolean {
  return field.widgets.some((num) => {
    const widget = cmp.after.get(num);
    const look = isDict(widget) ? normalAppearance(cmp.after, widget) : null;
    return look !== null && !isBlank(cmp.after, look);
  });
}
