/** The address book of an enterprise for programs, which open no rooms. */
import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { KEEPING_CONTACTS, READING_CONTACTS } from './access.ts';
import { contactInput, contactPage, contactQuery } from './program-book.ts';

export const listContacts = defineCall({
  id: 'contact.listContacts',
  method: 'GET',
  path: '/cb/assemble/contact/page',
  access: READING_CONTACTS,
  input: contactQuery,
  output: contactPage,
  summary:
    'List the contacts of the enterprise in the order of their ids; numbers of identity documents are left out',
});

export const saveContacts = defineCall({
  id: 'contact.saveContacts',
  method: 'POST',
  path: '/cb/assemble/contact/save',
  access: KEEPING_CONTACTS,
  once: true,
  input: z.object({ contacts: z.array(contactInput).min(1).max(200) }),
  output: z.object({ contactIds: z.array(z.string()) }),
  summary:
    'Add contacts of the enterprise, or change those with a contactId; all of them or, if one breaks a rule, none',
});

export const removeContacts = defineCall({
  id: 'contact.removeContacts',
  method: 'POST',
  path: '/cb/assemble/contact/remove',
  access: KEEPING_CONTACTS,
  once: true,
  input: z.object({
    contactIds: z
      .array(z.string().regex(/^[0-9a-z]{1,40}$/))
      .min(1)
      .max(500),
  }),
  output: z.object({ removed: z.number().int() }),
  summary: 'Remove contacts of the enterprise: all of them or, if one is not there, none',
});
