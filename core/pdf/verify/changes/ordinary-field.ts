/** Rule: text, choice and button fields may be filled in, and must then show their value. */
import { isDict, type PdfDict } from '../../read/objects.ts';
import type { FormField } from '../list-fields.ts';
import { appearance } from './appearance.ts';
import type { Comparison } from './comparison.ts';
import { drawnText } from './drawn-text.ts';
import { compareFieldKeys, fieldUses } from './field-keys.ts';
import { isBlank, normalAppearance } from './normal-appearance.ts';
import { pageOfWidget } from './page-of-widget.ts';
import { valueText } from './value-text.ts';
import { isHidden, placeFlags } from './visibility.ts';

/** `old` and `now` are the same field, not of type Sig, in both states; judging stops at the first refusal. */
export function ordinaryField(cmp: Comparison, old: FormField, now: FormField): void {
  if (old.num === now.num && !involved(cmp, now)) return;
  const where = { field: now.name, ...pageOfWidget(cmp.after, now.widgets[0] ?? now.num) };
  const keys = compareFieldKeys(cmp, old.dict, now.dict);
  if (keys.wrong.length > 0) {
    cmp.refuse('change-form-field', 'field-changed', { ...where, detail: keys.wrong.join(', ') });
    return;
  }
  const valueChanged = keys.changed.includes('V');
  if (valueChanged) cmp.approveNew(now.dict.entries.get('V'));
  const flags = cmp.before.lookup(old.dict, 'Ff');
  const pushes = now.type === 'Btn' && typeof flags === 'number' && (flags & PUSH_BUTTON) !== 0;
  const kind = pushes ? 'push' : now.type;
  const values = pushes ? {} : filledValues(cmp, old, now);
  let filled = keys.filled;
  for (const num of new Set([now.num, ...now.widgets])) {
    const before = num === now.num ? old.dict : cmp.before.get(num);
    const after = cmp.after.get(num);
    if (!isDict(before) || !isDict(after)) continue;
    const result = widget(cmp, num, before, after, where, valueChanged, kind);
    if (result === 'refused') return;
    filled ||= result === 'filled';
  }
  if (filled) cmp.change('field-filled', 'form', { ...where, ...values, fineWhenLocked: false });
}

/** What the field said before and says now; a note if that differs, since whoever signed saw the former only. */
function filledValues(cmp: Comparison, old: FormField, now: FormField) {
  const [before, after] = [valueText(cmp.before, old), valueText(cmp.after, now)];
  if (before === after) return before === '' ? {} : { before, after };
  return { before, after, remark: 'fields-filled-later' as const };
}

/** Whether the newer revision wrote the field, one of its widgets, or one of their appearance streams. */
function involved(cmp: Comparison, field: FormField): boolean {
  return [field.num, ...field.widgets].some((num) => {
    if (cmp.touched.has(num)) return true;
    const dict = cmp.after.get(num);
    const look = isDict(dict) ? cmp.after.lookup(dict, 'AP') : null;
    const raw = isDict(dict) ? dict.entries.get('AP') : undefined;
    const refs = [raw, ...(isDict(look) ? [look] : [])].flatMap((part) =>
      cmp.references.outgoing(part ?? null),
    );
    return refs.some((ref) => cmp.touched.has(ref.num));
  });
}

/** Flag Pushbutton of /Ff (12.7.5.2): such a button has no state, its picture is its only content. */
const PUSH_BUTTON = 65_536;

type Where = { field: string; page?: number };

function widget(
  cmp: Comparison,
  num: number,
  before: PdfDict,
  after: PdfDict,
  where: Where,
  valueChanged: boolean,
  type: string | null,
): 'same' | 'filled' | 'refused' {
  const keys = compareFieldKeys(cmp, before, after);
  if (keys.wrong.length > 0) {
    cmp.refuse('change-form-field', 'field-changed', { ...where, detail: keys.wrong.join(', ') });
    return 'refused';
  }
  if (
    isHidden(cmp.before, before) !== isHidden(cmp.after, after) ||
    placeFlags(cmp.before, before) !== placeFlags(cmp.after, after)
  ) {
    cmp.refuse('shadow-hide', 'field-changed', { ...where, detail: 'F' });
    return 'refused';
  }
  if (!appearance(cmp, num, before, after)) {
    cmp.refuse('change-appearance', 'field-changed', { ...where, detail: 'AP' });
    return 'refused';
  }
  cmp.approve(num, fieldUses);
  const sameState = !valueChanged && !keys.changed.includes('AS');
  if ((sameState || type === 'push') && drawsOtherValue(cmp, before, after, type)) {
    cmp.refuse('shadow-replace', 'field-changed', { ...where, detail: 'AP' });
    return 'refused';
  }
  // A redrawing is reported even if value and words are unchanged, so that whoever reviews the file knows of it.
  return keys.filled || drawnAnew(cmp, before, after) ? 'filled' : 'same';
}

function drawnAnew(cmp: Comparison, before: PdfDict, after: PdfDict): boolean {
  const [old, now] = [normalAppearance(cmp.before, before), normalAppearance(cmp.after, after)];
  return old !== null && now !== null && !cmp.equal(old, now);
}

/**
 * Whether a non-blank appearance was replaced although the value is unchanged: the older appearance showed a text other
 * than the value (the shadow attack "replace by overlay", pdf-insecurity.org), or the picture of a button was
 * exchanged. Drawing over a blank appearance counts as filling in.
 */
function drawsOtherValue(cmp: Comparison, before: PdfDict, after: PdfDict, type: string | null): boolean {
  const [old, now] = [normalAppearance(cmp.before, before), normalAppearance(cmp.after, after)];
  if (!old || !now) return false;
  if (type === 'push' || (type === 'Btn' && !before.entries.has('AS')))
    return !isBlank(cmp.before, old) && !cmp.equal(old, now);
  const [shown, shows] = [drawnText(cmp.before, old), drawnText(cmp.after, now)];
  // Other readers may be able to decode what we cannot, so only identical streams count as showing the same.
  if (shown === null || shows === null) return shown !== '' && !cmp.equal(old, now);
  return shown !== '' && shown !== shows;
}
