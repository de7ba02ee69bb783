import type { Contact } from '#core/contact/contact.ts';
import { isMobile } from '#core/validate/phone.ts';
import type { PartyType } from './plan.ts';

/** Somebody who was chosen for a contract, from wherever: what a signer or who gets a copy is filled with. */
export interface PickedParty {
  /** Of the row that was chosen. */
  key: string;
  type: PartyType;
  /** A colleague, told by account instead of by mobile. */
  accountId?: string;
  entName: string;
  /** The individual, or who acts for the enterprise. */
  userName: string;
  /** Empty where none is known that a message can be sent to. */
  mobile: string;
  department: string;
  email: string;
  /** The contact that was chosen, with what a party has no use for; only as long as somebody chooses. */
  contact?: Contact;
}

/** [3.19a] A contact as a party: departments sign for their enterprise. A landline takes no message. */
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
