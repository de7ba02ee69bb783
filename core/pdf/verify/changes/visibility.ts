/** Visibility of a widget: size and flags of annotations (ISO 32000-2, 12.5.2 and 12.5.3). */
import type { PdfView } from '../../read/document.ts';
import { isArray, isDict, type PdfDict } from '../../read/objects.ts';
import type { FormField } from '../list-fields.ts';

/** Whether the annotation's rectangle has an area. */
export function hasArea(view: PdfView, annotation: PdfDict): boolean {
  const rect = view.lookup(annotation, 'Rect');
  if (!isArray(rect) || rect.items.length !== 4) return false;
  const [x1, y1, x2, y2] = rect.items.map((item) => view.resolve(item));
  if (typeof x1 !== 'number' || typeof y1 !== 'number' || typeof x2 !== 'number' || typeof y2 !== 'number')
    return false;
  return Math.abs(x1 - x2) * Math.abs(y1 - y2) > 0;
}

/** Whether the field or any of its widgets has an area on a page. */
export function isVisibleField(view: PdfView, field: FormField): boolean {
  if (hasArea(view, field.dict)) return true;
  return field.widgets.some((num) => {
    const widget = view.get(num);
    return isDict(widget) && hasArea(view, widget);
  });
}

/** Hidden and NoView (ISO 32000-2, table 167). */
const OFF_SCREEN = 0b100010;
/**
 * Invisible, NoZoom, NoRotate and ToggleNoView: they determine where, how large and when a reader draws the annotation.
 */
const PLACE = 0b100011001;

const flagsOf = (view: PdfView, annotation: PdfDict): number => {
  const flags = view.lookup(annotation, 'F');
  return typeof flags === 'number' ? flags : 0;
};

/** Whether the flags keep the annotation off the screen. */
export const isHidden = (view: PdfView, annotation: PdfDict): boolean =>
  (flagsOf(view, annotation) & OFF_SCREEN) !== 0;

/** The flags that determine where, how large and when a reader draws the annotation. */
export const placeFlags = (view: PdfView, annotation: PdfDict): number => flagsOf(view, annotation) & PLACE;
