import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { DELIVERY_REASONS, DELIVERY_STATES, DELIVERY_SUBJECTS } from '#core/notice/delivery.ts';
import { id, time } from '#core/wire.ts';

const WATCHING: Access = {
  actor: 'session',
  keys: 'read',
  may: 'see how the messages about a task fared',
  also: 'only who sees the task as its sender',
};

export const getDelivery = defineCall({
  id: 'task.getDelivery',
  method: 'GET',
  path: '/docmanager/assemble/plan/delivery/:planId',
  access: WATCHING,
  input: z.object({ planId: id }),
  output: z.object({
    /** Signers and recipients of copies, in their order. */
    parties: z.array(
      z.object({
        /** Id of the signer, or of the recipient of a copy. */
        partyId: id,
        /** When the link in the messages was first opened; null: not yet. */
        openedAt: time.nullable(),
        /** Whether it wants no more reminders. */
        silenced: z.boolean(),
        /** When it is reminded next; null: not at all, or not before it is called. */
        remindAt: time.nullable(),
        /** The newest first. */
        messages: z.array(
          z.object({
            messageId: id,
            channel: z.enum(['sms', 'mail']),
            subject: z.enum(DELIVERY_SUBJECTS),
            state: z.enum(DELIVERY_STATES),
            /** Why it failed; empty otherwise. */
            reason: z.enum(DELIVERY_REASONS).or(z.literal('')),
            /** Whether it went to somebody who was the party before. */
            former: z.boolean(),
            askedAt: time,
            sentAt: time.nullable(),
            /** When it was delivered or failed. */
            settledAt: time.nullable(),
          }),
        ),
      }),
    ),
  }),
  summary: 'See for each party of a task which messages were sent, delivered, failed and opened',
});
