import type { CONTACT_ERRORS } from '../errors.ts';

export default {
  CONTACTS_FULL: 'The address book is full. Remove contacts or groups that are not needed first.',
} satisfies Record<keyof typeof CONTACT_ERRORS, string>;
