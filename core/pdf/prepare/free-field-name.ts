import type { PdfDocument } from '../read/document.ts';
import type { PdfField } from '../read/fields.ts';
import { isString } from '../read/objects.ts';
import { textOf } from '../read/text-string.ts';
import { COMPANION_KEY } from '../sign/lay-out-signature.ts';

/**
 * Chooses names of new fields so that nothing in the file refers to them: a contract that was finished here, or by
 * another system with the same habits, has a `Signer1` already. Answers the wanted name if it is free, otherwise with
 * a number after it. The names of a field's further places (`Signer1:2`) count as taken too, also where a file names
 * them without having the field.
 *
 * ```ts
 * const nameFor = freeFieldNames(document, listFields(document));
 * nameFor('Signer1'); // 'Signer1_2'
 * ```
 */
export function freeFieldNames(
  document: PdfDocument,
  fields: readonly PdfField[],
): (wanted: string) => string {
  const taken = new Set<string>();
  for (const { name, dict } of fields) {
    // A child's qualified name takes that of its parent: two siblings must not have one name (12.7.4.2).
    for (const part of prefixesOf(name)) taken.add(rootOf(part));
    const owner = document.lookup(dict, COMPANION_KEY);
    if (isString(owner)) taken.add(rootOf(textOf(owner)));
  }
  return (wanted) => {
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`;
    taken.add(name);
    return name;
  };
}

/** The name of the field that a further place belongs to. */
const rootOf = (name: string): string => name.replace(/:\d+$/, '');

const prefixesOf = (name: string): string[] => {
  const parts = name.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
};
