/**
 * Rule: an update may set or clear NeedAppearances, which makes readers redraw the fields, unless they would then show
 * other text than the signed one (the shadow attack "replace by overlay", pdf-insecurity.org).
 */
import { isDict, isString, type PdfDict } from '../../read/objects.ts';
import type { FieldList } from '../list-fields.ts';
import { textOf } from '../text-of.ts';
import type { Comparison } from './comparison.ts';
import { drawnText } from './drawn-text.ts';
import { normalAppearance } from './normal-appearance.ts';
import { pageOfWidget } from './page-of-widget.ts';

/**
 * `old` and `now` are the AcroForm dictionaries; only text fields of the older state are compared. Clearing the flag is
 * the same attack in reverse: readers that drew the value then show the stored appearance.
 */
export function redrawnFields(cmp: Comparison, old: PdfDict, now: PdfDict, before: FieldList): void {
  const wanted = cmp.after.lookup(now, 'NeedAppearances') === true;
  if (wanted === (cmp.before.lookup(old, 'NeedAppearances') === true)) return;
  cmp.change('form-changed', 'lta', { detail: 'NeedAppearances' });
  // Readers show the stored appearance before the flag is set, or after it is cleared.
  const stored = wanted ? cmp.before : cmp.after;
  for (const field of before.all) {
    const value = field.type === 'Tx' ? cmp.before.lookup(field.dict, 'V') : null;
    const later = cmp.after.get(field.num);
    const drawnValue = wanted || !isDict(later) ? value : cmp.after.lookup(later, 'V');
    if (!isString(value) || !isString(drawnValue)) continue;
    for (const num of field.widgets) {
      const widget = stored.get(num);
      const look = isDict(widget) ? normalAppearance(stored, widget) : null;
      if (!look) continue;
      const shown = drawnText(stored, look);
      // Other readers may be able to decode what we cannot, so it is not known to show the value.
      if (shown !== null && !differs(shown, textOf(drawnValue))) continue;
      const where = { field: field.name, ...pageOfWidget(cmp.after, num) };
      cmp.refuse('shadow-replace', 'field-changed', { ...where, detail: 'NeedAppearances' });
    }
  }
}

/** Compares letters and digits only: the value 1000 may be shown as $ 1,000.00. Other alphabets cannot be compared. */
function differs(shown: string, value: string): boolean {
  const [a, b] = [shown, value].map((text) => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase()) as [
    string,
    string,
  ];
  if (a === '' || b === '' || /[^\x20-\x7e]/.test(shown + value.replace(/\s/g, ''))) return false;
  return !a.includes(b) && !b.includes(a);
}
