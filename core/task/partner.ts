import type { Contact } from '#core/contact/contact.ts';
import { isMobile } from '#core/validate/mobile.ts';
import type { PartyType } from './plan.ts';

/** A party chosen for a contract from any source; fills in a signer or a copy recipient. */
export interface PickedParty {
  /** Key of the chosen row. */
  key: string;
  type: PartyType;
  /** A colleague, identified by account instead of mobile number. */
  accountId?: string;
  entName: string;
  /** The individual, or the person who acts for the enterprise. */
  userName: string;
  /** Empty if no number is known that can receive messages. */
  mobile: string;
  department: string;
  email: string;
  /** The chosen contact, with data that a party does not need; present only during the choice. */
  contact?: Contact;
}

/** [3.19a] Converts a contact to a party: departments sign for their enterprise. A landline cannot receive messages. */
export function partyOfContact(contact: Contact): PickedParty {
  const common = {
    key: contact.contactId,
    mobile: isMobile(contact.phone) ? contact.phone : '',
    email: contact.email,
  };
  switch (contact.type) {
    case 'PERSON':
      return { ...common, type: 'PERSON', entName: '', userName: contact.name, department: '' };
    case 'ENTERPRISE':
      return {
        ...common,
        type: 'ENTERPRISE',
        entName: contact.name,
        userName: contact.person,
        department: '',
      };
    case 'DEPARTMENT':
      return {
        ...common,
        type: 'ENTERPRISE',
        entName: contact.entName,
        userName: contact.person,
        department: contact.name,
      };
  }
}
