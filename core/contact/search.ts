import type { Contact } from './contact.ts';
import { matchesNumber, matchesReadings, type Readings, typedKey } from './match-name.ts';

/** The readings of a name; null if they are not loaded yet, or if the name has no characters with readings. */
export type ReadName = (name: string) => Readings | null;

const LETTERS = /^[a-z]+$/;

/** Whether one of the names contains the typed text, as written or as read. `typed` is from `typedKey`. */
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

/** The contacts that match the typed text: part of a name or phone number, syllables or their initials. */
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
