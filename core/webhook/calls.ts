import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { secondProof } from '#core/identity/proof.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from './events.ts';

const WEBHOOKS: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'see the webhooks of the enterprise and the deliveries, test and switch them, and send events again',
};
/**
 * Events tell of every task, and a secret proves where they come from: both outlast the session that set them. So a stolen
 * session alone sets neither, and neither does the system of a customer that opened the session for somebody.
 */
const SETTING: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  sso: false,
  may: 'set where events of the enterprise’s tasks are sent, and replace the secret of their signatures',
  also: 'with the signing password or a code to their mobile',
};
/** OFF: switched off by an administrator. GONE: the receiver answered 410. */
export const WEBHOOK_STATES = ['ACTIVE', 'OFF', 'GONE'] as const;
/** DEAD: abandoned after three days, or because the receiver is gone. */
export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'DEAD'] as const;

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .transform((all) => [...new Set(all)]);
const webhookFields = { address: z.string().trim().min(1).max(300), events };
const shownOnce = z.object({
  webhookId: id,
  /** `whsec_…`, to verify signatures; it is returned only here. */
  secret: z.string(),
});
const one = z.object({ webhookId: id });

export const listWebhooks = defineCall({
  id: 'webhook.listWebhooks',
  method: 'GET',
  path: '/docmanager/webhook/page',
  access: WEBHOOKS,
  input: z.object(fixedPageInput),
  output: pageOf(
    z.object({
      webhookId: id,
      address: z.string(),
      events: z.array(z.enum(WEBHOOK_EVENTS)),
      state: z.enum(WEBHOOK_STATES),
      /** Number of pending and of abandoned events. */
      waiting: z.number().int(),
      dead: z.number().int(),
      formerUntil: time.nullable(),
      createTime: time,
    }),
  ),
  summary: 'List the webhooks for events of the enterprise’s tasks, newest first',
});

export const saveWebhook = defineCall({
  id: 'webhook.saveWebhook',
  method: 'POST',
  path: '/docmanager/webhook/save',
  access: SETTING,
  input: z.object({ ...webhookFields, proof: secondProof }),
  output: shownOnce,
  summary: 'Create a webhook; events are signed by the Standard Webhooks specification',
});

export const changeWebhook = defineCall({
  id: 'webhook.changeWebhook',
  method: 'POST',
  path: '/docmanager/webhook/update',
  access: SETTING,
  input: z.object({ webhookId: id, ...webhookFields, proof: secondProof }),
  output: empty,
  summary: 'Change the address and the events of a webhook',
});

export const switchWebhook = defineCall({
  id: 'webhook.switchWebhook',
  method: 'POST',
  path: '/docmanager/webhook/switch',
  access: WEBHOOKS,
  input: z.object({ webhookId: id, enabled: z.boolean() }),
  output: empty,
  summary: 'Switch a webhook on or off; events that occur while it is off are never sent',
});

export const rotateSecret = defineCall({
  id: 'webhook.rotateSecret',
  method: 'POST',
  path: '/docmanager/webhook/secret',
  access: SETTING,
  input: one.extend({ proof: secondProof }),
  output: shownOnce,
  summary: 'Rotate the secret of a webhook; for 24 hours events are signed with both',
});

export const testWebhook = defineCall({
  id: 'webhook.testWebhook',
  method: 'POST',
  path: '/docmanager/webhook/test',
  access: WEBHOOKS,
  input: one,
  output: z.object({
    delivered: z.boolean(),
    /** Status of the response; 0 without a response. */
    status: z.number().int(),
    /** The start of the response, or why there is none. */
    answer: z.string(),
  }),
  summary: 'Send a test event immediately and return the response',
});

export const listDeliveries = defineCall({
  id: 'webhook.listDeliveries',
  method: 'GET',
  path: '/docmanager/webhook/delivery/page',
  access: WEBHOOKS,
  input: z.object({ ...fixedPageInput, webhookId: id, state: z.enum(DELIVERY_STATES).optional() }),
  output: pageOf(
    z.object({
      deliveryId: id,
      event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
      planId: z.string(),
      state: z.enum(DELIVERY_STATES),
      attempts: z.number().int(),
      status: z.number().int(),
      answer: z.string(),
      lastTime: time.nullable(),
      /** Time of the next attempt; null if there is none. */
      nextTime: time.nullable(),
      createTime: time,
    }),
  ),
  summary: 'List the events of a webhook with the last response to each, newest first',
});

export const resend = defineCall({
  id: 'webhook.resend',
  method: 'POST',
  path: '/docmanager/webhook/delivery/resend',
  access: WEBHOOKS,
  input: z.object({ deliveryId: id }),
  output: empty,
  summary: 'Send an abandoned or delivered event again',
});
