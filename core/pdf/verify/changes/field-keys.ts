/** Which entries of a field or widget may change when it is filled in, and whether a lock minds. */
import { isName, type PdfDict } from '../../read/objects.ts';
import { type Comparison, usedAs } from './comparison.ts';

/** Value and look (ISO 32000-2, tables 226, 228, 232 and 233), and Ff, which viewers set freely. */
const FILLING = new Set(['V', 'AP', 'AS', 'F', 'DA', 'Q', 'Ff', 'Type', 'I', 'TI', 'RV', 'M']);
const ALWAYS = new Set(['Ff', 'Type']);

/** Uses that a field or widget has by nature: the form, its page, its kids, the structure tree, calculation order. */
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
  /** Entries that changed though they may not. */
  wrong: string[];
  /** Whether anything but Ff and Type changed. */
  filled: boolean;
  changed: string[];
}

/** `old` and `now` are one field or widget in both states. Type may only be added, and only as Annot. */
export function compareFieldKeys(cmp: Comparison, old: PdfDict, now: PdfDict): KeyVerdict {
  const changed = cmp.differing(old, now);
  const wrong = changed.filter((key) => !FILLING.has(key));
  const type = now.entries.get('Type');
  const oldType = old.entries.get('Type');
  if (changed.includes('Type') && !(oldType === undefined && isName(type, 'Annot'))) wrong.push('Type');
  return { wrong, filled: changed.some((key) => !ALWAYS.has(key)), changed };
}
