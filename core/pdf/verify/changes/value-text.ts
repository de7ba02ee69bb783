/** The value of a field as text, for telling what a later revision changed. */
import type { PdfView } from '../../read/document.ts';
import { isArray, isName, isStream, isString, type PdfObject } from '../../read/objects.ts';
import type { FormField } from '../list-fields.ts';
import { textOf } from '../text-of.ts';

/** Longer values end with an ellipsis. */
const LONGEST = 200;

/**
 * The value of `field`, its own or inherited (12.7.4.1): a text, the state of a button, or the chosen entries of a list.
 * Empty without a value, also for a button that is off.
 */
export function valueText(view: PdfView, field: FormField): string {
  const text = textOfValue(view, ownOrInherited(view, field)).replace(/\s+/g, ' ').trim();
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text;
}

function ownOrInherited(view: PdfView, field: FormField): PdfObject {
  for (let at: FormField | null = field; at; at = at.parent)
    if (at.dict.entries.has('V')) return view.lookup(at.dict, 'V');
  return null;
}

function textOfValue(view: PdfView, value: PdfObject): string {
  if (isString(value)) return textOf(value);
  if (isName(value)) return value.value === 'Off' ? '' : value.value;
  if (isStream(value)) {
    try {
      return new TextDecoder('latin1').decode(view.decode(value).subarray(0, 4 * LONGEST));
    } catch {
      return '';
    }
  }
  if (!isArray(value)) return '';
  const chosen = value.items.slice(0, LONGEST).map((item) => view.resolve(item));
  return chosen.map((item) => (isString(item) ? textOf(item) : '')).join(', ');
}
