import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { nothing, time } from '#core/wire.ts';
import { CONTACTS } from './access.ts';

/**
 * Grants access to the address book of the identity that the caller acts for: a Yjs document (`core/contact/book.ts`)
 * in the room `room`.
 */
export const openBook = defineCall({
  id: 'contact.openBook',
  method: 'POST',
  path: '/cb/assemble/contact/open',
  access: CONTACTS,
  input: nothing,
  output: z.object({
    room: z.string(),
    access: z.enum(['read', 'write']),
    token: z.string(),
    expiresAt: time,
  }),
  summary: 'Get a short-lived ticket for the address book of the person or the enterprise',
});
