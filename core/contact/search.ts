import type { Contact } from './contact.ts';
import { matchesNumber, matchesReadings, type Readings, typedKey } from './match-name.ts';

/** The readings of a name; null if they are not loaded yet, or if the name has no characters with readings. */
export type ReadName = (name: string) => Readings | null;

const LETTERS = /^[a-z]+$/;
/** Contacts prepared between two stops: about a millisecond. */
const AT_ONCE = 50;

/** Whether one of the names contains the typed text, as written or as read. `typed` is from `typedKey`. */
export function matchesName(names: readonly string[], typed: string, read: ReadName): boolean {
  return (
    names.some((name) => name !== '' && typedKey(name).includes(typed)) || matchesRead(names, typed, read)
  );
}

const matchesRead = (names: readonly string[], typed: string, read: ReadName): boolean =>
  LETTERS.test(typed) &&
  names.some((name) => {
    const readings = name === '' ? null : read(name);
    return readings !== null && matchesReadings(readings, typed);
  });

interface Keys {
  names: readonly string[];
  /** The names as they are compared with what is typed. */
  texts: readonly string[];
  email: string;
}

/** Made once for each contact: a book's contacts stay the same objects until they change. */
const known = new WeakMap<Contact, Keys>();

function keysOf(contact: Contact): Keys {
  let keys = known.get(contact);
  if (!keys) {
    const names = [contact.name, contact.person, contact.entName].filter((name) => name !== '');
    keys = { names, texts: names.map(typedKey), email: contact.email.toLowerCase() };
    known.set(contact, keys);
  }
  return keys;
}

/** Prepares searches among contacts, `AT_ONCE` at a time, so that whoever does it when idle can stop between them. */
export function* prepareSearch(contacts: readonly Contact[], read: ReadName): Generator<void> {
  for (const [at, contact] of contacts.entries()) {
    for (const name of keysOf(contact).names) read(name);
    if (at % AT_ONCE === AT_ONCE - 1) yield;
  }
}

/** The contacts that match the typed text: part of a name or phone number, syllables or their initials. */
export function searchContacts(contacts: readonly Contact[], text: string, read: ReadName): Contact[] {
  const typed = typedKey(text);
  if (typed === '') return [...contacts];
  return contacts.filter((contact) => {
    const { names, texts, email } = keysOf(contact);
    return (
      texts.some((text) => text.includes(typed)) ||
      matchesRead(names, typed, read) ||
      matchesNumber(contact.phone, typed) ||
      (typed.length > 2 && email.includes(typed))
    );
  });
}
