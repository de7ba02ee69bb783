import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { readContact } from '#core/validate/contact.ts';
import { readEmail } from '#core/validate/email.ts';
import { empty } from '#core/wire.ts';
import { ENTERING } from './access.ts';
import { MAIL_PURPOSES, type MailPurpose, REQUESTED_PURPOSES } from './code-purposes.ts';
import { humanProof } from './proof.ts';

/**
 * [7.7a] Sends a code by SMS: at most one per minute and mobile ([9.16]). The response never reveals whether the mobile
 * is known.
 */
export const sendAuthCode = defineCall({
  id: 'identity.sendAuthCode',
  method: 'POST',
  path: '/message/sendEcAuthCode',
  access: ENTERING,
  input: z.object({
    authCodeType: z.enum(REQUESTED_PURPOSES),
    /**
     * Set if the person enters a mobile number, or to log in a mail address; otherwise the session's account's is used, by mail
     * where it has no number.
     */
    mobile: z.string().max(300).transform(readContact).optional(),
    /** Required from visitors. */
    ...humanProof,
  }),
  output: empty,
  summary: 'Send a six-digit code by SMS',
});

/** [7.7b] Sends a code by mail, like by SMS. */
export const sendMailCode = defineCall({
  id: 'identity.sendMailCode',
  method: 'POST',
  path: '/mail/authCode',
  access: ENTERING,
  input: z.object({
    authCodeType: z.enum(Object.keys(MAIL_PURPOSES) as [MailPurpose, ...MailPurpose[]]),
    mail: z.string().max(300).transform(readEmail).optional(),
    ...humanProof,
  }),
  output: empty,
  summary: 'Send a six-digit code by mail',
});

/** Delivery receipt of a gateway about a message that it accepted, signed with the gateway's own key (docs/deploy.md). */
export const reportDelivery = defineCall({
  id: 'identity.reportDelivery',
  method: 'POST',
  path: '/message/deliveryReport',
  access: {
    actor: 'anyone',
    may: 'report the delivery of a message',
    also: 'signed with the provider’s key',
  },
  input: z.object({
    channel: z.enum(['sms', 'mail']),
    /** The `id` that was sent with the message. */
    id: z.string().regex(/^[\w-]{1,64}$/),
    state: z.enum(['DELIVERED', 'FAILED']),
    /** One of DELIVERY_REASONS (core/notice/delivery.ts), or other words, which are shown to nobody. */
    reason: z.string().max(200).optional(),
  }),
  output: empty,
  summary:
    'Delivery receipt of the SMS or mail gateway for a message (X-Signet-Timestamp, and X-Signet-Signature by SMS_KEY or MAIL_KEY)',
});
