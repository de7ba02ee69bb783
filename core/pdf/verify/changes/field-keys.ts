/** Which entries of a field or widget may change when it is filled in, and which of them a lock forbids to change. */
import { isName, type PdfDict } from '../../read/objects.ts';
import { type Comparison, usedAs } from './comparison.ts';

/** Value and appearance (ISO 32000-2, tables 226, 228, 232 and 233), and Ff, which viewers set at will. */
const FILLING = new Set(['V', 'AP', 'AS', 'F', 'DA', 'Q', 'Ff', 'Type', 'I', 'TI', 'RV', 'M']);
const ALWAYS = new Set(['Ff', 'Type']);

/** Ordinary uses of a field or widget: form, page, kids, structure tree, calculation order. */
export const fieldUses = usedAs(
  'Fields/*',
  'Kids/*',
  'Annots/*',
  'Parent',
  'Obj',
  'CO/*',
  'Popup',
  'IRT',
  'T',
  'T/*',
  'Fields',
  'Data',
);

export interface KeyVerdict {
  /** Entries that changed although they must not. */
  wrong: string[];
  /** Whether anything but Ff and Type changed. */
  filled: boolean;
  changed: string[];
}

/** `old` and `now` are the same field or widget in both states. Type may only be added, and only as Annot. */
export function compareFieldKeys(cmp: Comparison, old: PdfDict, now: PdfDict): KeyVerdict {
  const changed = cmp.differing(old, now);
  const wrong = changed.filter((key) => !FILLING.has(key));
  const type = now.entries.get('Type');
  const oldType = old.entries.get('Type');
  if (changed.includes('Type') && !(oldType === undefined && isName(type, 'Annot'))) wrong.push('Type');
  return { wrong, filled: changed.some((key) => !ALWAYS.has(key)), changed };
}
