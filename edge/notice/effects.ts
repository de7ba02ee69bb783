import { z } from 'zod';
import { MESSAGE_TEMPLATES } from '#core/locales/message-text.ts';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

const message = {
  template: z.enum(MESSAGE_TEMPLATES),
  params: z.record(z.string(), z.string()),
};

/** A short message to a mobile number, which is sealed under `sealContext`. */
export const smsEffect = defineEffect(
  'sms',
  z.object({
    ...message,
    accountMobileSealed: z.string(),
    sealContext: z.string(),
    /** Who caused it: a recipient without an account gets the message in this person's language. */
    fromAccountId: z.string().default(''),
    /** The account it is for: it goes to that account's number at the time, and to none once it is closed. */
    toAccountId: z.string().default(''),
    /** The party whose link follows the text. */
    invited: z.object({ taskId: z.string(), partyId: z.string(), mobileIndex: z.string() }).optional(),
  }),
);

/** A mail about a contract to an address, which is sealed under `sealContext`, with the link of the party. */
export const mailEffect = defineEffect(
  'mail',
  z.object({
    ...message,
    taskId: z.string(),
    emailSealed: z.string(),
    sealContext: z.string(),
    /** The account that the party is: closed, it gets none; of its own address, it is written to the one it has now. */
    toAccountId: z.string(),
    ownAddress: z.boolean(),
    invited: z.object({ taskId: z.string(), partyId: z.string(), mobileIndex: z.string() }).optional(),
  }),
);

/** A notice to an account, as itself or as a member of an enterprise. */
export const noticeEffect = defineEffect(
  'notice',
  z.object({
    ...message,
    accountId: z.string(),
    ownerKey: z.string(),
    category: z.enum(['contract', 'approval', 'system']),
    /** The task concerned, or empty. */
    taskId: z.string(),
    /** The web template concerned. */
    templateId: z.string().default(''),
    /** The notice's id, where two effects may cause the same one; the effect's own without it. */
    noticeId: z.string().default(''),
  }),
);
