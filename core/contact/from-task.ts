import { isSameName } from '#core/identity/compare-names.ts';
import { type Contact, type ContactFacts, differByMail, EMPTY_CONTACT, readContactFacts } from './contact.ts';

/** A party of a contract, as far as the owner of the address book may see it. */
interface KnownParty {
  entName: string;
  userName: string;
  mobile: string;
  email: string;
}

/** Converts a party to a contact without masked numbers and addresses. Null if the rest is not a valid contact. */
export function contactOfParty({ entName, userName, mobile, email }: KnownParty): ContactFacts | null {
  const unmasked = (text: string) => (text.includes('*') ? '' : text);
  return readContactFacts({
    ...EMPTY_CONTACT,
    type: entName === '' ? 'PERSON' : 'ENTERPRISE',
    name: entName || userName,
    person: entName === '' ? '' : userName,
    phone: unmasked(mobile),
    email: unmasked(email),
  });
}

/** Whether the address book has this contact: same type and name, and no different phone number, or address in its place. */
export const isKnownContact = (contacts: readonly Contact[], facts: ContactFacts): boolean =>
  contacts.some(
    (one) =>
      one.type === facts.type &&
      isSameName(one.name, facts.name) &&
      (facts.phone === '' || one.phone === '' || one.phone === facts.phone) &&
      !differByMail(one, facts),
  );
