import { type Contact, type ContactFacts, EMPTY_CONTACT, readContactFacts } from './contact.ts';

/** A party of a contract, as far as the one who keeps it as a contact knows it. */
interface KnownParty {
  entName: string;
  userName: string;
  mobile: string;
  email: string;
}

/** A party as a contact; a masked number or address is left out. Null where nothing is left that may be kept. */
export function contactOfParty({ entName, userName, mobile, email }: KnownParty): ContactFacts | null {
  const whole = (text: string) => (text.includes('*') ? '' : text);
  return readContactFacts({
    ...EMPTY_CONTACT,
    type: entName === '' ? 'PERSON' : 'ENTERPRISE',
    name: entName || userName,
    person: entName === '' ? '' : userName,
    phone: whole(mobile),
    email: whole(email),
  });
}

/** Whether the book has this contact: the same type and name, and no other phone. */
export const isKnownContact = (contacts: readonly Contact[], facts: ContactFacts): boolean =>
  contacts.some(
    (one) =>
      one.type === facts.type &&
      one.name === facts.name &&
      (facts.phone === '' || one.phone === '' || one.phone === facts.phone),
  );
