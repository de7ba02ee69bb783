import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { passkeyResponse } from '#core/identity/passkey-calls.ts';
import { empty, id, time } from '#core/wire.ts';
import { SIGNING } from './access.ts';
import { seenDocuments } from './seen.ts';

/** Methods of consent on a phone, started by a QR code ([4.15a]): face recognition or the collaboration app. */
export const QR_METHODS = ['FACE', 'APP'] as const;
export type QrMethod = (typeof QR_METHODS)[number];

/** Methods whose confirmation is for one subject and one state of its documents: a ticket is started, confirmed, and spent. */
export const TICKET_METHODS = [...QR_METHODS, 'PASSKEY'] as const;
export type TicketMethod = (typeof TICKET_METHODS)[number];

/** PENDING until the phone responds; CONFIRMED can be spent once; REFUSED and ENDED (expired) are final. */
export const TICKET_STATES = ['PENDING', 'CONFIRMED', 'REFUSED', 'ENDED', 'SPENT'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Subject of a consent: a task, a group of quick-sign files, a batch of tasks, or a task sealed by a seal holder. */
export const consentSubject = z.object({ kind: z.enum(['PLAN', 'QUICK', 'BATCH', 'SEAL_USE']), id });
export type ConsentSubject = z.output<typeof consentSubject>;

export const listConsentMethods = defineCall({
  id: 'task.listConsentMethods',
  method: 'GET',
  path: '/docmanager/assemble/consent/methods',
  access: SIGNING,
  input: z.object({}),
  output: z.array(z.enum(['PASSWORD', 'SMS', ...TICKET_METHODS])),
  summary: 'List the ways in which the person can prove their willingness to sign',
});

export const startConsent = defineCall({
  id: 'task.startConsent',
  method: 'POST',
  path: '/docmanager/assemble/consent/start',
  access: SIGNING,
  input: z.object({
    method: z.enum(TICKET_METHODS),
    subject: consentSubject,
    /** The documents as shown; a batch stores its own. */
    seen: seenDocuments.optional(),
  }),
  output: z.object({
    ticketId: id,
    /** Text of the QR code; empty for a passkey. */
    url: z.string(),
    expiresAt: time,
    /** The request to the authenticator; its challenge is a digest of the ticket and the signed content. */
    passkey: z.object({ challenge: z.string(), rpId: z.string(), known: z.array(z.string()) }).nullable(),
  }),
  summary: 'Start a proof of willingness: a QR code for the phone, or a challenge for a passkey',
});

export const getConsent = defineCall({
  id: 'task.getConsent',
  method: 'GET',
  path: '/docmanager/assemble/consent/:ticketId',
  access: SIGNING,
  input: z.object({ ticketId: id }),
  output: z.object({ state: z.enum(TICKET_STATES) }),
  summary: 'Get the state of a proof of willingness on the phone',
});

export const confirmConsent = defineCall({
  id: 'task.confirmConsent',
  method: 'POST',
  path: '/docmanager/assemble/consent/:ticketId/passkey',
  access: SIGNING,
  input: z.object({ ticketId: id, response: passkeyResponse }),
  output: empty,
  summary: 'Confirm the willingness to sign with a passkey, for what the ticket was started for',
});
