import type { Contact } from './contact.ts';
import { matchesNumber, matchesReadings, type Readings, typedKey } from './match-name.ts';

/** How a name is read aloud; null while that is not known yet, or for a name that has nothing to be read. */
export type ReadName = (name: string) => Readings | null;

const LETTERS = /^[a-z]+$/;

/** Whether one of the names has what was typed in it, as it is written or as it is read. `typed` from `typedKey`. */
export function matchesName(names: readonly string[], typed: string, read: ReadName): boolean {
  if (names.some((name) => name !== '' && typedKey(name).includes(typed))) return true;
  return (
    LETTERS.test(typed) &&
    names.some((name) => {
      const readings = name === '' ? null : read(name);
      return readings !== null && matchesReadings(readings, typed);
    })
  );
}

/** The contacts that fit what was typed: a part of a name or a phone number, syllables or their first letters. */
export function searchContacts(contacts: readonly Contact[], text: string, read: ReadName): Contact[] {
  const typed = typedKey(text);
  if (typed === '') return [...contacts];
  return contacts.filter(
    ({ name, entName, person, phone, email }) =>
      matchesName([name, person, entName], typed, read) ||
      matchesNumber(phone, typed) ||
      (typed.length > 2 && email.toLowerCase().includes(typed)),
  );
}
